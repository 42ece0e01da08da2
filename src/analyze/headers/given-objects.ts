import { isTestFile } from '../../model/test-files.ts';
import { isMemberNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `register(api)`, `<Refine dataProvider={api} />`: objects and classes whose methods a package may call. */

function isOfPackage(callee: Value): boolean {
  return listOptions(callee).some(
    (option) => option.type === 'unknown' || (option.type === 'external' && option.module !== 'global'),
  );
}

/** What is handed over, and the members of what is written out there. */
function listHanded(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'Identifier' || isMemberNode(node) || node.type === 'NewExpression') return [node];
  if (node.type !== 'ObjectExpression') return [];
  const members = node.properties.flatMap((member) =>
    member.type === 'ObjectProperty' && nameKey(member) !== null ? listHanded(member.value) : [],
  );
  return [node, ...members];
}

/** `<ApiContext.Provider value={api}>` hands it to components of the project, whose calls are read. */
function isComponentOfPackage(evaluator: Evaluator, attribute: SyntaxNode, module: Module): boolean {
  const element = getParent(attribute);
  if (element?.type !== 'JSXOpeningElement' || element.name.type !== 'JSXIdentifier') return false;
  if (!/^[A-Z]/.test(element.name.name)) return false;
  return isOfPackage(evaluator.evaluate(element.name, module, evaluator.anyCaller));
}

/** By the literal, or the class, that their methods stand in. */
export function findGivenObjects(evaluator: Evaluator): ReadonlySet<SyntaxNode> {
  const found = new Set<SyntaxNode>();
  const add = (nodes: readonly SyntaxNode[], module: Module): void => {
    for (const node of nodes) {
      evaluator.ask();
      for (const option of listOptions(evaluator.evaluate(node, module, evaluator.anyCaller))) {
        if (option.type === 'object' && option.node !== null) found.add(option.node);
        if (option.type === 'instance') found.add(option.of.node);
        if (option.type === 'class') found.add(option.node);
      }
    }
  };
  for (const { node, module } of evaluator.index.calls) {
    if (!('arguments' in node) || isTestFile(module.path)) continue;
    const handed = (node.arguments as readonly SyntaxNode[]).flatMap(listHanded);
    if (handed.length === 0) continue;
    evaluator.ask();
    if (isOfPackage(evaluateCallee(evaluator, node, module, evaluator.anyCaller))) add(handed, module);
  }
  for (const module of evaluator.graph.loaded) {
    if (!/=\{/.test(module.text) || isTestFile(module.path)) continue;
    for (const { program } of module.scripts)
      walk(program, true, (node) => {
        const value = node.type === 'JSXAttribute' ? node.value : null;
        if (value?.type === 'JSXExpressionContainer' && isComponentOfPackage(evaluator, node, module))
          add(listHanded(value.expression), module);
        return true;
      });
  }
  return found;
}
