import type { HttpRequest } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import { toParts } from '../chains/collect-requests.ts';
import { listChanged, listClones } from '../clients/angular-interceptors.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { getTextHead, listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';

/**
 * Interceptors of Angular that put a host before whatever is asked for, in a project where nobody is seen to ask: the services
 * are those of another package, and each is one request of which the path is open.
 */

const REASON = 'it is what the services ask for that are sent through this interceptor';

/** `requests`: those of the whole project. */
export function findOpenInterceptors(
  evaluator: Evaluator,
  module: Module,
  requests: readonly HttpRequest[],
): readonly HttpRequest[] {
  const isAsked = requests.some(({ client }) => client === 'HttpClient');
  if (isAsked || isTestFile(module.path)) return [];
  return listClones(module).flatMap((clone): readonly HttpRequest[] => {
    const { call } = clone;
    evaluator.ask();
    const asked = concatTexts(
      [[makeText('/')], listTexts(makeUnknown(call, module, REASON), call, module)],
      call,
      module,
    );
    const changed = listChanged(evaluator, clone, asked, { node: call, module, options: undefined });
    const urls = changed
      .flatMap((url) => listTexts(url, call, module))
      .filter((text) => isAbsoluteUrl(text) || text.atoms[0]?.kind === 'env');
    if (urls.length === 0 || urls.every((text) => getTextHead(text) === '/')) return [];
    return [
      {
        site: getLocation(module, getStart(call)),
        siteSpan: { file: module.path, start: getStart(call), end: getEnd(call) },
        client: 'HttpClient',
        methods: null,
        urls: urls.map((text) => ({
          parts: toParts(text.atoms),
          trail: listTrail(text.trail),
          references: listRefs(text.refs),
        })),
        expression: getRegion(module, getStart(call), getEnd(call)),
      },
    ];
  });
}
