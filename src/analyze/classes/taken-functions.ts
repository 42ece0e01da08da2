import { type FunctionNode, isFunctionNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { findClassOfField } from './made-methods.ts';
import { readOwner } from './prototype-owners.ts';

/**
 * `create: agents.create.bind(this)`, `Client.prototype.list = agents.list`: a function that another file exports becomes a method
 * here, and what it is taken for is its `this`; so does `Partner.prototype.list = Client.prototype.list`.
 */

interface Taking {
  /** What stands for the function. */
  readonly fn: SyntaxNode;
  readonly module: Module;
  /** What it is called on, or what makes that. */
  readonly self: SyntaxNode;
  readonly isMaker: boolean;
}

const collected = new WeakMap<Module, readonly Taking[]>();

function isName(node: SyntaxNode): boolean {
  return node.type === 'Identifier' || isMemberNode(node);
}

function collectTakings(module: Module): readonly Taking[] {
  return module.scripts.flatMap(({ calls, memberAssignments, classes }) => {
    const bound = calls.flatMap((call): readonly Taking[] => {
      const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
      const [self] = call.type === 'CallExpression' ? call.arguments : [];
      if (callee === null || self === undefined || !isMemberNode(callee) || nameMember(callee) !== 'bind') return [];
      const fn = unwrap(callee.object);
      return isName(fn) ? [{ fn, module, self, isMaker: false }] : [];
    });
    const assigned = memberAssignments.flatMap(({ object, value }): readonly Taking[] => {
      const self = readOwner(object);
      const fn = unwrap(value);
      return self !== null && isName(fn) ? [{ fn, module, self, isMaker: true }] : [];
    });
    const fields = classes
      .flatMap((owner) => owner.body.body)
      .flatMap((member): readonly Taking[] => {
        const fn = member.type === 'ClassProperty' && member.value ? unwrap(member.value) : null;
        const of = fn === null || !isName(fn) ? null : findClassOfField(fn);
        return fn === null || of === null ? [] : [{ fn, module, self: of.node, isMaker: !of.isStatic }];
      });
    return [...bound, ...assigned, ...fields];
  });
}

/** The names by which others may take the function out of its file. */
function listNames(fn: FunctionNode, module: Module): ReadonlySet<string> {
  const names = new Set<string>();
  const own = 'id' in fn && fn.id?.type === 'Identifier' ? fn.id.name : null;
  if (own !== null) names.add(own);
  const parent = getParent(fn);
  const key = fn.type === 'ObjectMethod' ? nameKey(fn) : parent?.type === 'ObjectProperty' ? nameKey(parent) : null;
  if (key !== null) names.add(key);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') names.add(parent.id.name);
  if (parent?.type === 'AssignmentExpression') names.add(nameMember(unwrap(parent.left)) ?? '');
  // `module.exports = { create: createAgent }`
  for (const name of [...names])
    for (const { identifiers } of module.scripts)
      for (const node of identifiers.get(name)) {
        const member = getParent(node);
        if (member?.type === 'ObjectProperty' && member.value === node) names.add(nameKey(member) ?? '');
      }
  for (const [name, exported] of module.exports)
    if (exported.kind === 'binding' && names.has(exported.binding.name)) names.add(name);
  return names;
}

/** Where other files take the function for a method of theirs; of a method of a prototype, also where its own file does. */
export function listTakings(
  evaluator: Evaluator,
  fn: FunctionNode,
  module: Module,
  isOfPrototype = false,
): readonly Taking[] {
  if ((module.exports.size === 0 && !isOfPrototype) || !isFunctionNode(fn)) return [];
  const names = listNames(fn, module);
  return evaluator.graph.loaded.flatMap((other) => {
    if (other === module && !isOfPrototype) return [];
    const takings = collected.get(other) ?? collectTakings(other);
    collected.set(other, takings);
    return takings.filter((taking) => {
      if (other === module && !taking.isMaker) return false;
      const name = nameMember(taking.fn) ?? ('name' in taking.fn ? `${taking.fn.name}` : '');
      if (!names.has(name)) return false;
      const taken = listOptions(evaluator.evaluate(taking.fn, other, null));
      return taken.some((option) => option.type === 'function' && option.fn === fn);
    });
  });
}
