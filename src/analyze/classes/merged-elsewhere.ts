import type { ObjectExpression } from '@babel/types';
import { append } from '../../model/append.ts';
import { type FunctionNode, isMemberNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { type Binding, findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { listImportBindings } from '../importing/importers.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findRequired } from '../modules/required.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';
import { findOuter, holds } from './merged-literals.ts';

/** `{ ...core, ...agents }`, `Object.assign(core(), require('./agents'))`: objects of methods that other files put together into one. */

interface Joining {
  /** What stands for the object that is put into the other. */
  readonly piece: SyntaxNode;
  readonly outer: SyntaxNode;
  readonly module: Module;
}

/** `agents`, and `mixins.agents` of all that a file exports. */
function listPieces(name: SyntaxNode): readonly SyntaxNode[] {
  const parent = getParent(name);
  return parent !== undefined && isMemberNode(parent) && parent.object === name ? [name, parent] : [name];
}

function nameSpecifier({ source }: Binding, module: Module): string | null {
  if (source.kind === 'import') return source.specifier;
  return source.kind === 'value' && source.node?.type === 'CallExpression' ? findRequired(source.node, module) : null;
}

/** The joinings of a program, by the file that the object comes from. */
const gatherJoinings = gather(
  ({ loaded }: ModuleGraph) => loaded,
  () => new Map<Module, Joining[]>(),
  (joinings, module, graph) => {
    const add = (specifier: string, at: SyntaxNode): void => {
      for (const piece of listPieces(at)) {
        const outer = findOuter(piece);
        const target = outer === null ? null : graph.resolve(module, specifier);
        if (outer !== null && target !== null && typeof target !== 'string')
          append(joinings, target, { piece, outer, module });
      }
    };
    for (const script of module.scripts) {
      for (const binding of listImportBindings(script)) {
        const specifier = nameSpecifier(binding, module);
        if (specifier === null) continue;
        for (const name of script.identifiers.get(binding.name))
          if (findBinding(script, name) === binding) add(specifier, name);
      }
      for (const call of script.calls) {
        const specifier = findRequired(call, module);
        if (specifier !== null) add(specifier, call);
      }
    }
  },
);

/** The objects into which other files put what the literal stands for. */
export function listMergedElsewhere(
  evaluator: Evaluator,
  fn: FunctionNode,
  literal: ObjectExpression,
  module: Module,
  env: Env,
): readonly Value[] {
  if (module.exports.size === 0) return [];
  const around = env?.any === true ? evaluator.anyCaller : null;
  return (gatherJoinings(evaluator.graph).get(module) ?? [])
    .filter(({ piece, module: from }) =>
      listOptions(evaluator.evaluate(piece, from, null)).some(
        (option) => option.type === 'object' && option.node === literal,
      ),
    )
    .flatMap(({ outer, module: from }) => listOptions(evaluator.evaluate(outer, from, around)))
    .filter((option) => holds(evaluator, option, fn, literal, module));
}
