import { isFunctionNode } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { getParent, type Module } from './modules.ts';

/** Modules whose exports hold path texts, or give them back: who imports one may use the text for something else. */

/** What passes a text on as it is, or as part of a larger one. */
const CARRIERS =
  /^(?:TemplateLiteral|BinaryExpression|ConditionalExpression|LogicalExpression|ParenthesizedExpression|TSAs|TSSatisfies|TSNonNull|TSTypeAssertion|Object(?:Expression|Property)|ArrayExpression|SpreadElement|TSEnum|ReturnStatement|BlockStatement|IfStatement|SwitchCase|SwitchStatement)/;
const ENDS =
  /^(?:VariableDeclarator|ExportDefaultDeclaration|TSEnumDeclaration|Class(?:Private)?Property|ClassAccessorProperty|AssignmentExpression|TSExportAssignment|FunctionDeclaration|ClassMethod)$/;

/** Does the text become, or belong to, what a name stands for or a function gives back? */
function isPassedOn(module: Module, literal: SyntaxNode): boolean {
  let isGivenBack = false;
  for (let at = getParent(module, literal); at !== undefined; at = getParent(module, at)) {
    if (at.type === 'ReturnStatement') isGivenBack = true;
    if (at.type === 'BlockStatement' && !isGivenBack) return false;
    if (ENDS.test(at.type)) return true;
    if (isFunctionNode(at)) {
      isGivenBack = false;
      continue;
    }
    const isFrozen =
      at.type === 'CallExpression' &&
      /^(?:Object\.|new |Set|Map)/.test(module.text.slice(at.start ?? 0, (at.start ?? 0) + 8));
    if (!isFrozen && at.type !== 'NewExpression' && !CARRIERS.test(at.type)) return false;
  }
  return false;
}

/** `words`: the first segments of paths that matter. */
export function sharesPaths(module: Module, words: readonly string[]): boolean {
  if (module.exports.size === 0) return false;
  const path = new RegExp(`^/?(?:${words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')})(?![\\w-])`);
  return module.scripts.some((script) =>
    script.paths.some((node) => {
      const text = node.type === 'StringLiteral' ? node.value : (node.quasis[0]?.value.raw ?? '');
      return path.test(text) && isPassedOn(module, node);
    }),
  );
}
