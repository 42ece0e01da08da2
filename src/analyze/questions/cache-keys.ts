import type * as t from '@babel/types';
import {
  type CallNode,
  getStart,
  isCallNode,
  isFunctionNode,
  nameCallee,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { getLocation, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listTexts } from '../texts/texts.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Atom, Value } from '../values/values.ts';

/**
 * Keys of caches. A request's answer is kept under a key that is often its path; whoever drops or fills the entry writes
 * the key once more, and must go on meaning the same entry.
 */

const KEY_MEMBERS = /^(?:(?:query|mutation)Key|key|tags)$/;
const KEEPERS = /^(?:swr(?:\/(?:immutable|infinite|mutation))?|next\/cache)$/;
const SWR = /^swr(?:\/(?:immutable|infinite|mutation))?$/;
/** These take the key by itself before version 5, and in an object since. */
const QUERY_KEEPERS = /^(?:@tanstack\/(?:react|vue|svelte|solid|preact)-query|react-query|vue-query)$/;
/** These make the key of what they are asked: `useQuery('get', '/calls')`. */
const PATH_KEEPERS = /^(?:openapi-react-query|swr-openapi)$/;
/** What asks for the entry of a key. */
const ASKING =
  /^(?:use(?:Suspense|Infinite|SuspenseInfinite)?Query|(?:infiniteQ|q)ueryOptions|(?:create|inject)(?:Infinite)?Query|useSWR\w*)$/;
/** Functions and methods of the caches of SWR, TanStack, Next.js and Nuxt that take a key. */
const CACHE_CALLS =
  /^(?:mutate|preload|(?:invalidate|refetch|remove|cancel|reset)Queries|(?:set|get)Quer(?:y|ies)Data|getQueryState|(?:prefetch|fetch)(?:Infinite)?Query|ensureQueryData|is(?:Fetching|Mutating)|useIs(?:Fetching|Mutating)|(?:revalidate|update|(?:unstable_)?expire)Tag|(?:refresh|clear|use)NuxtData)$/;

/** What a key is given by where it is no argument of its own; the elements of a list are the key's. */
const KEY_STEPS = /^(?:(?:query|mutation)Key|\d+|\*)$/;

/** Does the value stand where a cache looks for its key? `place` is what holds it, `parent` what that stands in. */
export function isCacheKey(evaluator: Evaluator, place: Place, parent: SyntaxNode): boolean {
  const { module, node } = place;
  if (parent.type === 'ObjectProperty') return parent.value === node && KEY_MEMBERS.test(nameKey(parent) ?? '');
  if (!isCallNode(parent) || parent.type === 'TaggedTemplateExpression') return false;
  const at = parent.arguments.findIndex((argument) => argument === node);
  if (at !== 0 && at !== 1) return false;
  return listOptions(evaluateCallee(evaluator, parent, module, null)).some((option) =>
    option.type === 'client'
      ? PATH_KEEPERS.test(option.library)
      : at === 0 && option.type === 'external' && keeps(option.module, place),
  );
}

/** Beside the key, options hold the function that asks: what that gives back, or knows of its address, is no key. */
function keeps(library: string, { node, path: [step] }: Place): boolean {
  if (KEEPERS.test(library)) return true;
  if (!QUERY_KEEPERS.test(library) || node.type === 'ObjectExpression') return false;
  return step === undefined || KEY_STEPS.test(step);
}

export interface WrittenKey {
  readonly text: string;
  /** It is asked what keys begin with. */
  readonly isBeginning?: true;
  readonly literal: number;
  readonly place: string;
  readonly module: Module;
  /** The key that the text is part of. */
  readonly atoms: readonly Atom[];
  /** The call that drops or fills the entry; null for one that asks for it, or gives it elsewhere. */
  readonly changing: CallNode | null;
}

function listKeyTexts(evaluator: Evaluator, key: Value, node: SyntaxNode, module: Module): readonly Value[] {
  return listOptions(key).flatMap((option) => {
    if (option.type === 'object')
      return listKeyTexts(evaluator, evaluator.getProperty(option, 'queryKey', node, module), node, module);
    return option.type === 'array' ? (listElements(evaluator, option) ?? []) : [option];
  });
}

/** `mutate((key) => key.startsWith('/calls'))`, `invalidateQueries({ predicate: … })`: the paths that it asks for. */
function listAskedFor(evaluator: Evaluator, call: t.CallExpression, module: Module): readonly WrittenKey[] {
  const { file, line } = getLocation(module, getStart(call));
  const found: WrittenKey[] = [];
  walk(call, false, (node, parent, isWithin) => {
    if (isWithin && node.type === 'StringLiteral' && node.value.startsWith('/') && parent?.type !== 'ObjectProperty') {
      const literal = evaluator.identify(node);
      const place = `${file}:${line}`;
      found.push({ text: node.value, isBeginning: true, literal, place, module, atoms: [], changing: call });
    }
    return isWithin || isFunctionNode(node);
  });
  return found;
}

/** `<SWRConfig value={{ fallback: { '/calls': calls } }}>` */
function listFallbacks(evaluator: Evaluator): readonly WrittenKey[] {
  return evaluator.graph.loaded.flatMap((module) =>
    module.scripts.flatMap(({ paths }) =>
      paths.flatMap((node): readonly WrittenKey[] => {
        const entry = getParent(node);
        const holder = entry?.type === 'ObjectProperty' && entry.key === node ? getParent(entry) : undefined;
        const named = holder === undefined ? undefined : getParent(holder);
        if (node.type !== 'StringLiteral' || named?.type !== 'ObjectProperty' || nameKey(named) !== 'fallback')
          return [];
        const { file, line } = getLocation(module, getStart(node));
        const literal = evaluator.identify(node);
        return [{ text: node.value, literal, place: `${file}:${line}`, module, atoms: [], changing: null }];
      }),
    ),
  );
}

/** `(0, swr_1.default)('/calls')`: what compilers make of the import that a package gives by default has no name. */
function isOfSwr(evaluator: Evaluator, node: CallNode, module: Module): boolean {
  return listOptions(evaluateCallee(evaluator, node, module, null)).some(
    (option) => option.type === 'external' && SWR.test(option.module),
  );
}

function collectKeys(evaluator: Evaluator): readonly WrittenKey[] {
  const called = evaluator.index.calls.flatMap(({ node, module }) => {
    if (node.type !== 'CallExpression') return [];
    const callee = unwrap(node.callee);
    const name = nameCallee(callee) ?? '';
    const isChange = CACHE_CALLS.test(name);
    const isAsking = ASKING.test(name) || (name === 'default' && isOfSwr(evaluator, node, module));
    const key = isChange || isAsking ? evaluateFirst(evaluator, node, module) : undefined;
    if (key === undefined) return [];
    const { file, line } = getLocation(module, getStart(node));
    const asked = isChange && key.type !== 'text' ? listAskedFor(evaluator, node, module) : [];
    const written = { place: `${file}:${line}`, module, changing: isChange ? node : null };
    const keys = listKeyTexts(evaluator, key, node, module).flatMap((value) =>
      listTexts(value, node, module).flatMap(({ atoms }) =>
        atoms.flatMap((atom) =>
          atom.kind === 'text' && atom.origin !== null
            ? [{ ...written, text: atom.text, literal: atom.origin.literal, atoms }]
            : [],
        ),
      ),
    );
    return [...keys, ...asked];
  });
  return [...called, ...listFallbacks(evaluator)];
}

function evaluateFirst(evaluator: Evaluator, node: SyntaxNode & { type: 'CallExpression' }, module: Module) {
  return evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
}

const known = new WeakMap<Evaluator, readonly WrittenKey[]>();

/** The keys of a program that `asking` is part of. */
export function listKeys(evaluator: Evaluator, asking: Module): readonly WrittenKey[] {
  const keys = known.get(evaluator) ?? collectKeys(evaluator);
  known.set(evaluator, keys);
  return keepMeeting(evaluator, keys, asking);
}

/** Where a program that `asking` is part of writes the same key once more, by the literals that it is written with. */
export function listSameKeys(
  evaluator: Evaluator,
  text: string,
  literal: number,
  asking: Module,
): ReadonlyMap<number, string> {
  const isSame = (key: WrittenKey) => key.text === text || (key.isBeginning === true && text.startsWith(key.text));
  const others = listKeys(evaluator, asking).filter((key) => key.literal !== literal && isSame(key));
  return new Map(others.map((key) => [key.literal, key.place] as const));
}
