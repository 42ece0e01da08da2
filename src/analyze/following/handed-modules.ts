import { type CallNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findSpecifier } from '../modules/required.ts';

/** Modules whose exports a file hands over: `client.use(lab)`, `new Client({ plugins: [lab] })`. They need hold no word of the catalogue. */

/** Lists and objects in the arguments of a call are looked into this deep. */
const MAX_DEPTH = 3;

function listHanded(node: SyntaxNode, depth = MAX_DEPTH): readonly SyntaxNode[] {
  const given = unwrap(node);
  if (given.type === 'Identifier') return [given];
  if (depth === 0) return [];
  if (given.type === 'ArrayExpression')
    return given.elements.flatMap((element) => (element === null ? [] : listHanded(element, depth - 1)));
  if (given.type === 'ObjectExpression')
    return given.properties.flatMap((member) =>
      member.type === 'ObjectProperty' ? listHanded(member.value, depth - 1) : [],
    );
  // `client.use(lab({ host }))`
  return given.type === 'CallExpression' ? listHanded(given.callee, depth - 1) : [];
}

function listArguments(call: CallNode): readonly SyntaxNode[] {
  return 'arguments' in call ? call.arguments : [];
}

/** The files that these lead to and that were not looked at. */
export function listHandedFiles(graph: ModuleGraph, module: Module): readonly string[] {
  const specifiers = new Set(
    module.scripts.flatMap(({ calls }) =>
      calls.flatMap((call) =>
        listArguments(call).flatMap((argument) =>
          listHanded(argument).flatMap((node) => {
            const source = findBindingOf(module, node)?.source;
            return source === undefined ? [] : (findSpecifier(source, module) ?? []);
          }),
        ),
      ),
    ),
  );
  return [...specifiers]
    .flatMap((specifier) => graph.findFile(module, specifier) ?? [])
    .filter((path) => !graph.hasLoaded(path));
}
