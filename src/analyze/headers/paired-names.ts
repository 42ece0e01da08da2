import type { ObjectProperty } from '@babel/types';
import { type FunctionNode, findMemberRoot, getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listCalledFunctions } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { isOfLibrary } from '../modules/libraries.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Handover, TextValue } from '../values/values.ts';
import { quoteAuthorization, toCredential, type WrittenHeader } from './written-header.ts';

/**
 * `header(name, value) { this.headers[name] = value; }` and `request.header('x-api-key', key)`: a function that does nothing with
 * the two but to set the one to the other. A call of it sets a header as a statement does.
 */

/** The places of the two among the parameters. */
interface Pair {
  readonly fn: FunctionNode;
  readonly name: number;
  readonly value: number;
}

/** Of a plain parameter, which takes any text. */
function findParam(node: SyntaxNode, module: Module): { readonly fn: FunctionNode; readonly index: number } | null {
  const source = findBindingOf(module, unwrap(node))?.source;
  if (source?.kind !== 'param' || source.rest || source.steps.length > 0) return null;
  const param = source.fn.params[source.index];
  // One with a default need not be given.
  if (param?.type !== 'Identifier') return null;
  const type = param.typeAnnotation == null ? '' : readCode(module, param.typeAnnotation).replace(/^:\s*/, '');
  return /^(?:|string|any|unknown|string \| undefined)$/.test(type) ? source : null;
}

/** Is it only asked whether there is a value? */
function isAsked(reading: SyntaxNode): boolean {
  const parent = getParent(reading);
  return parent?.type === 'IfStatement' && parent.test === reading;
}

function isOnlyRead(
  node: SyntaxNode,
  { fn, index }: { readonly fn: FunctionNode; readonly index: number },
  module: Module,
): boolean {
  const param = fn.params[index];
  const at = unwrap(node);
  return param !== undefined && listReadings(param, module).every((reading) => reading === at || isAsked(reading));
}

/** `name` and `value`: of the member that is set. Null where they are more than two parameters of one function. */
export function findPair(name: SyntaxNode, value: SyntaxNode, module: Module): Pair | null {
  const [key, given] = [findParam(name, module), findParam(value, module)];
  if (key === null || given === null || key.fn !== given.fn || key.index === given.index) return null;
  if (!isOnlyRead(name, key, module) || !isOnlyRead(value, given, module)) return null;
  return { fn: key.fn, name: key.index, value: given.index };
}

function findPlace({ atoms: [first] }: TextValue): number | null {
  return first?.kind === 'text' ? (first.origin?.literal ?? null) : null;
}

/** `options.header`, and not `PROVIDERS[name].header`: of a table other rows may be asked for one day. */
function isPlainName(node: SyntaxNode): boolean {
  if (node.type !== 'MemberExpression') return node.type === 'Identifier' || node.type === 'ThisExpression';
  return !node.computed && isPlainName(unwrap(node.object));
}

/** Names that lead to the one that a callback has. */
const MAX_NAMES = 4;

/** `Object.keys(own).reduce((all, name) => ({ ...all, [name]: own[name] }), {})`: it is one of a list, which may have others. */
function isOneOfMany(node: SyntaxNode, module: Module, left = MAX_NAMES): boolean {
  const source = findBindingOf(module, findMemberRoot(unwrap(node)))?.source;
  if (source?.kind === 'element') return true;
  if (source?.kind === 'param') return getParent(source.fn)?.type === 'CallExpression';
  return source?.kind === 'value' && source.node !== null && left > 0 && isOneOfMany(source.node, module, left - 1);
}

/**
 * `{ [this.headerName]: this.key }`, `{ [options.header]: key }`: x-api-key where that is all that comes here, so that the member
 * needs no name from outside.
 */
export function readGivenName(evaluator: Evaluator, member: ObjectProperty, module: Module): string | null {
  const { key, value } = member;
  if (!isPlainName(key) || isOneOfMany(key, module)) return null;
  if (!evaluator.graph.loaded.some(({ text }) => /x-api-key/i.test(text))) return null;
  if (isOfLibrary(evaluator.graph, module) || findPair(key, value, module) !== null) return null;
  evaluator.ask();
  const options = listOptions(evaluator.evaluate(key, module, evaluator.anyCaller));
  const isAll = options.length > 0 && options.every((option) => toCredential(findKnownText(option)) === 'x-api-key');
  // Of several callers each has its own requests.
  const places = new Set(options.map((option) => (option.type === 'text' ? findPlace(option) : null)));
  return isAll && places.size === 1 && !evaluator.isCutShort ? 'x-api-key' : null;
}

/** The header as the call sets it; null where it calls anything else as well, or hands the name on from elsewhere. */
export function readPaired(
  evaluator: Evaluator,
  pair: Pair,
  literal: SyntaxNode,
  { call, module }: Handover,
): WrittenHeader | null {
  if (call.type !== 'CallExpression' || literal.type !== 'StringLiteral') return null;
  const value = call.arguments[pair.value];
  if (call.arguments[pair.name] !== literal || value === undefined) return null;
  if (call.arguments.some(({ type }) => type === 'SpreadElement')) return null;
  const callee = evaluator.index.getCallee(call);
  const called = callee === undefined ? [] : listCalledFunctions(evaluator, callee);
  if (called.length === 0 || called.some((fn) => fn !== pair.fn)) return null;
  const key = {
    start: getStart(literal),
    end: getEnd(literal),
    text: quoteAuthorization(module.text, getStart(literal)),
  };
  return { name: 'x-api-key', module, key, value, removal: null, hasAuthorization: false, owner: null };
}
