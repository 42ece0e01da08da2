import {
  type ArgumentCall,
  type CallNode,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { isMatchStep, isOfMatch } from '../calls/matched-patterns.ts';
import { readOfStore } from '../components/option-objects.ts';
import { isOfZustand } from '../components/zustand-stores.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameCopier } from '../members/copiers.ts';
import { isMerger } from '../members/mergers.ts';
import { listElements, listProperties } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { OF_DIGEST } from '../questions/digests.ts';
import { getTextHead, holdsLiteral, listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { ANY, CALL, findEntered, KEY, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';

/** Where a value goes on that nobody names: through a call of the language. */

/** Expressions that have the value of what stands in them. */
export const TRANSPARENT: ReadonlySet<string> = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ObjectExpression',
  'SpreadElement',
  'AwaitExpression',
]);

/** Methods that give back the text, or what is left of it. */
const TEXT_METHODS =
  /^(?:trim|toString|concat|replace(?:All)?|to(?:Lower|Upper)Case|normalize|slice|substr(?:ing)?|pad(?:Start|End))$/;

const TRANSPARENT_CALLS =
  /^(?:Object\.(?:freeze|seal|assign)|Array\.(?:from|of)|URL|String|Set|encodeURI|decodeURI(?:Component)?|structuredClone|withDefaults|\$bindable)$/;

/** What writes a text in other characters or bytes: whoever gets those, gets the text. */
const ENCODERS = /^(?:encodeURIComponent|btoa|Buffer\.from|Blob|Response|Symbol\.for)$/;
const ENCODING_PACKAGES = /^(?:node:)?(?:util (?:default\.)?(?:inspect|format)|zlib (?:default\.)?\w+Sync)$/;

/** What is waited for of promises that hold the value. */
const PROMISES: Readonly<Record<string, (path: readonly string[]) => readonly string[]>> = {
  'Promise.resolve': (path) => path,
  'Promise.all': (path) => path,
  'Promise.allSettled': ([index = ANY, ...path]) => [index, 'value', ...path],
  'Promise.race': ([, ...path]) => path,
  'Promise.any': ([, ...path]) => path,
};

/** `new URL('/calls', base)` */
export function isAddress(call: CallNode, node: SyntaxNode, path: readonly string[]): boolean {
  const isFirst = call.type === 'NewExpression' && path.length === 0 && call.arguments[0] === node;
  return isFirst && nameCallee(call.callee) === 'URL';
}

/** `Object.fromEntries(list.map((path) => [path, …]))`, `new Map([[path, …]])`: is the value the key of a table that the call makes? */
export function becomesKey(call: CallNode, node: SyntaxNode, path: readonly string[]): boolean {
  if (call.type === 'TaggedTemplateExpression' || call.arguments[0] !== node) return false;
  if (path.length !== 2 || path[1] !== '0') return false;
  return nameCallee(call.callee) === (call.type === 'NewExpression' ? 'Map' : 'fromEntries');
}

/** What puts the name of a file together. */
const FILE_NAMES =
  /^(?:node:)?(?:path(?:\/posix)?|url) (?:default\.)?(?:posix\.)?(?:join|resolve|normalize|fileURLToPath|pathToFileURL)$/;

/** What gives the parts of a URL. */
const URL_PARSERS = /^(?:node:)?url (?:default\.)?(?:parse|urlToHttpOptions)$/;

/** `JSON.parse(JSON.stringify(table))` */
function isCopied(call: CallNode): boolean {
  const parent = getParent(call);
  const names = [call, parent].map((node) =>
    node?.type === 'CallExpression' && node.arguments.length === 1 ? nameCallee(node.callee) : null,
  );
  return names.join(' ') === 'stringify parse';
}

/** `schema.parse(answer)`: what is wrong in it is thrown, and else it comes back. */
const PARSERS = /^(?:parse|decode|cast)(?:Async|Sync)?$/;

/** The parser of something that nobody knows: an object, of which it gives back a copy. */
function isParsed(callee: Value, { callee: called }: ArgumentCall, path: readonly string[]): boolean {
  if (path.length === 0 || path[0] === CALL || (callee.type === 'external' && callee.module === 'global')) return false;
  const method = unwrap(called);
  return (
    isMemberNode(method) &&
    PARSERS.test(nameMember(method) ?? '') &&
    listOptions(callee).every((option) => findEntered(option) === undefined)
  );
}

export function isEncoder(callee: Value): boolean {
  if (callee.type !== 'external') return false;
  const name = callee.path.join('.');
  return callee.module === 'global' ? ENCODERS.test(name) : ENCODING_PACKAGES.test(`${callee.module} ${name}`);
}

/** `Object.freeze({ … })`, `Object.values(TABLE)`, `new URL('/calls', base)`: the value goes on through the call. */
export function passThrough(
  evaluator: Evaluator,
  module: Module,
  call: SyntaxNode,
  argument: SyntaxNode,
  path: readonly string[],
): readonly string[] | null {
  if (!isCallNode(call) || call.type === 'TaggedTemplateExpression') return null;
  // `(() => { …; return () => PATHS[at++]; })()`: a function that runs where it stands.
  if (call.callee === argument) return path[0] === CALL ? path.slice(1) : null;
  const callee = evaluateCallee(evaluator, call, module, null);
  if (call.arguments[0] === argument && isParsed(callee, call, path)) return path;
  const called = callee.type === 'external' ? `${callee.module} ${callee.path.join('.')}` : '';
  if (isEncoder(callee)) return [];
  if (callee.type === 'external' && path.length > 0 && (isMerger(callee) || nameCopier(callee) !== null)) return path;
  if (FILE_NAMES.test(called) || (URL_PARSERS.test(called) && call.arguments[0] === argument)) return path;
  if (callee.type === 'external' && callee.module === 'pinia' && callee.path.at(-1) === 'defineStore')
    return readOfStore(path);
  // `const { last } = storeToRefs(store)`: each member in a box.
  if (callee.type === 'external' && callee.module === 'pinia' && callee.path.at(-1) === 'storeToRefs')
    return path.length === 0 ? null : [...path.slice(0, 1), 'value', ...path.slice(1)];
  if (callee.type === 'external' && isOfZustand(callee)) return path[0] === CALL ? ['getState', ...path] : null;
  // The handlers of a chain: what they give back is what the chain comes to.
  if (isOfMatch(callee)) return path[0] === CALL ? path.slice(1) : null;
  // A stream is followed as the list of what comes out of it.
  if (called === 'rxjs of') return [ANY, ...path];
  if (called === 'rxjs from') return path;
  if (callee.type !== 'external' || callee.module !== 'global') return null;
  const name = callee.path.join('.');
  // A request that is made of another one has its address.
  if (name === 'Request' && call.arguments[0] === argument) return path[0] === 'url' ? path : ['url', ...path];
  // A map that is gone through pair by pair.
  if (path[0] === KEY) return name === 'Array.from' ? [ANY, '0'] : null;
  if (name === 'Map') return [path[1] === '0' ? KEY : ANY, ...path.slice(2)];
  if (name === 'Object.values') return [ANY, ...path.slice(1)];
  if (name === 'Object.entries') return [ANY, '1', ...path.slice(1)];
  if (name === 'JSON.stringify' && isCopied(call)) return path;
  if (name === 'JSON.parse' && getParent(argument) === call && isCallNode(argument) && isCopied(argument)) return path;
  const settled = PROMISES[name];
  if (settled !== undefined) return settled(path);
  if (name === 'Object.fromEntries' && path[1] === '1') return [ANY, ...path.slice(2)];
  return TRANSPARENT_CALLS.test(name) ? path : null;
}

/** `path.trim()`, `parts.join('/')`, `match(kind).with('agents', () => '/agents').exhaustive()`: what the method gives is the value, or made of it. */
export function passMethod(
  evaluator: Evaluator,
  name: string,
  call: CallNode,
  { path, module, isDigest }: Pick<Place, 'path' | 'module' | 'isDigest'>,
): readonly string[] | null {
  if (isDigest && OF_DIGEST.test(name)) return [];
  if (name === 'join' && path.length > 0) return path.slice(1);
  if (TEXT_METHODS.test(name) && path.length === 0) return [];
  return isMatchStep(name) && isOfMatch(evaluateCallee(evaluator, call, module, null)) ? path : null;
}

/** `base.concat(path)`: the argument becomes a piece of a larger text, and not an element of a list. */
export function isPieceOfText(evaluator: Evaluator, call: CallNode, argument: SyntaxNode, module: Module): boolean {
  if (call.type !== 'CallExpression' || argument === call.callee) return false;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || nameMember(callee) !== 'concat') return false;
  const receiver = evaluator.evaluate(callee.object, module, evaluator.anyCaller);
  return listOptions(receiver).some(({ type }) => type === 'text');
}

/** Tables of tables are looked through this deep. */
const MAX_HELD = 3;

function findIn(evaluator: Evaluator, value: Value, at: At, literal: number, depth: number): readonly string[] | null {
  for (const option of listOptions(value)) {
    if (option.type === 'text' || option.type === 'url') {
      if (listTexts(option, at.node, at.module).some((text) => holdsLiteral(text, literal))) return [];
    }
    if (depth === 0) continue;
    const members =
      option.type === 'object'
        ? listProperties(evaluator, option)
        : (option.type === 'array' ? (listElements(evaluator, option) ?? []) : []).map(
            (element) => [ANY, element] as const,
          );
    for (const [name, member] of members) {
      const path = findIn(evaluator, member, at, literal, depth - 1);
      if (path !== null) return [name, ...path];
    }
  }
  return null;
}

interface At {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** How the literal is in what a call gives back, of which the evaluator knows what it does: `format('/calls/%s', id)`. */
export function findHeld(
  evaluator: Evaluator,
  node: SyntaxNode,
  module: Module,
  literal: number,
): readonly string[] | null {
  return findIn(evaluator, evaluator.evaluate(node, module, evaluator.anyCaller), { node, module }, literal, MAX_HELD);
}

/**
 * `Object.fromEntries(Object.entries(paths).map(…))`: the members of what the call gives that hold the literal; null where some
 * of its names are not known, or none of them has it as a text.
 */
export function nameMembersHeld(
  evaluator: Evaluator,
  call: SyntaxNode,
  module: Module,
  literal: number,
): readonly string[] | null {
  const names = new Set<string>();
  for (const option of listOptions(evaluator.evaluate(call, module, null))) {
    if (option.type !== 'object' || option.entries.some(({ kind }) => kind !== 'slot')) return null;
    for (const [name, member] of listProperties(evaluator, option))
      if (listTexts(member, call, module).some((text) => holdsLiteral(text, literal))) names.add(name);
  }
  return names.size === 0 ? null : [...names];
}

/** `joinUrl(BASE, 'agents')`: has what the call gives of the literal its base in front? */
export function isPutBehindBase(evaluator: Evaluator, call: SyntaxNode, module: Module, literal: number): boolean {
  const texts = listTexts(evaluator.evaluate(call, module, null), call, module);
  const own = texts.filter((text) => holdsLiteral(text, literal));
  // Of a base that somebody else may give nothing more is known.
  return own.some(isAbsoluteUrl) && own.every((text) => isAbsoluteUrl(text) || text.atoms[0]?.kind !== 'text');
}

/** What a sum or a template begins with. */
function findFirstPiece(node: SyntaxNode): SyntaxNode {
  let first = unwrap(node);
  while (first.type === 'BinaryExpression' && first.operator === '+') first = unwrap(first.left);
  const [quasi] = first.type === 'TemplateLiteral' ? first.quasis : [];
  const [expression] = first.type === 'TemplateLiteral' ? first.expressions : [];
  return quasi?.value.raw === '' && expression !== undefined ? expression : first;
}

function listHeads(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly TextValue[] {
  return listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
}

/** An address, or what is not known: no path begins with it, whatever is behind it. */
function beginsNoPath(heads: readonly TextValue[]): boolean {
  return heads.every((text) => isAbsoluteUrl(text) || (text.atoms[0]?.kind ?? 'text') !== 'text');
}

export function beginsUrl(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  return beginsNoPath(listHeads(evaluator, node, module));
}

/**
 * What begins a path, or can begin none whatever is behind it; null where that is not known of the first piece alone. What all
 * callers put behind it are as many texts.
 */
function beginsPath(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean | null {
  const first = findFirstPiece(node);
  if (first === node) return null;
  const heads = listHeads(evaluator, first, module);
  if (heads.some((text) => /^\/\w/.test(getTextHead(text)))) return true;
  return beginsNoPath(heads) ? false : null;
}

function canBePath(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  // Mostly its own file says so, and that was asked for before.
  const own = listTexts(evaluator.evaluate(node, module, null), node, module);
  if (own.every(isAbsoluteUrl)) return false;
  const begins = beginsPath(evaluator, node, module);
  if (begins !== null) return begins;
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  return texts.some((text) => !isAbsoluteUrl(text) && /^\/?\w/.test(getTextHead(text)));
}

/** What a wrapper puts together is asked about once for each text that its callers give it, and there are hundreds. */
const pathTexts = new WeakMap<Evaluator, Map<SyntaxNode, boolean>>();

/** Is the text a path, and no whole URL? */
export function isPathText(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  const known = pathTexts.get(evaluator) ?? new Map<SyntaxNode, boolean>();
  pathTexts.set(evaluator, known);
  const answer = known.get(node) ?? canBePath(evaluator, node, module);
  known.set(node, answer);
  return answer;
}
