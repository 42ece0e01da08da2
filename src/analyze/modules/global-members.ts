import { findMethodAround, findOutermost } from '../../syntax/enclosing.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { listExposed } from '../frameworks/electron-bridge.ts';
import { findOwnerNode } from '../members/owned-assignments.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findBindingOf, type Module } from './module.ts';
import { keepMeeting } from './programs.ts';

/** `window.CONFIG = { … }` in one file, `CONFIG` or `window.CONFIG` in another. */

/** Libraries that a page names in a script tag are there under their own names. */
export const PAGE_LIBRARIES: ReadonlySet<string> = new Set(['axios']);

/** `window`, `typeof window === 'undefined' ? global : window`, and `this` of what runs as a script of a page. */
function isGlobalObject(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  if (node.type === 'ThisExpression') return isThisOfPage(node);
  if (!/^(?:Identifier|ConditionalExpression|LogicalExpression)$/.test(node.type)) return false;
  return listOptions(evaluator.evaluate(node, module, null)).every(
    (owner) => owner.type === 'external' && owner.module === 'global' && owner.path.length === 0 && owner.made === null,
  );
}

/** At the top of the file, or in `(function () { … }).call(this)`. */
function isThisOfPage(node: SyntaxNode): boolean {
  const fn = findMethodAround(node);
  if (fn === null) return true;
  const member = getParent(findOutermost(fn));
  const call = member === undefined ? undefined : getParent(member);
  if (member === undefined || !isMemberNode(member) || call?.type !== 'CallExpression') return false;
  const [self] = call.arguments;
  const isCalled = call.callee === member && nameMember(member) === 'call' && unwrap(member.object) === fn;
  return isCalled && self?.type === 'ThisExpression' && isThisOfPage(self);
}

/**
 * The values that files of the project give a member of the global object; null when none does. What the platform has
 * anyway is left out: a test that replaces `fetch` does not change what the code sends.
 */
export function evaluateGlobalMember(evaluator: Evaluator, name: string, asking: Module): Value | null {
  if (name in globalThis) return null;
  const assigned = keepMeeting(evaluator, evaluator.index.listMemberAssignments(name), asking);
  const values = assigned.flatMap(({ object: target, value, module, operator }) => {
    const isSet = operator !== '+=' && isGlobalObject(evaluator, findOwnerNode(unwrap(target), module), module);
    return isSet ? [evaluateAssigned(evaluator, value, module)] : [];
  });
  values.push(...listExposed(evaluator, name, asking));
  return values.length === 0 ? null : unite(values);
}

/** Each file has its own. */
const OF_MODULE = /^(?:module|exports|require)$/;

/** Is it nobody's name, or that of what a script declares for all scripts of its page, `var APP = APP || {}`? */
function isOfPage({ graph }: Evaluator, name: SyntaxNode, module: Module): boolean {
  const binding = findBindingOf(module, name);
  if (binding === undefined) return true;
  const isOfScript = module.scripts.some(({ root }) => [...root.bindings.values()].includes(binding));
  return isOfScript && graph.scriptGlobals.isShared(module.path);
}

/** `wx.apiRequest = (options) => …` in one file, `wx.apiRequest({ url })` in another: what the project gives an object of its host. */
export function evaluateHostMember(evaluator: Evaluator, host: string, name: string, asking: Module): Value | null {
  if (host in globalThis || OF_MODULE.test(host)) return null;
  const assigned = keepMeeting(evaluator, evaluator.index.listMemberAssignments(name), asking);
  const values = assigned.flatMap(({ object, value, module, operator }) => {
    const owner = unwrap(object);
    if (operator === '+=' || owner.type !== 'Identifier' || owner.name !== host) return [];
    return isOfPage(evaluator, owner, module) ? [evaluateAssigned(evaluator, value, module)] : [];
  });
  return values.length === 0 ? null : unite(values);
}

/** `APP.api` where one script of a page says `var APP = {}` and another one `APP.api = …`. */
export function evaluatePageMember(evaluator: Evaluator, name: string, node: SyntaxNode, module: Module): Value | null {
  const object = isMemberNode(node) ? unwrap(node.object) : null;
  if (object?.type !== 'Identifier' || findBindingOf(module, object) !== undefined) return null;
  return evaluateHostMember(evaluator, object.name, name, module);
}
