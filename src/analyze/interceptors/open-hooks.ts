import { isTestFile } from '../../model/test-files.ts';
import { findMemberRoot, isCallNode, isFunctionNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { ObjectValue } from '../values/values.ts';
import { changesAddress, isAddressName } from './address-changes.ts';

/**
 * `for (const hook of hooks) hook(request)`, `bus.emit('request', request)`: what a program hands a request to where nobody
 * sees whom it calls. If one of its functions that nobody is seen to call gives such an object another address, it may be this one.
 */

/** Methods that call those who listen. */
const EMITS = /^(?:emit|trigger|callHook|publish|notify|fire|run|apply|promise|call)/i;

/** `Object.assign({}, { url }, init)`: the object that comes out is that of the literal. */
const MERGES = /^(?:assign|freeze|seal)$/;

/** The name that the literal, or an object around it, is kept under. */
function findHolder(literal: SyntaxNode): SyntaxNode | null {
  for (let node = literal, parent = getParent(node); parent !== undefined; node = parent, parent = getParent(node)) {
    if (parent.type === 'VariableDeclarator') return parent.init === node ? parent.id : null;
    if (parent.type === 'AssignmentExpression') return parent.right === node ? parent.left : null;
    const isPart = parent.type === 'ObjectProperty' ? parent.value === node : parent.type === 'ObjectExpression';
    const isMerged =
      parent.type === 'CallExpression' && parent.callee !== node && MERGES.test(nameCallee(parent.callee) ?? '');
    if (!isPart && !isMerged && unwrap(parent) !== unwrap(node)) return null;
  }
  return null;
}

/** `hook(request)` in `hooks.reduce((request, hook) => hook(request), start)`, of which the object is `start`. */
function listFolded(start: SyntaxNode, module: Module): readonly SyntaxNode[] | null {
  const call = getParent(start);
  if (call?.type !== 'CallExpression') return null;
  if (nameCallee(call.callee) === 'resolve' && call.arguments[0] === start) return listFolded(call, module);
  const [step] = call.arguments;
  if (!/^reduce(?:Right)?$/.test(nameCallee(call.callee) ?? '') || call.arguments[1] !== start) return null;
  const hook = step !== undefined && isFunctionNode(step) ? step.params[1] : undefined;
  if (hook?.type !== 'Identifier') return null;
  const script = findScript(module, hook);
  const binding = findBinding(script, hook);
  return script.identifiers.get(hook.name).flatMap((node) => {
    const around = getParent(node);
    const isCalled = around !== undefined && isCallNode(around) && 'arguments' in around;
    return isCalled && findBinding(script, node) === binding ? [around] : [];
  });
}

/** The calls that are handed the object by its name. */
function listHandovers(literal: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const holder = findHolder(literal);
  if (holder?.type !== 'Identifier') return [];
  const script = findScript(module, holder);
  const binding = findBinding(script, holder);
  return script.identifiers.get(holder.name).flatMap((node) => {
    const call = getParent(node);
    if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.callee === node) return [];
    return findBinding(script, node) === binding ? [call] : [];
  });
}

interface Handovers {
  readonly calls: readonly SyntaxNode[];
  /** Each is handed what the one before gives back. */
  readonly isFolded: boolean;
  readonly module: Module | null;
}

const handovers = new WeakMap<SyntaxNode, Handovers>();

/** `for (const hook of hooks) hook(request)`: does one of those that the list was given set the address? */
function callsHook(evaluator: Evaluator, call: SyntaxNode, module: Module, isFolded: boolean): boolean {
  if (!isCallNode(call) || !('callee' in call)) return false;
  // `before.then(hook)`
  const [given] = 'arguments' in call && nameCallee(call.callee) === 'then' ? call.arguments : [];
  const callee = unwrap(given ?? call.callee);
  const source = findBindingOf(module, callee)?.source;
  if (source?.kind !== 'param' && source?.kind !== 'element') return false;
  // What a list that is written out does is worked out.
  if (!listOptions(evaluator.evaluate(callee, module, null)).some(({ type }) => type === 'param')) return false;
  return changesAddress(evaluator, evaluator.evaluate(callee, module, evaluator.anyCaller), isFolded);
}

/** Does nobody see whom the call calls? */
function isOpen(evaluator: Evaluator, call: SyntaxNode): boolean {
  if (!isCallNode(call) || !('callee' in call) || evaluator.index.listCallees(call).length > 0) return false;
  const callee = evaluator.index.getCallee(call);
  if (callee === undefined) return false;
  if (callee.type === 'unknown' || callee.type === 'param' || callee.type === 'primitive') return true;
  if (callee.type !== 'external') return false;
  const node = unwrap(call.callee);
  const name = nameMember(node);
  return name !== null && EMITS.test(name) && (callee.made !== null || callee.path.includes('instance()'));
}

/** Is there a function that sets this member of what it is handed, and that nobody is seen to call? */
function hasHook(evaluator: Evaluator, name: string): boolean {
  return evaluator.index.listMemberAssignments(name).some(({ object, module }) => {
    const source = findBindingOf(module, findMemberRoot(object))?.source;
    if (source?.kind !== 'param' || source.fn.type === 'ClassMethod' || isTestFile(module.path)) return false;
    return evaluator.index.listCallers(source.fn).length === 0;
  });
}

/** May a function that nobody is seen to call give the object another address? */
export function isHandedToHook(
  evaluator: Evaluator,
  { entries }: ObjectValue,
  literal: SyntaxNode,
  name: string,
): boolean {
  if (!isAddressName(name)) return false;
  let known = handovers.get(literal);
  if (known === undefined) {
    const module = entries.flatMap((entry) => (entry.slot.kind === 'value' ? [] : [entry.slot.module]))[0] ?? null;
    const folded = module === null ? null : listFolded(literal, module);
    const calls = module === null ? [] : (folded ?? listHandovers(literal, module));
    known = { calls, isFolded: folded !== null, module };
    handovers.set(literal, known);
  }
  const { calls, isFolded, module } = known;
  if (module === null || calls.length === 0) return false;
  return (
    calls.some((call) => callsHook(evaluator, call, module, isFolded)) ||
    (calls.some((call) => isOpen(evaluator, call)) && hasHook(evaluator, name))
  );
}
