import type { ObjectExpression } from '@babel/types';
import { isFunctionNode, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * What a program puts under a name: in what it gives a package (`createRouter({ context: { voice } })`, `server.app.voice = client`,
 * `container.register('voice', …)`), and anywhere else.
 */

/** Objects and functions in what a package is given are looked into this deep. */
const MAX_DEPTH = 4;

const REGISTERING =
  /^(?:set|put|bind|register|provide|decorate|decorateRequest|decorateReply|singleton|instance|value|constant|service)$/;
/** `singleton('voice', () => makeClient())` */
const MAKING = /^(?:register|singleton|service|bind|provide)$/;
export interface Given {
  /** What it is put under, where that is no text: `context.set(voiceContext, client)`. */
  readonly key?: SyntaxNode;
  readonly value: SyntaxNode;
  readonly module: Module;
  /** Is it what the function gives back? */
  readonly isMade: boolean;
}

interface Found {
  upTo: number;
  readonly byName: Map<string, Given[]>;
  readonly keyed: Given[];
  readonly answers: Map<string, { readonly size: number; readonly given: readonly Given[] }>;
}

const known = new WeakMap<Evaluator, Found>();

/** What a function gives back where it is written as one object. */
function findReturned(node: SyntaxNode): SyntaxNode {
  const inner = unwrap(node);
  if (!isFunctionNode(inner)) return inner;
  if (inner.body.type !== 'BlockStatement') return unwrap(inner.body);
  const last = inner.body.body.at(-1);
  return last?.type === 'ReturnStatement' && last.argument ? unwrap(last.argument) : inner;
}

/** A value with a name or a making of its own: a text or a list is no client. */
function mayBeClient(node: SyntaxNode): boolean {
  const { type } = unwrap(node);
  return /^(?:Identifier|(?:Optional)?(?:Member|Call)Expression|(?:New|Await|Conditional|Logical)Expression)$/.test(
    type,
  );
}

function findMember(object: ObjectExpression, name: string): SyntaxNode | undefined {
  const member = object.properties.find((property) => nameKey(property) === name);
  return member?.type === 'ObjectProperty' ? unwrap(member.value) : member;
}

function collectMembers(found: Found, node: SyntaxNode, module: Module, depth: number): void {
  const object = findReturned(node);
  if (object.type !== 'ObjectExpression' || depth > MAX_DEPTH) return;
  const [key, factory] = ['api', 'factory'].map((name) => findMember(object, name));
  // `createApiFactory({ api: voiceApiRef, factory: () => new Voice() })` of Backstage
  if (key?.type === 'Identifier' && factory !== undefined && isFunctionNode(factory))
    found.keyed.push({ key, value: factory, module, isMade: true });
  for (const member of object.properties) {
    const name = nameKey(member);
    if (name === null) continue;
    if (member.type === 'ObjectMethod') collectMembers(found, member, module, depth + 1);
    if (member.type !== 'ObjectProperty') continue;
    if (mayBeClient(member.value)) add(found, name, { value: member.value, module, isMade: false });
    else collectMembers(found, member.value, module, depth + 1);
  }
}

function add(found: Found, name: string, given: Given): void {
  const list = found.byName.get(name) ?? [];
  list.push(given);
  found.byName.set(name, list);
}

function collectCall(found: Found, { node, module }: CallSite): void {
  if (!('arguments' in node)) return;
  const args = node.arguments;
  const name = nameCallee(node.callee) ?? '';
  for (const [at, argument] of args.entries()) {
    collectMembers(found, argument, module, 0);
    const next = args[at + 1];
    if (next === undefined || !REGISTERING.test(name)) continue;
    if (argument.type === 'Identifier' && args.length === 2 && mayBeClient(next))
      found.keyed.push({ key: argument, value: next, module, isMade: false });
    if (argument.type !== 'StringLiteral') continue;
    const isMade = MAKING.test(name) && isFunctionNode(unwrap(next));
    if (isMade || mayBeClient(next) || next.type === 'ObjectExpression')
      add(found, argument.value, { value: next, module, isMade });
  }
}

/** A function of the project says itself what it does with what it is given. */
function isOfProject(evaluator: Evaluator, { node }: CallSite): boolean {
  const callee = evaluator.index.getCallee(node);
  return callee !== undefined && listOptions(callee).some(({ type }) => type === 'function' || type === 'class');
}

function find(evaluator: Evaluator): Found {
  const found = known.get(evaluator) ?? { upTo: 0, byName: new Map(), keyed: [], answers: new Map() };
  known.set(evaluator, found);
  const { calls } = evaluator.index;
  for (; found.upTo < calls.length; found.upTo += 1) {
    const site = calls[found.upTo];
    if (site !== undefined && !evaluator.index.builtins.has(site) && !isOfProject(evaluator, site))
      collectCall(found, site);
  }
  return found;
}

const OPEN: ReadonlySet<Value['type']> = new Set(['external', 'param', 'unknown']);

/** `server.app.voice = client`: what is set on something that the project did not make. */
function listSet(evaluator: Evaluator, name: string): readonly Given[] {
  return evaluator.index.listMemberAssignments(name).flatMap(({ object, value, module, operator }) => {
    if (operator !== '=' || unwrap(object).type === 'ThisExpression' || !mayBeClient(value)) return [];
    const owner = evaluator.evaluate(object, module, evaluator.anyCaller);
    return listOptions(owner).every(({ type }) => OPEN.has(type)) ? [{ value, module, isMade: false }] : [];
  });
}

/** What packages are given under the name. */
export function listGiven(evaluator: Evaluator, name: string): readonly Given[] {
  const { byName, answers } = find(evaluator);
  const inCalls = byName.get(name) ?? [];
  const assigned = evaluator.index.listMemberAssignments(name);
  const size = inCalls.length + assigned.length;
  if (size === 0) return [];
  const answer = answers.get(name);
  if (answer?.size === size) return answer.given;
  // Who asks on the way is part of the question.
  answers.set(name, { size, given: [] });
  const given = [...inCalls, ...listSet(evaluator, name)];
  answers.set(name, { size, given });
  return given;
}

/** What stands under a name in any object, class or module that is loaded, beside what packages are given. */
export function listNamed(evaluator: Evaluator, name: string): readonly Given[] {
  return evaluator.graph.loaded.flatMap((module) =>
    module.scripts.flatMap(({ identifiers }) =>
      identifiers.get(name).flatMap((key): readonly Given[] => {
        const parent = getParent(key);
        const value = parent === undefined ? null : findNamedValue(parent, key);
        return value === null ? [] : [{ value, module, isMade: false }];
      }),
    ),
  );
}

function findNamedValue(parent: SyntaxNode, key: SyntaxNode): SyntaxNode | null {
  if (parent.type === 'ObjectProperty')
    return parent.key === key && getParent(parent)?.type === 'ObjectExpression' ? parent.value : null;
  if (parent.type === 'ClassProperty') return parent.key === key ? (parent.value ?? null) : null;
  if (parent.type === 'VariableDeclarator') {
    const around = getParent(getParent(parent) ?? parent);
    return parent.id === key && around?.type === 'ExportNamedDeclaration' ? (parent.init ?? null) : null;
  }
  // A getter, or a method: it is one of an object that may be what is handed down.
  if (parent.type === 'ClassMethod' || parent.type === 'ObjectMethod') return parent.key === key ? parent : null;
  const assigned = isMemberNode(parent) && parent.property === key ? getParent(parent) : undefined;
  return assigned?.type === 'AssignmentExpression' && assigned.left === parent ? assigned.right : null;
}

/** What packages are given under a key that is no text. */
export function listKeyed(evaluator: Evaluator): readonly Given[] {
  return find(evaluator).keyed;
}
