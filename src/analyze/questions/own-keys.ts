import { quoteName, quotePattern } from '../../model/name-patterns.ts';
import { findFunctionAround } from '../../syntax/enclosing.ts';
import { getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateSuperclass } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { findIteratedCollection } from '../following/iterated-keys.ts';
import { getLocation, type Module, readCode } from '../modules/module.ts';
import { getTextHead, holdsLiteral, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue, TextValue, Value } from '../values/values.ts';

/**
 * Keys of what a program keeps by itself: the entries of a map, the events of an emitter. `load(path)` may look under its path
 * for what `cache.set('/calls', …)` put there, and emit it to who listens to `'/calls'`.
 */

const KEYED =
  /^(?:set|has|get|delete|add|peek|del|take|on|once|off|emit|addListener|prependListener|removeListener|removeAllListeners|addEventListener|removeEventListener|subscribe|unsubscribe|publish)$/;
const COLLECTIONS = /^(?:Map|Set|WeakMap|EventTarget)$/;
/** Packages that make a collection or an emitter. */
const KEEPERS =
  /^(?:(?:node:)?events|eventemitter[23]|mitt|nanoevents|tiny-emitter|emittery|lru-cache|quick-lru|node-cache|keyv|cache-manager|flru|tiny-lru|@isaacs\/ttlcache|memory-cache)$/;
/** What asks of a key how it is spelt, where all keys are gone through. */
const LISTING = /^(?:keys|entries|forEach)$/;
const ASKING = /(?:\.|\[['"])(?:startsWith|includes|endsWith|match|test|indexOf)(?:['"]\])?\(/;

/** What asks whether a key is there. */
const ASKED = /^(?:has|get|peek|take)$/;

interface Entry {
  /** What made the collection. */
  readonly owner: SyntaxNode;
  readonly name: string;
  readonly texts: readonly TextValue[];
  readonly place: string;
}

interface OwnKeys {
  readonly entries: readonly Entry[];
  /** Collections whose keys are gone through, and asked how they are spelt. */
  readonly listed: ReadonlyMap<SyntaxNode, string>;
}

/** Is it a collection or an emitter that the program keeps by itself? */
export function isKeeper({ made, path }: ExternalValue): boolean {
  if (made === null || path.length > 0) return false;
  return made.by.module === 'global' ? COLLECTIONS.test(made.by.path.join('.')) : KEEPERS.test(made.by.module);
}

/** What makes one collection another than the next; null where it is none. */
function identifyKeeper(evaluator: Evaluator, option: Value): SyntaxNode | null {
  if (option.type === 'external') return isKeeper(option) ? (option.made?.call ?? null) : null;
  if (option.type === 'array') return option.node?.type === 'NewExpression' ? option.node : null;
  if (option.type !== 'instance') return null;
  const above = evaluateSuperclass(evaluator, option.of);
  const isOwn = above?.type === 'external' && (KEEPERS.test(above.module) || COLLECTIONS.test(above.path.join('.')));
  return isOwn ? option.of.node : null;
}

/** `keys` of `keys.set('/calls', 1).set('/agents', 2)` */
function findChained(receiver: SyntaxNode): SyntaxNode {
  const callee = readCallee(unwrap(receiver));
  return callee !== null && /^(?:set|add)$/.test(callee.name) ? findChained(callee.receiver) : unwrap(receiver);
}

function listKeepers(evaluator: Evaluator, receiver: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const options = listOptions(evaluator.evaluate(findChained(receiver), module, evaluator.anyCaller));
  return options.flatMap((option) => identifyKeeper(evaluator, option) ?? []);
}

function readCallee(call: SyntaxNode): { readonly receiver: SyntaxNode; readonly name: string } | null {
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(call.callee);
  const name = nameMember(callee);
  return isMemberNode(callee) && name !== null ? { receiver: callee.object, name } : null;
}

/** What is asked for a key, or keeps something under it. */
function listOwners(evaluator: Evaluator, key: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const call = getParent(key);
  const callee = call === undefined ? null : readCallee(call);
  if (call === undefined || callee === null || !KEYED.test(callee.name)) return [];
  return 'arguments' in call && call.arguments[0] === key ? listKeepers(evaluator, callee.receiver, module) : [];
}

/** `cache.get(url)` of a collection or an emitter of the program. */
export function isOwnKey(evaluator: Evaluator, key: SyntaxNode, module: Module): boolean {
  return listOwners(evaluator, key, module).length > 0;
}

function listKeyTexts(evaluator: Evaluator, key: SyntaxNode, module: Module): readonly TextValue[] {
  return listTexts(evaluator.evaluate(key, module, evaluator.anyCaller), key, module);
}

/** By itself, or by a function that it is given: `for (const key of cache.keys()) if (isStale(key)) …`. */
function asksForSpelling(node: SyntaxNode, module: Module): boolean {
  const around = findFunctionAround(node);
  const text = readCode(module, around ?? getParent(node) ?? node);
  const params = (around?.params ?? []).flatMap((param) => (param.type === 'Identifier' ? [param.name] : []));
  return ASKING.test(text) || params.some((name) => new RegExp(`(?<![\\w$.])${quoteName(name)}\\(`).test(text));
}

function collectKeys(evaluator: Evaluator): OwnKeys {
  const entries: Entry[] = [];
  const listed = new Map<SyntaxNode, string>();
  for (const { node, module } of evaluator.index.calls) {
    const callee = readCallee(node);
    if (callee === null || !('arguments' in node)) continue;
    const { file, line } = getLocation(module, getStart(node));
    const [key] = node.arguments;
    if (key !== undefined && KEYED.test(callee.name)) {
      const owners = listKeepers(evaluator, callee.receiver, module);
      const texts = owners.length === 0 ? [] : listKeyTexts(evaluator, key, module);
      for (const owner of owners) entries.push({ owner, name: callee.name, texts, place: `${file}:${line}` });
    } else if (callee.name === 'fromEntries' && key !== undefined)
      for (const owner of listKeepers(evaluator, key, module)) listed.set(owner, `${file}:${line}`);
    else if (LISTING.test(callee.name) && asksForSpelling(node, module))
      for (const owner of listKeepers(evaluator, callee.receiver, module)) listed.set(owner, `${file}:${line}`);
  }
  return { entries, listed };
}

const collected = new WeakMap<Evaluator, OwnKeys>();

export interface SharedKey {
  readonly place: string;
  /** The texts that the other key is written with: where one of them changes with this one, it is the same as before. */
  readonly literals: readonly number[];
}

interface Key {
  /** An expression that holds the literal. */
  readonly key: SyntaxNode;
  readonly module: Module;
  /** What it is, or has in it, where the evaluator cannot know that. */
  readonly text: string;
}

/** `GET /calls`, `https://api.voice.example/calls`, `%2Fcalls` for `/calls`: the path by itself, or behind something else. */
function hasPath(key: string, path: string): boolean {
  if (path.startsWith('/') && key.includes(encodeURIComponent(path))) return true;
  const before = path.startsWith('/') ? '' : '(?<![\\w/-])';
  const behind = path.endsWith('/') ? '' : '(?![\\w/-])';
  return key.includes(path) && new RegExp(`${before}${quotePattern(path)}${behind}`).test(key);
}

/** The same keys of the same collection that are written with another literal. */
export function listSharedKeys(
  evaluator: Evaluator,
  { key, module, text }: Key,
  literal: number,
): readonly SharedKey[] {
  const owners = listOwners(evaluator, key, module);
  if (owners.length === 0) return [];
  const own = listKeyTexts(evaluator, key, module).filter((text) => holdsLiteral(text, literal));
  const heads = new Set(own.map(getTextHead));
  const isSame = (head: string): boolean => heads.has(head) || (own.length === 0 && hasPath(head, text));
  return listKeysBeside(evaluator, owners, isSame, literal);
}

/** `routes.get(new URL(request.url).pathname)`: any key at all, which has nothing of the literal. */
function asksForAny({ name, texts }: Entry, literal: number): boolean {
  if (!ASKED.test(name) || texts.some((text) => holdsLiteral(text, literal))) return false;
  return texts.some(({ atoms: [first] }) => first?.kind === 'hole');
}

/** What a name can be that stands for each of the keys of a collection in turn. */
export function listIteratedKeys(evaluator: Evaluator, name: SyntaxNode, module: Module): readonly TextValue[] {
  const collection = findIteratedCollection(name, module);
  const owners = collection === null ? [] : listKeepers(evaluator, collection, module);
  if (owners.length === 0) return [];
  return getKeys(evaluator).entries.flatMap(({ owner, texts }) => (owners.includes(owner) ? texts : []));
}

function getKeys(evaluator: Evaluator): OwnKeys {
  const known = collected.get(evaluator) ?? collectKeys(evaluator);
  collected.set(evaluator, known);
  return known;
}

/** What others have as a key of the collections; `isSame`: can a key that begins like this be one with the literal? */
export function listKeysBeside(
  evaluator: Evaluator,
  owners: readonly SyntaxNode[],
  isSame: (head: string) => boolean,
  literal: number,
): readonly SharedKey[] {
  const { entries, listed } = getKeys(evaluator);
  const shared = entries.flatMap((entry): readonly SharedKey[] => {
    const { owner, texts, place } = entry;
    if (!owners.includes(owner)) return [];
    if (asksForAny(entry, literal)) return [{ place, literals: [] }];
    return texts
      .filter((text) => !holdsLiteral(text, literal) && isSame(getTextHead(text)))
      .map(({ atoms }) => ({
        place,
        literals: atoms.flatMap((atom) => (atom.kind === 'text' ? (atom.origin?.literal ?? []) : [])),
      }));
  });
  const asked = owners.flatMap((owner) => listed.get(owner) ?? []);
  return [...shared, ...asked.map((place) => ({ place, literals: [] }))];
}
