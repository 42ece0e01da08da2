import { findFunctionAround } from '../../syntax/enclosing.ts';
import { type CallNode, type FunctionNode, isClassNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findFrame } from '../values/frames.ts';
import { chooseCaller } from '../values/value-marks.ts';
import type { Choice, Env } from '../values/values.ts';
import { findMakerOf } from './prototype-owners.ts';

/**
 * `Flow.list = Base.maker('GET', '/flows')`, of which `maker` gives back `function () { return this.send(…); }`: what the made
 * function is put on is its `this`.
 */

/** What a method stands on, or, where `isMaker`, the class or constructor that makes that. */
export interface MethodOwner {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly env: Env;
  readonly isMaker: boolean;
  /** Of several calls that make one: what else is known of that call goes with it. */
  readonly choices?: readonly Choice[];
}

/** `list = agents.list`, `static list = maker()` in the body of a class. */
export function findClassOfField(value: SyntaxNode): { readonly node: SyntaxNode; readonly isStatic: boolean } | null {
  const field = getParent(value);
  if (field?.type !== 'ClassProperty' || field.value !== value) return null;
  const body = getParent(field);
  const node = body === undefined ? undefined : getParent(body);
  return node !== undefined && isClassNode(node) ? { node, isStatic: field.static === true } : null;
}

/** Where the value of an expression becomes a method; null for all other places. */
function findOwner(value: SyntaxNode, module: Module, env: Env): MethodOwner | null {
  const field = findClassOfField(value);
  if (field !== null) return { node: field.node, module, env: null, isMaker: !field.isStatic };
  const maker = findMakerOf(value, module);
  if (maker !== null) return { node: maker, module, env: null, isMaker: true };
  const parent = getParent(value);
  if (parent?.type === 'AssignmentExpression' && parent.right === value) {
    const target = unwrap(parent.left);
    return isMemberNode(target) ? { node: target.object, module, env, isMaker: false } : null;
  }
  const literal = parent?.type === 'ObjectProperty' && parent.value === value ? getParent(parent) : undefined;
  return literal?.type === 'ObjectExpression' ? { node: literal, module, env, isMaker: false } : null;
}

/** `const call = function () { … }; return call;`, `function call() { … } return call;` */
function isGivenBackByName(fn: FunctionNode, maker: FunctionNode): boolean {
  const parent = getParent(fn);
  const id = fn.type === 'FunctionDeclaration' ? fn.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
  if (id?.type !== 'Identifier' || maker.body.type !== 'BlockStatement') return false;
  const last = maker.body.body.at(-1);
  const given = last?.type === 'ReturnStatement' && last.argument ? unwrap(last.argument) : null;
  return given?.type === 'Identifier' && given.name === id.name;
}

/** The function that gives back `fn` when it is called. */
function findMaker(fn: FunctionNode): FunctionNode | null {
  const parent = getParent(fn);
  const isReturned =
    parent?.type === 'ReturnStatement' || (parent?.type === 'ArrowFunctionExpression' && parent.body === fn);
  const maker = findFunctionAround(fn);
  return maker !== null && (isReturned || isGivenBackByName(fn, maker)) ? maker : null;
}

/** Is the call in force that has made the function? */
export function isMadeByKnownCall(fn: FunctionNode, env: Env): boolean {
  const maker = findMaker(fn);
  return maker !== null && findFrame(env, maker) !== null;
}

/** What the calls that make the function put it on: the one call that is in force, or, of any caller, all of them. */
export function listMadeOwners(evaluator: Evaluator, fn: FunctionNode, env: Env): readonly MethodOwner[] {
  const maker = findMaker(fn);
  if (maker === null) return [];
  const read = (call: { readonly node: CallNode; readonly module: Module }, from: Env): readonly MethodOwner[] => {
    const owner = findOwner(call.node, call.module, from);
    return owner === null ? [] : [owner];
  };
  const frame = findFrame(env, maker);
  if (frame !== null) return frame.call ? read(frame.call, frame.from ?? null) : [];
  if (env?.any !== true) return [];
  const callersOf = evaluator.identify(maker);
  return evaluator.index
    .listCallers(maker)
    .flatMap((caller, at) =>
      read(caller, evaluator.anyCaller).map((owner) => ({ ...owner, choices: [chooseCaller(callersOf, at)] })),
    );
}

/** Is the function also put on owners on which nobody here calls it? Who calls it on one says nothing of the others. */
export function isPutOnOwners({ index }: Evaluator, fn: FunctionNode): boolean {
  const maker = findMaker(fn);
  if (maker === null) return false;
  const callees = index.listCallers(fn).flatMap(({ node }) => index.listCallees(node));
  const called = new Set(
    callees.flatMap((callee) =>
      callee.type === 'function' && callee.fn === fn ? (findFrame(callee.env, maker)?.call?.node ?? []) : [],
    ),
  );
  return index
    .listCallers(maker)
    .some(({ node, module }) => !called.has(node) && findOwner(node, module, null) !== null);
}
