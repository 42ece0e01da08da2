import type { PatternStep } from '../../syntax/destructuring.ts';
import {
  type ArgumentCall,
  type CallNode,
  contains,
  describeName,
  type FunctionNode,
  getStart,
  isCallNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findConstructor } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** Where a value stands, and how the members on the way to it are read. */

/** What a function gives back when it is called. */
export const CALL = '()';
/** Some element of a list. */
export const ANY = '*';
/** Some key of a map. */
export const KEY = '[key]';

/** Parts of a URL that are not its path. */
const BESIDE_PATH = new Set([
  'searchParams',
  'search',
  'query',
  'hash',
  'host',
  'hostname',
  'origin',
  'protocol',
  'port',
]);

/** A node whose value holds the literal; `path` leads from that value to it. */
export interface Place {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly path: readonly string[];
  /** Where the text entered a larger one on the way here. */
  readonly entered: readonly string[];
  /** Inside a function that was handed the value: only what depends on the text itself, or shows it, counts there. */
  readonly isHandedOver: boolean;
  /** The text is in a whole URL: that it is the platform's stays so, and what is asked of its path may not (`url-questions.ts`). */
  readonly isUrl: boolean;
  /** It is what an answer or a failure says of the address: nobody but who asks or shows it minds. */
  readonly isAnswer?: true;
  /** The request that it answers. */
  readonly asked?: { readonly call: CallNode; readonly module: Module };
  /** The `pathname` of a URL: it begins with a slash, however the text does. */
  readonly isPathname?: true;
  /** It is written in other characters or bytes. */
  readonly isEncoded?: boolean;
  /** Nobody followed the text here: only questions to it are known, and not what else is done with it on the way. */
  readonly isUnvisited?: true;
  /** No request explained it where a callback gave it back to the call that goes on with it. */
  readonly isUnexplained?: boolean;
  /** It is a number or a name that is made of a URL (`digests.ts`). */
  readonly isDigest?: true;
  /** The calls that handed it over, innermost first: what those functions give back holds it, too. */
  readonly handed: Handed | null;
}

/** How a value came to a place, whatever the place. */
export type Flow = Pick<Place, 'isHandedOver' | 'isUrl' | 'isAnswer' | 'asked' | 'isEncoded' | 'entered' | 'handed'>;

export interface Handed {
  readonly fn: FunctionNode;
  readonly inside: Module;
  readonly call: SyntaxNode;
  readonly module: Module;
  /** A request explains how it is handed over. */
  readonly isCovered: boolean;
  /** What the function gives back is what the call gives, or an element of it; left out where it is the former. */
  readonly gives?: 'value' | 'element' | 'nothing';
  /** As it was where the call stands. */
  readonly before: Pick<Place, 'isHandedOver' | 'handed'>;
}

/** What has methods of the project. */
const OWNERS: ReadonlySet<Value['type']> = new Set(['instance', 'object', 'class', 'module']);

/** `fn.call(self, a)`, `fn.apply(self, list)`, `fn.bind(self, a)`: the name where they are the language's, and not a method of the project's. */
function nameApplying(evaluator: Evaluator, call: ArgumentCall, module: Module): string | null {
  const callee = unwrap(call.callee);
  const name = nameMember(callee);
  if (!isMemberNode(callee) || !/^(?:call|apply|bind)$/.test(name ?? '')) return null;
  const owners = listOptions(evaluator.evaluate(callee.object, module, evaluator.anyCaller));
  return owners.some(({ type }) => OWNERS.has(type)) ? null : name;
}

/** Which parameter an argument becomes: plainly, spread, or handed on by `.call`, `.apply` and `.bind`. */
export function findGiven(
  evaluator: Evaluator,
  call: ArgumentCall,
  { node, path, module }: Pick<Place, 'node' | 'path' | 'module'>,
): { readonly index: number; readonly path: readonly string[] } | null {
  const index = call.arguments.findIndex((argument) => argument === node);
  if (index === -1) return null;
  const name = nameApplying(evaluator, call, module);
  const isSpread = node.type === 'SpreadElement' || (name === 'apply' && index === 1);
  const first = name === null ? index : index - 1;
  if (!isSpread) return first < 0 ? null : { index: first, path };
  const [element, ...rest] = path;
  return element !== undefined && /^\d+$/.test(element) ? { index: first + Number(element), path: rest } : null;
}

/** The function that a call of the value runs. */
export function findEntered(value: Value): FunctionNode | undefined {
  if (value.type === 'function') return value.fn;
  return value.type === 'class' ? findConstructor(value.node) : undefined;
}

function isCalled(member: SyntaxNode): boolean {
  const call = getParent(member);
  return call !== undefined && isCallNode(call) && 'callee' in call && call.callee === member;
}

/**
 * `TABLE` in `TABLE.calls.list` widens to the member that is read, `path` in `path(id)` to the call; null when that is
 * another member than the one that holds the literal.
 */
export function readMembers({
  node: start,
  path,
  isAnswer,
}: Place): { readonly node: SyntaxNode; readonly path: readonly string[] } | null {
  let node = start;
  let rest = path;
  for (let parent = getParent(node); parent !== undefined; parent = getParent(node)) {
    const [expected] = rest;
    if (expected === CALL) {
      if (!isCallNode(parent) || parent.type === 'TaggedTemplateExpression' || parent.callee !== node) break;
      rest = rest.slice(1);
    } else if (isMemberNode(parent) && parent.object === node) {
      const name = nameMember(parent);
      if (expected === undefined) {
        // `path.search(/x/)` is a question to a text.
        if (name !== null && BESIDE_PATH.has(name) && !isCalled(parent)) return null;
        // The whole of a URL object.
        if (name !== 'href') break;
        node = parent;
        continue;
      }
      const isElement = expected === ANY || /^\d+$/.test(expected);
      if (isElement && name !== null && !/^\d+$/.test(name)) {
        // A member of the list itself: its length says nothing, its methods hand elements on.
        if (name === 'length') return null;
        // `row.list` of rows that are lists or objects: a tuple has no such member. What stands for a list here has methods.
        if (expected !== ANY && name !== 'raw' && !(name in Array.prototype) && !isCalled(parent)) return null;
        break;
      }
      // What goes through the keys of a map is a method of it.
      if (expected === KEY) break;
      // `request.clone().url` of what a hook is handed.
      const copy = isAnswer && name === 'clone' && expected !== name ? getParent(parent) : undefined;
      if (copy !== undefined && isCallNode(copy) && 'callee' in copy && copy.callee === parent) {
        node = copy;
        continue;
      }
      // `list().then(({ path }) => …)`: of a promise, it is handed on.
      if (name === 'then' && expected !== name && isCalled(parent)) break;
      if (name !== null && expected !== ANY && name !== expected) return null;
      rest = rest.slice(1);
    } else if (unwrap(parent) !== unwrap(node)) break;
    node = parent;
  }
  return { node, path: rest };
}

/** The rest of the path behind a destructuring; null when the name is bound to something else. */
export function followSteps(steps: readonly PatternStep[], path: readonly string[]): readonly string[] | null {
  let rest = path;
  for (const step of steps) {
    const [expected] = rest;
    if (step.kind === 'rest' && expected !== undefined && step.without.includes(expected)) return null;
    if (step.kind === 'default' || step.kind === 'rest' || step.kind === 'rest-elements') continue;
    if (expected === undefined) return null;
    const name = step.kind === 'property' ? step.name : step.kind === 'index' ? String(step.index) : null;
    if (name !== null && expected !== ANY && expected !== name) return null;
    rest = rest.slice(1);
  }
  return rest;
}

/** Where a chain of members and calls begins; a cast begins one anew. */
export function findChainStart(node: SyntaxNode): SyntaxNode {
  let root = node;
  while (isMemberNode(root) || root.type === 'CallExpression')
    root = unwrap(isMemberNode(root) ? root.object : root.callee);
  return root;
}

/** The start of an expression with its parentheses, as seams name it. */
function getOuterStart(node: SyntaxNode): number {
  const parenthesis = node.extra?.parenStart;
  return typeof parenthesis === 'number' ? parenthesis : getStart(node);
}

/** Where the text enters a larger one, or what is sent: what is put in there reaches who sees it from there on. */
export function nameEntry({ node, module }: Pick<Place, 'node' | 'module'>): string {
  return `${module.path}:${getOuterStart(node)}`;
}

export function indexOf(list: SyntaxNode, element: SyntaxNode): string {
  if (list.type !== 'ArrayExpression') return ANY;
  const index = list.elements.findIndex((entry) => entry === element);
  return list.elements.slice(0, index + 1).some((entry) => entry?.type === 'SpreadElement') ? ANY : String(index);
}

/** `module.exports` is `[]`, `exports.name` is `['name']`; null for any other target. */
export function findExportPath(target: SyntaxNode): readonly string[] | null {
  const name = describeName(target);
  if (name === 'module.exports') return [];
  return /^(?:module\.)?exports\.(\w+)$/.exec(name)?.slice(1) ?? null;
}

/** Is the function a part of the one into which the value was handed? */
export function isWithinEntered(fn: FunctionNode, { module, handed }: Place): boolean {
  return handed !== null && handed.inside === module && contains(handed.fn, fn);
}

/** `const owns = {}.hasOwnProperty`, `Object.prototype.hasOwnProperty` */
function isOwning(callee: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, callee)?.source;
  const given = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : callee;
  return isMemberNode(given) && nameMember(given) === 'hasOwnProperty';
}

/** `owns.call(members, name)`, `Object.hasOwn(members, name)`: has it such a member? */
function isAskedForName(call: SyntaxNode, node: SyntaxNode, module: Module): boolean {
  if (call.type !== 'CallExpression' || call.arguments[0] !== node) return false;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee)) return false;
  return nameMember(callee) === 'call'
    ? isOwning(unwrap(callee.object), module)
    : describeName(callee) === 'Object.hasOwn';
}

/** `for (const name in RESOURCES)`: of the members only their names. */
export function isOnlyNamed({ node, path, module }: Place, parent: SyntaxNode, literal: SyntaxNode): boolean {
  const holder = getParent(literal);
  const isName = holder?.type === 'ObjectProperty' && holder.key === literal;
  if (path.length === 0 || isName) return false;
  return (parent.type === 'ForInStatement' && parent.right === node) || isAskedForName(parent, node, module);
}

/** The same value where the node around stands, or what that holds of it. */
export function climb(place: Place, node: SyntaxNode, path = place.path): Place {
  return { ...place, node, path, isEncoded: place.isEncoded ?? false };
}

/** `{ url: path }`: the options of a request, or of a function that makes one. */
export function enterOptions(place: Place): Place {
  return place.path.length === 0 ? { ...place, entered: [...place.entered, nameEntry(place)] } : place;
}

/** Is it nothing of which a request or an answer is made? */
export function isPlain({ isAnswer, isHandedOver, isUrl }: Place): boolean {
  return !isAnswer && !isHandedOver && !isUrl;
}
