import { isTestFile } from '../../model/test-files.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listNames } from '../modules/other-names.ts';
import { listOptions } from '../values/unions.ts';

/** `<Admin dataProvider={provider}>`: the package calls the methods of the object with the names of its resources. */

const GIVEN = /^(?:dataProvider|dataSource)$/;

/** The object literal of which a function is a method, and the name it is given. */
function findOwner(fn: FunctionNode): { readonly literal: SyntaxNode; readonly name: string } | null {
  const member = fn.type === 'ObjectMethod' ? fn : getParent(fn);
  const literal = member === undefined ? undefined : getParent(member);
  if (literal?.type !== 'ObjectExpression') return null;
  const declared = getParent(findOutermost(literal));
  return declared?.type === 'VariableDeclarator' && declared.id.type === 'Identifier'
    ? { literal, name: declared.id.name }
    : null;
}

function isGiven(node: SyntaxNode): boolean {
  const container = getParent(node);
  const attribute = container?.type === 'JSXExpressionContainer' ? getParent(container) : undefined;
  return attribute?.type === 'JSXAttribute' && GIVEN.test(`${attribute.name.name}`);
}

/** Is the function a method of what a component of a package is given to ask for data with? */
export function isOfDataProvider(evaluator: Evaluator, fn: FunctionNode): boolean {
  const owner = findOwner(fn);
  if (owner === null) return false;
  return [...listNames(evaluator.graph, owner.name)].some((name) =>
    evaluator.graph.loaded.some(
      (module) =>
        !isTestFile(module.path) &&
        module.scripts.some(({ identifiers }) =>
          identifiers
            .get(name)
            .some(
              (node) =>
                isGiven(node) &&
                listOptions(evaluator.evaluate(node, module, null)).some(
                  (option) => option.type === 'object' && option.node === owner.literal,
                ),
            ),
        ),
    ),
  );
}
