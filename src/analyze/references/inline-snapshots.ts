import type { UrlPattern, UrlReference } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findExpected } from '../callers/assertion-forms.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module, readCode } from '../modules/module.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import { listRefs } from '../values/provenance.ts';
import { listSources } from './expected-constants.ts';
import { dropMethod } from './path-keys.ts';

/**
 * `expect(fetch.mock.calls).toMatchInlineSnapshot(`[["https://…/calls"]]`)`: the values that a test saw are written into it, and
 * will be others. Those of `.snap` files: `recorded-data.ts`.
 */

const SNAPSHOT = /^(?:toMatch|toThrowErrorMatching)InlineSnapshot$/;
/** A whole text as a snapshot writes it, or behind the words of a message. */
const URLS = /(?<=")(?:[A-Z]+ )?https?:\/\/[^"\s\\]+(?=")|(?<=[\s:(])https?:\/\/[^"\s\\)\]]+/g;
const PATHS = /(?<=")(?:[A-Z]+ )?\/[\w-][^"\s\\]*(?=")/g;
/** What holds the paths that a client was called with, or that a double saw. */
const SEEN = /mock|calls|args|request|history|pathname|fetch|\burls?\b|\bpaths?\b|\b(?:seen|asked|sent|hits)\b/i;

interface Snapshot {
  readonly subject: SyntaxNode;
  readonly text: SyntaxNode;
}

function listSnapshots(module: Module): readonly Snapshot[] {
  if (!isTestFile(module.path) || !module.text.includes('InlineSnapshot')) return [];
  return module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      if (call.type !== 'CallExpression' || !isMemberNode(call.callee)) return [];
      if (!SNAPSHOT.test(nameMember(call.callee) ?? '')) return [];
      const subject = findExpected(call.callee.object);
      const text = call.arguments.at(-1);
      const isText = text?.type === 'StringLiteral' || text?.type === 'TemplateLiteral';
      return subject === null || !isText ? [] : [{ subject, text }];
    }),
  );
}

/** The URLs in it, each a text of its own. */
export function findSnapshotUrls(evaluator: Evaluator, module: Module): readonly UrlReference[] {
  return listSnapshots(module).flatMap(({ text: node }) => {
    evaluator.ask();
    return listTexts(evaluator.evaluate(node, module, null), node, module).flatMap(({ atoms, refs }) =>
      [...flatten(atoms).matchAll(URLS)].map(({ 0: found, index }): UrlReference => {
        const url = dropMethod(found);
        const end = index + found.length;
        const parts = toParts(sliceFlat(atoms, end - url.length, end));
        const methods = url.length < found.length ? [found.slice(0, found.indexOf(' '))] : null;
        const expression = getRegion(module, getStart(node), getEnd(node));
        return { expression, urls: [{ parts, trail: [], references: listRefs(refs) }], methods };
      }),
    );
  });
}

/** The paths in it, where it is of what was asked for; of a table of the program they change with its texts, and only with them. */
export function findSnapshotPaths(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return listSnapshots(module).flatMap(({ subject, text }) => {
    if (!SEEN.test(readCode(module, subject))) return [];
    const written = module.text.slice(getStart(text), getEnd(text));
    return [...written.matchAll(PATHS)].map(({ 0: found, index }): UrlPattern => {
      const path = dropMethod(found);
      const end = getStart(text) + index + found.length;
      const follows = listSources(evaluator, unwrap(subject), module, path, () => false);
      const pattern: UrlPattern = { expression: getRegion(module, end - path.length, end), text: path, isPath: true };
      return follows.length === 0 ? pattern : { ...pattern, follows };
    });
  });
}
