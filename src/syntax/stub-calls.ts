import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode, isMemberNode, nameCallee, nameMember, unwrap } from './nodes.ts';
import { setParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `vi.mock('./http', () => ({ get: (path) => … }))`: a plain function stands for another as one in `vi.fn(…)` does, so
 * that it is read as a call of its own.
 */

const MOCKING = /^(?:mock|doMock|unstable_mockModule)$/;

const made = new WeakMap<SyntaxNode, FunctionNode>();

/** The objects that a function gives back. */
function listGiven(fn: FunctionNode): readonly SyntaxNode[] {
  if (fn.body.type !== 'BlockStatement') return [unwrap(fn.body)];
  return fn.body.body.flatMap((statement) =>
    statement.type === 'ReturnStatement' && statement.argument ? [unwrap(statement.argument)] : [],
  );
}

/** The functions that stand as they are in an object or in one within it (`default: { … }`). */
function listPlain(node: SyntaxNode, depth = 0): readonly FunctionNode[] {
  if (node.type !== 'ObjectExpression' || depth > 2) return [];
  return node.properties.flatMap((member): readonly FunctionNode[] => {
    if (member.type === 'ObjectMethod') return [member];
    if (member.type !== 'ObjectProperty') return [];
    const value = unwrap(member.value);
    return isFunctionNode(value) ? [value] : listPlain(value, depth + 1);
  });
}

function makeStubCall(fn: FunctionNode): t.CallExpression {
  const { start, end } = fn;
  const place = { start, end };
  const callee = {
    type: 'MemberExpression',
    object: { type: 'Identifier', name: 'vi', ...place },
    property: { type: 'Identifier', name: 'fn', ...place },
    computed: false,
    ...place,
  };
  // The fields are those that Babel gives nodes of these types.
  const call = { type: 'CallExpression', callee, arguments: [fn], ...place } as unknown as t.CallExpression;
  made.set(call, fn);
  return call;
}

/** The calls that the plain functions of a mocked module stand for. */
export function listStubCalls(call: SyntaxNode): readonly t.CallExpression[] {
  if (call.type !== 'CallExpression' || !MOCKING.test(nameCallee(call.callee) ?? '')) return [];
  const [, factory] = call.arguments;
  if (factory === undefined || !isFunctionNode(factory)) return [];
  return listGiven(factory)
    .flatMap((given) => listPlain(given))
    .map((fn) => {
      const stub = makeStubCall(fn);
      setParent(stub, call);
      return stub;
    });
}

/** The function that such a call was made for. */
export function findStub(call: SyntaxNode): FunctionNode | null {
  return made.get(call) ?? null;
}

const TEST_LOADER = /^(?:jest\.require|vi(?:test)?\.import)(?:Actual|Mock)$/;

/** `jest.requireMock('axios')`, `vi.importActual('./api')`: the module that a test replaces is the one that it stands for. */
export function isTestLoader(callee: SyntaxNode): boolean {
  if (!isMemberNode(callee) || callee.object.type !== 'Identifier') return false;
  return TEST_LOADER.test(`${callee.object.name}.${nameMember(callee)}`);
}
