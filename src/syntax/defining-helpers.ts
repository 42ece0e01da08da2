import { isModuleExports } from './compiled-modules.ts';
import {
  type CallNode,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  unwrap,
} from './nodes.ts';
import type { Binding } from './scopes.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `function constant(name, value) { Object.defineProperty(exports, name, { value }); }` and `constant('HOST', '…')`: an export by a
 * function of the file.
 */

interface Defining {
  /** Which of the arguments are the name and the value. */
  readonly name: number;
  readonly value: number;
}

interface DefinedExport {
  readonly name: string;
  readonly value: SyntaxNode;
}

function isExports(node: SyntaxNode): boolean {
  const object = unwrap(node);
  return (object.type === 'Identifier' && object.name === 'exports') || isModuleExports(object);
}

/** All that a function does, where it is one expression. */
function findOnlyExpression({ body }: FunctionNode): SyntaxNode | null {
  if (body.type !== 'BlockStatement') return unwrap(body);
  const [only, ...others] = body.body;
  if (only === undefined || others.length > 0) return null;
  if (only.type === 'ExpressionStatement') return unwrap(only.expression);
  return only.type === 'ReturnStatement' && only.argument ? unwrap(only.argument) : null;
}

function findValue(descriptor: SyntaxNode): SyntaxNode | null {
  if (descriptor.type !== 'ObjectExpression') return null;
  const member = descriptor.properties.find((one) => nameKey(one) === 'value');
  return member?.type === 'ObjectProperty' ? unwrap(member.value) : null;
}

/** The name and the value that such an expression gives to `exports`. */
function readDefinition(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
  if (node.type === 'AssignmentExpression') {
    const target = unwrap(node.left);
    const isOpen = node.operator === '=' && isMemberNode(target) && target.computed;
    return isOpen && isExports(target.object) ? [unwrap(target.property), unwrap(node.right)] : null;
  }
  if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'defineProperty') return null;
  const [object, name, descriptor] = node.arguments;
  if (object === undefined || name === undefined || descriptor === undefined || !isExports(object)) return null;
  const value = findValue(unwrap(descriptor));
  return value === null ? null : [unwrap(name), value];
}

function findDefining(fn: FunctionNode): Defining | null {
  const only = fn.async === true || fn.generator === true ? null : findOnlyExpression(fn);
  const given = only === null ? null : readDefinition(only);
  if (given === null) return null;
  const [name = -1, value = -1] = given.map((node) =>
    fn.params.findIndex(
      (param) => param.type === 'Identifier' && node.type === 'Identifier' && param.name === node.name,
    ),
  );
  return name === -1 || value === -1 ? null : { name, value };
}

/** What a call of such a function exports; null for all other calls. `find`: what a name of the file stands for. */
export function readDefinedExport(
  call: CallNode,
  find: (name: SyntaxNode) => Binding | undefined,
): DefinedExport | null {
  if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.arguments.length < 2) return null;
  const source = find(call.callee)?.source;
  const made = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  const fn = source?.kind === 'function' ? source.fn : made !== null && isFunctionNode(made) ? made : null;
  const defining = fn === null ? null : findDefining(fn);
  if (defining === null) return null;
  const [name, value] = [call.arguments[defining.name], call.arguments[defining.value]];
  if (name?.type !== 'StringLiteral' || value === undefined || value.type === 'SpreadElement') return null;
  return { name: name.value, value };
}
