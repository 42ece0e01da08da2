import type * as t from '@babel/types';
import { isTestFile } from '../../model/test-files.ts';
import {
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findStub } from '../../syntax/stub-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';

/**
 * `vi.mocked(get).mockImplementation((path) => (path === '/calls' ? … : …))`: what a stub compares its arguments with is what
 * the function that it stands for is called with.
 */

const STUBBING = /^(?:mockImplementation|mockImplementationOnce|callsFake|fn|fake)$/;
/** `vi.fn(run)`: a stub by itself, which is put in the place of a function elsewhere. */
const BY_ITSELF = /^(?:fn|fake)$/;

interface StubbedCalls {
  /** The function that is replaced, or the stub itself. */
  readonly subject: SyntaxNode;
  readonly calls: readonly (readonly (SyntaxNode | null)[])[];
}

/** What a name is given where it is declared, or by the one assignment. */
export function findWritten(name: SyntaxNode, module: Module): SyntaxNode | null {
  const binding = findBindingOf(module, name);
  if (binding?.source.kind !== 'value' || binding.source.steps.length > 0) return null;
  const [assigned, ...others] = binding.assignments;
  if (binding.source.node !== null) return binding.source.node;
  return assigned?.steps.length === 0 && others.length === 0 ? assigned.node.right : null;
}

/** The keys of the table that is looked into: `answers[path]`. */
function listKeys(table: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const named = unwrap(table);
  const source = findBindingOf(module, named)?.source;
  const isWhole = source?.kind === 'value' && source.node !== null && source.steps.length === 0;
  const object = isWhole ? unwrap(source.node) : named;
  if (object.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((member) =>
    member.type !== 'SpreadElement' && !member.computed && member.key.type === 'StringLiteral' ? [member.key] : [],
  );
}

/** The keys of `new Map([['/calls', …]])`, which is asked for one: `answers.get(path)`. */
function listMapKeys(map: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const named = unwrap(map);
  const made = unwrap(findWritten(named, module) ?? named);
  if (made.type !== 'NewExpression' || made.callee.type !== 'Identifier' || made.callee.name !== 'Map') return [];
  const [pairs] = made.arguments;
  if (pairs?.type !== 'ArrayExpression') return [];
  return pairs.elements.flatMap((pair) => {
    const key = pair?.type === 'ArrayExpression' ? pair.elements[0] : null;
    return key?.type === 'StringLiteral' ? [key] : [];
  });
}

/** `['/calls', []]` of `new Map([['/calls', []]])` in a test: what its stubs answer, by the path that they are asked for. */
export function isAnswerKey(node: SyntaxNode, { path }: Module): boolean {
  const pair = getParent(node);
  if (!isTestFile(path) || pair?.type !== 'ArrayExpression' || pair.elements[0] !== node) return false;
  const pairs = getParent(pair);
  const made = pairs?.type === 'ArrayExpression' ? getParent(pairs) : undefined;
  return made?.type === 'NewExpression' && made.callee.type === 'Identifier' && made.callee.name === 'Map';
}

/** The other side of a comparison, the cases of a switch, what a text is asked to begin with, where it is looked up. */
export function listCompared(node: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const parent = getParent(node);
  if (parent !== undefined && isMemberNode(parent) && parent.computed && parent.property === node)
    return listKeys(parent.object, module);
  if (parent?.type === 'BinaryExpression')
    return /^[=!]==?$/.test(parent.operator) ? [parent.left === node ? parent.right : parent.left] : [];
  if (parent?.type === 'SwitchStatement')
    return parent.discriminant === node ? parent.cases.flatMap(({ test }) => test ?? []) : [];
  if (parent?.type === 'CallExpression' && isMemberNode(parent.callee) && parent.arguments[0] === node)
    return /^(?:get|has)$/.test(nameMember(parent.callee) ?? '') ? listMapKeys(parent.callee.object, module) : [];
  if (parent === undefined || !isMemberNode(parent) || parent.object !== node) return [];
  const call = getParent(parent);
  if (call?.type !== 'CallExpression' || nameMember(parent) !== 'startsWith') return [];
  return call.callee === parent ? call.arguments.slice(0, 1) : [];
}

function listArguments(fn: FunctionNode, module: Module): StubbedCalls['calls'] {
  return fn.params.flatMap((param, index) =>
    listReadings(param, module)
      .flatMap((reading) => listCompared(reading, module))
      .map((compared) => [...Array.from({ length: index }, () => null), compared]),
  );
}

/** `mock.method(http, 'get', run)` of node:test, `sinon.replace(http, 'get', run)` */
const REPLACING = /^(?:method|replace)$/;

function readReplaced(node: t.CallExpression, module: Module): StubbedCalls | null {
  const [, member, run] = node.arguments;
  if (member?.type !== 'StringLiteral' || run === undefined || !isFunctionNode(run)) return null;
  const calls = listArguments(run, module);
  return calls.length === 0 ? null : { subject: node, calls };
}

export function readStubbed(node: t.CallExpression, module: Module): StubbedCalls | null {
  const callee = unwrap(node.callee);
  const name = nameMember(callee);
  const [run] = node.arguments;
  if (isMemberNode(callee) && name !== null && REPLACING.test(name) && isTestFile(module.path))
    return readReplaced(node, module);
  if (!isMemberNode(callee) || name === null || !STUBBING.test(name) || !isTestFile(module.path)) return null;
  if (run === undefined || !isFunctionNode(run)) return null;
  const calls = listArguments(run, module);
  // `vi.fn().mockImplementation(run)` is a stub by itself as well.
  const made = unwrap(callee.object);
  const isItself =
    BY_ITSELF.test(name) || (isCallNode(made) && 'callee' in made && BY_ITSELF.test(nameCallee(made.callee) ?? ''));
  const subject = findStub(node) ?? (isItself ? node : callee.object);
  return calls.length === 0 ? null : { subject, calls };
}
