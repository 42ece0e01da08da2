import { findFunctionAround } from '../../syntax/enclosing.ts';
import {
  type FunctionNode,
  getEnd,
  getStart,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode, walk } from '../../syntax/walk.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { MERGING } from '../members/mergers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { readNamed } from '../texts/constants.ts';
import { listOptions } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';

/** Does a function that is handed a request, or what describes one, give it another address? */

const ADDRESS = /^(?:url|uri|href|base_?url|prefix_?url|host|hostname|port|origin|path|pathname)$/i;
export function isAddressName(name: string): boolean {
  return ADDRESS.test(name);
}

const SENDER = /fetch|request|send|dispatch|orig|native|real|next|inner|handler/i;

/** A helper that hands the request on to another is followed this deep. */
const MAX_HELPERS = 3;

function isHeaders(node: SyntaxNode): boolean {
  const owner = unwrap(node);
  const name = nameCallee(owner);
  return /headers/i.test(name ?? '');
}

/** `config.url = …`, `url.pathname += …`, `config[key] = …` */
function isAddressSet(node: SyntaxNode, param: string | null): boolean {
  if (node.type !== 'AssignmentExpression') return false;
  const target = unwrap(node.left);
  if (!isMemberNode(target) || isHeaders(target.object)) return false;
  const name = nameMember(target);
  if (name !== null) return ADDRESS.test(name);
  const owner = unwrap(target.object);
  return owner.type === 'Identifier' && owner.name === param;
}

/** `request.url`: the address as it is. */
function isReadOf(node: SyntaxNode, name: string): boolean {
  const value = unwrap(node);
  return isMemberNode(value) && nameMember(value) === name;
}

/** `{ ...config, url: '/v1' + config.url }`, or the same as what `Object.assign` merges or the function gives back. */
function isAddressMember(node: SyntaxNode, param: string | null): boolean {
  if (node.type !== 'ObjectExpression') return false;
  const parent = getParent(node);
  const isGiven =
    node.properties.some(({ type }) => type === 'SpreadElement') ||
    parent?.type === 'ReturnStatement' ||
    (parent?.type === 'ArrowFunctionExpression' && parent.body === node) ||
    (parent !== undefined && isCallNode(parent) && 'callee' in parent && MERGING.test(nameCallee(parent.callee) ?? ''));
  if (!isGiven) return false;
  return node.properties.some((member) => {
    if (member.type !== 'ObjectProperty') return false;
    const name = nameKey(member);
    if (name === null || !ADDRESS.test(name) || isReadOf(member.value, name)) return false;
    // `(url, options) => ({ url, options })`
    return param === null || !isSame(member.value, param);
  });
}

/** `new Request(address, request)`: the same request, sent to another address. */
function isReadressed(node: SyntaxNode, param: string | null): boolean {
  if (node.type !== 'NewExpression' || nameCallee(node.callee) !== 'Request') return false;
  const [address, init] = node.arguments;
  if (address === undefined || init === undefined || isReadOf(address, 'url')) return false;
  return address.type !== 'Identifier' || address.name !== param;
}

function mentions(node: SyntaxNode, name: string): boolean {
  return someNode(node, (inner) => inner.type === 'Identifier' && inner.name === name);
}

/** `String(input)`, `input.toString()`, `input.href`: what was handed over, in another form. */
function isSame(node: SyntaxNode, param: string): boolean {
  const value = unwrap(node);
  if (value.type === 'Identifier') return value.name === param;
  if (isMemberNode(value)) return /^(?:url|href)$/.test(nameMember(value) ?? '') && isSame(value.object, param);
  if (value.type === 'ConditionalExpression') return isSame(value.consequent, param) && isSame(value.alternate, param);
  if (!isCallNode(value) || !('arguments' in value)) return false;
  const callee = unwrap(value.callee);
  if (isMemberNode(callee))
    return /^(?:toString|clone)$/.test(nameMember(callee) ?? '') && isSame(callee.object, param);
  const [first, ...others] = value.arguments;
  return (
    first !== undefined &&
    others.length === 0 &&
    /^(?:String|URL|Request)$/.test(nameCallee(callee) ?? '') &&
    isSame(first, param)
  );
}

/** `const raw = globalThis.fetch`, `const get = api.get.bind(api)`: what was there before. */
function isTaken(callee: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, unwrap(callee))?.source;
  if (source?.kind !== 'value' || source.node === null) return false;
  const value = unwrap(source.node);
  if (source.steps.length > 0 || isMemberNode(value)) return true;
  return isCallNode(value) && 'callee' in value && nameCallee(value.callee) === 'bind';
}

/** `https://log.example/?url=${encodeURIComponent(url)}`: the address is told, and not asked. */
function isToldOnly(node: SyntaxNode, param: string): boolean {
  let isTold = true;
  walk(node, true, (inner) => {
    if (isCallNode(inner) && 'callee' in inner && nameCallee(inner.callee) === 'encodeURIComponent') return null;
    isTold &&= inner.type !== 'Identifier' || inner.name !== param;
    return isTold || null;
  });
  return isTold;
}

/** `original(rewrite(input), init)`: what is sent on is not what was handed over. */
function isSentChanged(node: SyntaxNode, param: string, module: Module): boolean {
  if (!isCallNode(node) || !('arguments' in node)) return false;
  if (!SENDER.test(nameCallee(node.callee) ?? '') && !isTaken(node.callee, module)) return false;
  const [first] = node.arguments;
  if (first === undefined || first.type === 'SpreadElement' || isSame(first, param)) return false;
  if (mentions(first, param)) return first.type !== 'ObjectExpression' && !isToldOnly(first, param);
  const source = findBindingOf(module, first)?.source;
  const made = source?.kind === 'value' ? source.node : null;
  return made !== null && !isSame(made, param) && mentions(made, param);
}

/** `'/v1' + path`, `.replace('.example/', '.example/v1/')` */
const VERSION = /(?:^|[^\w/*])\/v\d+(?![\w.-])|\w\/v\d+\//;

/** Is there a version among the texts of a function that sees requests on their way? */
export function namesVersion(evaluator: Evaluator, hook: Value): boolean {
  return listOptions(hook).some(
    (option) =>
      option.type === 'function' &&
      (option.module.text
        .slice(getStart(option.fn), getEnd(option.fn))
        .split('\n')
        .some((line) => VERSION.test(line.replace(/^\s*(?:\*|\/[*/]).*|\s\/\/\s.*/, ''))) ||
        usesVersion(evaluator, option)),
  );
}

/** `PREFIX + path` of `const PREFIX = '/v1'`: the same under a name that stands outside of the function. */
function usesVersion(evaluator: Evaluator, { fn, module }: FunctionValue): boolean {
  return someNode(fn.body, (node) => {
    const isName = node.type === 'Identifier' || isMemberNode(node);
    return isName && VERSION.test(readNamed(evaluator, node, module) ?? '');
  });
}

/** A hook is handed what is sent, a wrapper sends it itself, and a step gives back what is handed to the next one. */
type Role = 'hook' | 'wrapper' | 'step';

const changing = new WeakMap<FunctionNode, Map<Role, boolean>>();

function findParam({ fn, bound }: FunctionValue): string | null {
  const first = fn.params[bound.length];
  const param = first?.type === 'AssignmentPattern' ? first.left : first;
  return param?.type === 'Identifier' ? param.name : null;
}

function judge(evaluator: Evaluator, hook: FunctionValue, role: Role, depth: number): boolean {
  const known = changing.get(hook.fn) ?? new Map<Role, boolean>();
  changing.set(hook.fn, known);
  const answer = known.get(role);
  if (answer !== undefined) return answer;
  known.set(role, false);
  const param = findParam(hook);
  const { module } = hook;
  const found = someNode(hook.fn.body, (node) => {
    // What a step makes is worked out with what it gives back.
    const isMade = role !== 'step' && (isAddressMember(node, param) || isReadressed(node, param));
    if (isAddressSet(node, param) || isMade) return true;
    if (param === null) return false;
    if (role === 'wrapper' && isSentChanged(node, param, module)) return true;
    if (!isCallNode(node) || !('arguments' in node) || depth >= MAX_HELPERS) return false;
    const [first] = node.arguments as readonly SyntaxNode[];
    if (first?.type !== 'Identifier' || first.name !== param) return false;
    const callees = listOptions(evaluateCallee(evaluator, node, module, hook.env));
    return callees.some((option) => option.type === 'function' && judge(evaluator, option, role, depth + 1));
  });
  known.set(role, found);
  return found;
}

/** An interceptor, a hook: what it does to the request counts. */
export function changesAddress(evaluator: Evaluator, hook: Value, isStep = false): boolean {
  const role = isStep ? 'step' : 'hook';
  return listOptions(hook).some((option) => option.type === 'function' && judge(evaluator, option, role, 0));
}

/** `(config) => load().then((settings) => { config.baseURL = settings.url; return config; })`: is what the callback gives back what the hook does? */
function isAwaited(callback: SyntaxNode, hook: FunctionNode): boolean {
  const call = getParent(callback);
  const callee = call?.type === 'CallExpression' && call.arguments[0] === callback ? unwrap(call.callee) : null;
  if (call === undefined || callee === null || nameMember(callee) !== 'then') return false;
  const parent = getParent(call);
  return parent === hook || (parent?.type === 'ReturnStatement' && findFunctionAround(parent) === hook);
}

/**
 * Does running the function show all that it does to an address? It sets it on what it is handed, where it stands; no helper
 * may change the same object, and no callback does it later.
 */
export function setsPlainly(evaluator: Evaluator, hook: FunctionValue): boolean {
  const param = findParam(hook);
  if (param === null) return false;
  return !someNode(hook.fn.body, (node) => {
    if (isAddressSet(node, param) && node.type === 'AssignmentExpression') {
      const target = unwrap(node.left);
      const owner = isMemberNode(target) ? unwrap(target.object) : null;
      if (owner?.type !== 'Identifier' || owner.name !== param) return true;
      const around = findFunctionAround(node);
      return around !== hook.fn && (around === null || !isAwaited(around, hook.fn));
    }
    if (!isCallNode(node) || !('arguments' in node)) return false;
    const [first] = node.arguments;
    const isHanded = first?.type === 'Identifier' && first.name === param;
    const callees = isHanded ? listOptions(evaluateCallee(evaluator, node, hook.module, hook.env)) : [];
    return callees.some((option) => option.type === 'function' && judge(evaluator, option, 'hook', 1));
  });
}

/** What stands in the place of `fetch`: what it sends on counts, too. */
export function sendsElsewhere(evaluator: Evaluator, wrapper: Value): boolean {
  return listOptions(wrapper).some(
    (option) =>
      option.type === 'function' && (judge(evaluator, option, 'wrapper', 0) || namesVersion(evaluator, option)),
  );
}
