import type { SyntaxNode } from './tree.ts';

/** A list that grew has room for sixteen more; a copy has none. */
function fit<Item>(list: Item[]): Item[] {
  return list.length === 0 ? list : list.slice();
}

/** Lets go of what a tree holds and nobody reads: with many files that is much of the memory that a run takes. */
export function slim(node: SyntaxNode): void {
  node.loc = null; // offsets say where a node stands; its line and column are three objects of their own
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      node.arguments = fit(node.arguments);
      break;
    case 'BlockStatement':
    case 'Program':
      node.body = fit(node.body);
      break;
    case 'ObjectExpression':
      node.properties = fit(node.properties);
      break;
    case 'ObjectPattern':
      node.properties = fit(node.properties);
      break;
    case 'VariableDeclaration':
      node.declarations = fit(node.declarations);
      break;
    case 'ImportDeclaration':
      node.specifiers = fit(node.specifiers);
      break;
    case 'TemplateLiteral':
      node.quasis = fit(node.quasis);
      node.expressions = fit(node.expressions);
      break;
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'ClassMethod':
      node.params = fit(node.params);
      break;
    case 'JSXElement':
      node.children = fit(node.children);
      break;
    case 'JSXOpeningElement':
      node.attributes = fit(node.attributes);
      break;
    default:
  }
}
