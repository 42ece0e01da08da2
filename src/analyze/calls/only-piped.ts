import { findFunctionAround } from '../../syntax/enclosing.ts';
import {
  type CallNode,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { listOptions } from '../values/unions.ts';

/**
 * `headers() { return key$.pipe(map(toHeaders)); }`: what comes out of the stream is known to go to the functions that its callers
 * hand to it, and nowhere else.
 */

/** Operators whose function gets what comes in, and that hand on none of it themselves. */
const TAKING = /^(?:mergeMap|flatMap|concatMap|switchMap|exhaustMap)$/;

/** The function that gives the stream back, and does nothing else with it. */
function findGiver(stream: CallNode): FunctionNode | null {
  const fn = findFunctionAround(stream);
  const parent = getParent(stream);
  if (fn === null || parent === undefined) return null;
  return parent.type === 'ReturnStatement' || parent === fn ? fn : null;
}

function nameGiver(fn: FunctionNode): string | null {
  if (fn.type === 'FunctionDeclaration') return fn.id?.name ?? null;
  if (fn.type === 'ObjectMethod' || fn.type === 'ClassMethod') return nameKey(fn);
  const holder = getParent(fn);
  if (holder?.type === 'VariableDeclarator') return holder.id.type === 'Identifier' ? holder.id.name : null;
  return holder?.type === 'ObjectProperty' || holder?.type === 'ClassProperty' ? nameKey(holder) : null;
}

function takesFunction(call: SyntaxNode | undefined): boolean {
  return call?.type === 'CallExpression' && call.arguments[0] !== undefined && isFunctionNode(call.arguments[0]);
}

/** `headers().pipe(take(1), switchMap((headers) => …))`, `headers().subscribe((headers) => …)` */
function isTaken(stream: CallNode, isPassing: (step: SyntaxNode) => boolean): boolean {
  const member = getParent(stream);
  if (member === undefined || !isMemberNode(member) || member.object !== stream) return false;
  const call = getParent(member);
  if (call?.type !== 'CallExpression' || unwrap(call.callee) !== member) return false;
  if (nameMember(member) === 'subscribe') return takesFunction(call);
  const first = nameMember(member) === 'pipe' ? call.arguments.find((step) => !isPassing(step)) : undefined;
  return first?.type === 'CallExpression' && TAKING.test(nameCallee(first.callee) ?? '') && takesFunction(first);
}

/** Of calls by the same name it is known that they call something else. */
function isKnownOther(evaluator: Evaluator, { node, module }: CallSite, fn: FunctionNode): boolean {
  if (!('callee' in node)) return true;
  const options = listOptions(evaluator.evaluate(node.callee, module, evaluator.anyCaller));
  return options.every((option) =>
    option.type === 'function' ? option.fn !== fn : /^(?:external|client|primitive)$/.test(option.type),
  );
}

export function isOnlyPiped(evaluator: Evaluator, stream: CallNode, isPassing: (step: SyntaxNode) => boolean): boolean {
  const fn = findGiver(stream);
  const name = fn === null ? null : nameGiver(fn);
  if (fn === null || name === null) return false;
  // Its callers may not be known yet.
  evaluator.noteQuestionOfAnyCaller();
  const callers = evaluator.index.listCallers(fn);
  const known = new Set<SyntaxNode>(callers.map(({ node }) => node));
  const others = evaluator.index.calls.filter(
    ({ node }) => !known.has(node) && 'callee' in node && nameCallee(node.callee) === name,
  );
  return (
    callers.every(({ node }) => isTaken(node, isPassing)) && others.every((site) => isKnownOther(evaluator, site, fn))
  );
}
