import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { listExposed } from '../frameworks/electron-bridge.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findBindingOf, type Module } from './modules.ts';
import { keepMeeting } from './programs.ts';

/** `window.CONFIG = { … }` in one file, `CONFIG` or `window.CONFIG` in another. */

/** Libraries that a page names in a script tag are there under their own names. */
export const PAGE_LIBRARIES: ReadonlySet<string> = new Set(['axios']);

/**
 * The values that files of the project give a member of the global object; null when none does. What the platform has
 * anyway is left out: a test that replaces `fetch` does not change what the code sends.
 */
export function evaluateGlobalMember(evaluator: Evaluator, name: string, asking: Module): Value | null {
  if (name in globalThis) return null;
  const assigned = keepMeeting(evaluator, evaluator.index.listMemberAssignments(name), asking);
  const values = assigned.flatMap(({ object: target, value, module, operator }) => {
    const object = unwrap(target);
    if (object.type !== 'Identifier' || operator === '+=') return [];
    const owner = evaluator.evaluate(object, module, null);
    const isGlobal = owner.type === 'external' && owner.module === 'global' && owner.path.length === 0;
    return isGlobal && owner.made === null ? [evaluateAssigned(evaluator, value, module)] : [];
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
