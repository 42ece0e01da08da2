import { writePlainly } from '../../model/plain-code.ts';
import { type CallNode, findMemberRoot, getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findRequired, findSpecifier } from '../modules/required.ts';

/**
 * Registries that other modules fill: `register({ path: '/agents' })` keeps the path for whoever goes through the list, and a
 * file that does may hold neither a word of the catalogue nor the name of the one that fills it.
 */

/** A list, a table or a map that begins empty, or is none yet. */
const KEEPS = /[=:]\s*(?:\[\s*\]|\{\s*\}|new\s+(?:Weak)?(?:Map|Set)\b|Object\.create\()/;
const FILLS = /\.(?:push|unshift|set|add)\(|\]\s*=[^=]|\bObject\.assign\(/;

/** `register` of `register(…)`, `registry.register(…)`, `require('./registry').register(…)` */
function findCalledFile(graph: ModuleGraph, call: CallNode, module: Module): string | null {
  if (call.type !== 'CallExpression') return null;
  const root: SyntaxNode = findMemberRoot(unwrap(call.callee));
  const specifier =
    root.type === 'CallExpression'
      ? findRequired(root, module)
      : findNamedSpecifier(findBindingOf(module, root), module);
  return specifier === null ? null : graph.findFile(module, specifier);
}

function findNamedSpecifier(binding: ReturnType<typeof findBindingOf>, module: Module): string | null {
  return binding === undefined ? null : findSpecifier(binding.source, module);
}

/** The files that keep what these hand them; `path`: what is written of a path. */
export function listFilledRegistries(
  graph: ModuleGraph,
  filling: readonly Module[],
  path: RegExp,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const module of filling)
    for (const call of module.scripts.flatMap(({ calls }) => calls)) {
      if (call.type !== 'CallExpression') continue;
      const given = call.arguments.some((argument) =>
        path.test(module.text.slice(getStart(argument), getEnd(argument))),
      );
      const file = given ? findCalledFile(graph, call, module) : null;
      const text = file === null ? '' : writePlainly(graph.project.load(file)?.text ?? '');
      if (file !== null && KEEPS.test(text) && FILLS.test(text)) found.add(file);
    }
  return found;
}
