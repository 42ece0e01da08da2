import { getStart, isCallNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { getLocation, type Module } from '../modules/modules.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * Keys of caches. A request's answer is kept under a key that is often its path; whoever drops or fills the entry writes
 * the key once more, and must go on meaning the same entry.
 */

const KEY_MEMBERS = /^(?:(?:query|mutation)Key|key|tags)$/;
const KEEPERS = /^(?:swr(?:\/(?:immutable|infinite|mutation))?|next\/cache)$/;
/** These make the key of what they are asked: `useQuery('get', '/calls')`. */
const PATH_KEEPERS = /^(?:openapi-react-query|swr-openapi)$/;
/** Functions and methods of the caches of SWR, TanStack, Next.js and Nuxt that take a key. */
const CACHE_CALLS =
  /^(?:mutate|preload|(?:invalidate|refetch|remove|cancel|reset)Queries|(?:set|get)Quer(?:y|ies)Data|getQueryState|(?:prefetch|fetch)(?:Infinite)?Query|ensureQueryData|is(?:Fetching|Mutating)|useIs(?:Fetching|Mutating)|(?:revalidate|update|(?:unstable_)?expire)Tag|(?:refresh|clear|use)NuxtData)$/;

/** Does the value stand where a cache looks for its key? `node` is what holds it, `parent` what that stands in. */
export function isCacheKey(evaluator: Evaluator, module: Module, parent: SyntaxNode, node: SyntaxNode): boolean {
  if (parent.type === 'ObjectProperty') return parent.value === node && KEY_MEMBERS.test(nameKey(parent) ?? '');
  if (!isCallNode(parent) || parent.type === 'TaggedTemplateExpression') return false;
  const at = parent.arguments.findIndex((argument) => argument === node);
  if (at !== 0 && at !== 1) return false;
  return listOptions(evaluateCallee(evaluator, parent, module, null)).some((option) =>
    option.type === 'client'
      ? PATH_KEEPERS.test(option.library)
      : at === 0 && option.type === 'external' && KEEPERS.test(option.module),
  );
}

interface WrittenKey {
  readonly text: string;
  readonly literal: number;
  readonly place: string;
}

function listKeyTexts(evaluator: Evaluator, key: Value, node: SyntaxNode, module: Module): readonly Value[] {
  return listOptions(key).flatMap((option) => {
    if (option.type === 'object')
      return listKeyTexts(evaluator, evaluator.getProperty(option, 'queryKey', node, module), node, module);
    return option.type === 'array' ? (listElements(evaluator, option) ?? []) : [option];
  });
}

function collectKeys(evaluator: Evaluator): readonly WrittenKey[] {
  return evaluator.index.calls.flatMap(({ node, module }) => {
    if (node.type !== 'CallExpression') return [];
    const callee = unwrap(node.callee);
    const name = nameCallee(callee);
    const key = name !== null && CACHE_CALLS.test(name) ? evaluateFirst(evaluator, node, module) : undefined;
    if (key === undefined) return [];
    const { file, line } = getLocation(module, getStart(node));
    return listKeyTexts(evaluator, key, node, module).flatMap((value) =>
      listTexts(value, node, module).flatMap(({ atoms }) =>
        atoms.flatMap((atom) =>
          atom.kind === 'text' && atom.origin !== null
            ? [{ text: atom.text, literal: atom.origin.literal, place: `${file}:${line}` }]
            : [],
        ),
      ),
    );
  });
}

function evaluateFirst(evaluator: Evaluator, node: SyntaxNode & { type: 'CallExpression' }, module: Module) {
  return evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
}

const written = new WeakMap<Evaluator, readonly WrittenKey[]>();

/** Where the same key is written once more, `file:line`; null where it is not. */
export function findSameKey(evaluator: Evaluator, text: string, literal: number): string | null {
  const keys = written.get(evaluator) ?? collectKeys(evaluator);
  written.set(evaluator, keys);
  return keys.find((key) => key.text === text && key.literal !== literal)?.place ?? null;
}
