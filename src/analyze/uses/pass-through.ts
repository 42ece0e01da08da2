import { type ClassNode, isCallNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules.ts';
import { listOptions } from '../unions.ts';
import { ANY } from './places.ts';

/** Where a value goes on that nobody names: through a call of the language, and as a member of an instance. */

const TRANSPARENT_CALLS =
  /^(?:Object\.(?:freeze|seal|assign)|Array\.(?:from|of)|URL|String|Set|encodeURI|structuredClone|withDefaults|\$bindable)$/;

/** `Object.freeze({ … })`, `Object.values(TABLE)`, `new URL('/calls', base)`: the value goes on through the call. */
export function passThrough(
  evaluator: Evaluator,
  module: Module,
  call: SyntaxNode,
  argument: SyntaxNode,
  path: readonly string[],
): readonly string[] | null {
  if (!isCallNode(call) || call.type === 'TaggedTemplateExpression' || call.callee === argument) return null;
  const callee = evaluateCallee(evaluator, call, module, null);
  if (callee.type !== 'external' || callee.module !== 'global') return null;
  const name = callee.path.join('.');
  if (name === 'Map') return [ANY, ...path.slice(2)];
  if (name === 'Object.values') return [ANY, ...path.slice(1)];
  if (name === 'Object.entries') return [ANY, '1', ...path.slice(1)];
  if (name === 'Object.fromEntries' && path[1] === '1') return [ANY, ...path.slice(2)];
  return TRANSPARENT_CALLS.test(name) ? path : null;
}

function extendsClass(evaluator: Evaluator, node: ClassNode, owner: ClassNode): boolean {
  if (node === owner) return true;
  return evaluator.index.listSubclasses(evaluator, owner).some((below) => below.node === node);
}

/** Every `x.name` of which `x` is the class, or an instance of it or of one below it. */
export function listMemberReadings(
  evaluator: Evaluator,
  owner: ClassNode,
  name: string,
): readonly { readonly node: SyntaxNode; readonly module: Module }[] {
  return evaluator.graph.loaded.flatMap((module) =>
    module.scripts.flatMap((script) =>
      script.members.get(name).flatMap((node) => {
        const isOwn = listOptions(evaluator.evaluate(node.object, module, null)).some(
          (value) =>
            (value.type === 'class' && value.node === owner) ||
            (value.type === 'instance' && extendsClass(evaluator, value.of.node, owner)),
        );
        return isOwn ? [{ node, module }] : [];
      }),
    ),
  );
}
