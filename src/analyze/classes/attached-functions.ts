import { type FunctionNode, isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';
import { findClassOfField } from './made-methods.ts';
import { listInstancesWith } from './mixing-classes.ts';
import { findMakerOf } from './prototype-owners.ts';

/**
 * `Client.prototype.list = list`, `{ http, list }`, `list.bind(this)`: a function by itself that becomes a method by its name. What
 * it is attached to is its `this`.
 */

/** The name under which a function of a file is known there. */
function findName(fn: FunctionNode): SyntaxNode | null {
  if (fn.type === 'FunctionDeclaration') return fn.id ?? null;
  const parent = getParent(fn);
  return parent?.type === 'VariableDeclarator' && parent.init === fn && parent.id.type === 'Identifier'
    ? parent.id
    : null;
}

/** What `this` is in a function that is used by its name here; null where the use says nothing of it. */
function readUse(evaluator: Evaluator, name: SyntaxNode, module: Module, env: Env): Value | SyntaxNode | null {
  const maker = findMakerOf(name, module);
  if (maker !== null) return maker;
  const field = findClassOfField(name);
  if (field !== null) return field.isStatic ? evaluator.evaluate(field.node, module, null) : field.node;
  const parent = getParent(name);
  if (parent !== undefined && isMemberNode(parent) && parent.object === name && nameMember(parent) === 'bind') {
    const call = getParent(parent);
    const [self] = call !== undefined && isCallNode(call) && 'arguments' in call ? call.arguments : [];
    return self === undefined ? null : evaluator.evaluate(self, module, env);
  }
  const literal = parent?.type === 'ObjectProperty' && parent.value === name ? getParent(parent) : undefined;
  return literal?.type === 'ObjectExpression' ? evaluator.evaluate(literal, module, env) : null;
}

interface Attached {
  /** What it is attached to, as a value. */
  readonly values: readonly Value[];
  /** What stands for the constructors, or classes, of whose prototypes it is a method. */
  readonly makers: readonly SyntaxNode[];
  /** Does its file export it? Then it is a method of that into which others mix the file, too. */
  readonly isExported: boolean;
}

/** `api.list = function () { … }`, `api.list = api.all = function () { … }`: what it is made a method of where it is written. */
function listAssigned(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): readonly Value[] {
  const values: Value[] = [];
  let at: SyntaxNode = fn;
  for (let outer = getParent(at); outer?.type === 'AssignmentExpression' && outer.right === at; outer = getParent(at)) {
    const target = unwrap(outer.left);
    if (isMemberNode(target)) values.push(...listOptions(evaluator.evaluate(target.object, module, env)));
    at = outer;
  }
  return values.filter(({ type }) => type !== 'unknown');
}

/** What a function is attached to by its name, in its own file and by those who mix that file into a class. */
export function listAttached(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): Attached {
  const values: Value[] = [...listAssigned(evaluator, fn, module, env)];
  const makers: SyntaxNode[] = [];
  const name = findName(fn);
  if (name?.type === 'Identifier') {
    const script = findScript(module, name);
    const binding = findBinding(script, name);
    for (const node of script.identifiers.get(name.name)) {
      if (node.type !== 'Identifier' || node === name || findBinding(script, node) !== binding) continue;
      const found = readUse(evaluator, node, module, env);
      if (found === null) continue;
      if ('refs' in found) values.push(...listOptions(found).filter(({ type }) => type !== 'unknown'));
      else makers.push(found);
    }
  }
  const isExported = [...module.exports.values()].some(
    (exported) =>
      (exported.kind === 'binding' &&
        exported.binding.source.kind === 'function' &&
        exported.binding.source.fn === fn) ||
      (exported.kind === 'expression' && unwrap(exported.node) === fn),
  );
  const mixed = isExported
    ? listInstancesWith(evaluator, env, (option) => option.type === 'module' && option.module === module)
    : [];
  return { values: [...values, ...mixed], makers, isExported };
}
