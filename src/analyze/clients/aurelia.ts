import { contains, isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import { keepMeeting } from '../modules/programs.ts';
import { makeText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  join,
  option,
  type SentRequest,
  VERBS,
} from './client.ts';
import { listByName } from './setting-calls.ts';

/**
 * Aurelia's HttpClient, injected by its type or made: `http.configure((config) => config.withBaseUrl('https://…'))` says for all
 * requests where they go, and `http.fetch('agents')` and `http.post('calls', body)` send.
 */

const NAME = 'aurelia';
const MODULES = ['aurelia-fetch-client', '@aurelia/fetch-client', 'aurelia-http-client'];
const TAKES_BODY = /^(?:post|put|patch)$/;

/** Things of the project: what they are configured with is another matter. */
const MADE: ReadonlySet<Value['type']> = new Set(['instance', 'object', 'client', 'class', 'text', 'array']);

/** The member that is read of a client; null where it is none. */
function findMember({ made, path }: ExternalValue): string | null {
  const [owner, kind, name, ...others] = made === null ? path : [made.by.path.at(-1), 'instance()', ...path];
  return owner === 'HttpClient' && kind === 'instance()' && others.length === 0 ? (name ?? '') : null;
}

/** Is it the same client? A container has one for all who ask it by the type. */
function isSame(evaluator: ClientCall['evaluator'], { node, module }: CallSite, client: ExternalValue): boolean {
  if (!('callee' in node) || !isMemberNode(node.callee)) return false;
  const receiver = evaluator.evaluate(node.callee.object, module, evaluator.anyCaller);
  return listOptions(receiver).some((one) => {
    if (one.type === 'external' && MODULES.includes(one.module))
      return findMember(one) !== null && one.made?.call === client.made?.call;
    // `aurelia.container.get(HttpClient)`
    return client.made === null && !MADE.has(one.type) && MODULES.some((name) => module.text.includes(name));
  });
}

/** What calls of this name are given in the functions that configure the client. */
function listConfigured({ evaluator, module }: ClientCall, client: ExternalValue, name: string): readonly Value[] {
  const sites = keepMeeting(evaluator, listByName(evaluator.index, 'configure'), module).filter((site) =>
    isSame(evaluator, site, client),
  );
  // A service that sets the client up for itself does so before it sends.
  const own = sites.filter((site) => site.module === module);
  return (own.length > 0 ? own : sites).flatMap(({ node, module: other }) =>
    other.scripts
      .flatMap(({ calls }) => calls)
      .flatMap((call) => {
        const [given] = 'callee' in call && nameCallee(call.callee) === name ? call.arguments : [];
        return given !== undefined && contains(node, call)
          ? [evaluator.evaluate(given, other, evaluator.anyCaller)]
          : [];
      }),
  );
}

function send(call: ClientCall): SentRequest | null {
  const { target } = call;
  const name = target.type === 'external' ? findMember(target) : null;
  const url = argument(call, 0);
  if (target.type !== 'external' || name === null || url === undefined) return null;
  if (name !== 'fetch' && !VERBS.includes(name)) return null;
  const bases = listConfigured(call, target, 'withBaseUrl');
  const options = argument(call, TAKES_BODY.test(name) || (name === 'delete' && call.args.length > 2) ? 2 : 1);
  return {
    client: NAME,
    url: join(call, bases.length === 0 ? undefined : unite(bases), url, 'plain'),
    urlNode: argumentNode(call, 0),
    method: name === 'fetch' ? (option(call, options, 'method') ?? null) : makeText(name.toUpperCase()),
    options,
    inherited: listConfigured(call, target, 'withDefaults'),
  };
}

export const aureliaLibrary: HttpLibrary = { name: NAME, modules: MODULES, send };
