import { type FunctionNode, isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { nameMethod } from './fakes-in-classes.ts';

/**
 * `vi.fn(async (path) => { expect(path).toBe('/calls') })`, `client.get = async (path) => { asked.push(path) }`: what a fake is handed,
 * under the name of its parameter and under those by which it tells the test.
 */

export interface FakedArgument {
  /** The function that the fake stands for, or the fake itself. */
  readonly subject: SyntaxNode;
  readonly index: number;
}

const RUNNING = /^(?:mockImplementation|mockImplementationOnce|callsFake|callFake)$/;
/** A fake by itself, which is put in the place of a function elsewhere. */
const BY_ITSELF = /^(?:fn|fake)$/;
/** `mock.method(http, 'get', run)` of node:test, `sinon.replace(http, 'get', run)` */
const REPLACING = /^(?:method|replace)$/;
const GROWING = /^(?:push|unshift|add)$/;

/** Whom a function that is handed to a spy stands for. */
function findSpied(call: SyntaxNode, fn: FunctionNode): SyntaxNode | null {
  if (call.type !== 'CallExpression') return null;
  const callee = unwrap(call.callee);
  const name = nameCallee(callee) ?? '';
  const at = call.arguments.findIndex((one) => one === fn);
  if (REPLACING.test(name) && isMemberNode(callee)) return at === 2 ? call : null;
  if (at !== 0) return null;
  if (BY_ITSELF.test(name)) return call;
  if (!RUNNING.test(name) || !isMemberNode(callee)) return null;
  const spy = unwrap(callee.object);
  const made = isCallNode(spy) && 'callee' in spy ? (nameCallee(spy.callee) ?? '') : '';
  // `vi.fn().mockImplementation(run)` is a fake by itself as well.
  if (BY_ITSELF.test(made)) return call;
  // jasmine's `spyOn(client, 'get').and.callFake(run)`
  return isMemberNode(spy) && nameMember(spy) === 'and' ? spy.object : spy;
}

/** The function that a fake stands for, or the fake itself; null for any other function. */
export function findFaked(fn: FunctionNode): SyntaxNode | null {
  if (fn.type === 'ObjectMethod' || nameMethod(fn) !== null) return fn;
  const parent = getParent(fn);
  if (parent === undefined) return null;
  if (parent.type === 'ObjectProperty') return parent.value === fn ? fn : null;
  if (parent.type === 'AssignmentExpression' && parent.right === fn)
    return isMemberNode(parent.left) ? parent.left : null;
  return findSpied(parent, fn);
}

/** `undefined`, `null`, `''`, `[]`: nothing so far. */
function isEmpty(node: SyntaxNode): boolean {
  const at = unwrap(node);
  if (at.type === 'ArrayExpression') return at.elements.length === 0;
  if (at.type === 'StringLiteral') return at.value === '';
  return at.type === 'NullLiteral' || (at.type === 'Identifier' && at.name === 'undefined');
}

/** What a name is given beside nothing; null where that is several things, or part of something. */
function findOnlyGiven({ source, assignments }: Binding): SyntaxNode | null {
  if (source.kind !== 'value' || source.steps.length > 0 || assignments.some(({ steps }) => steps.length > 0))
    return null;
  const own = source.node === null ? [] : [source.node];
  const [given, ...others] = [...own, ...assignments.map(({ node }) => node.right)].filter((one) => !isEmpty(one));
  return given === undefined || others.length > 0 ? null : unwrap(given);
}

function findParam(name: SyntaxNode, module: Module): FakedArgument | null {
  const source = name.type === 'Identifier' ? findBindingOf(module, name)?.source : undefined;
  if (source?.kind !== 'param' || source.rest || source.steps.length > 0) return null;
  const subject = findFaked(source.fn);
  return subject === null ? null : { subject, index: source.index };
}

/** `path` of `vi.fn((path) => …)`, and `asked` of `vi.fn((path) => { asked = path })`. */
export function findFakedArgument(node: SyntaxNode, module: Module): FakedArgument | null {
  const name = unwrap(node);
  const binding = name.type === 'Identifier' ? findBindingOf(module, name) : undefined;
  if (binding === undefined) return null;
  if (binding.source.kind === 'param') return binding.assignments.length > 0 ? null : findParam(name, module);
  const given = binding.assignments.length === 0 ? null : findOnlyGiven(binding);
  return given === null ? null : findParam(given, module);
}

/** `asked` of `vi.fn((path) => { asked.push(path) })`: the same argument of all calls. */
export function findFakedList(node: SyntaxNode, module: Module): FakedArgument | null {
  const name = unwrap(node);
  const binding = name.type === 'Identifier' ? findBindingOf(module, name) : undefined;
  const { source, assignments } = binding ?? {};
  if (binding === undefined || source?.kind !== 'value' || assignments === undefined) return null;
  const held = [...(source.node === null ? [] : [source.node]), ...assignments.map(({ node: at }) => at.right)];
  if (source.steps.length > 0 || held.length === 0 || !held.every(isEmpty)) return null;
  const pushed = listReadings(binding.declaration, module).flatMap((reading) => {
    const member = getParent(reading);
    const call =
      member !== undefined && isMemberNode(member) && member.object === reading ? getParent(member) : undefined;
    const isPush = call?.type === 'CallExpression' && call.callee === member && GROWING.test(nameMember(member) ?? '');
    return isPush ? [call.arguments] : [];
  });
  const [args, ...others] = pushed;
  const [given, ...more] = args ?? [];
  return given === undefined || more.length > 0 || others.length > 0 ? null : findParam(unwrap(given), module);
}
