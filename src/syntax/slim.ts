import { slimDeclaration } from './declared-members.ts';
import { fillObjects } from './filled-objects.ts';
import type { SyntaxNode } from './tree.ts';

/** A list that grew has room for sixteen more; a copy has none. */
function copyTight<Item>(list: Item[]): Item[] {
  return list.length === 0 ? list : list.slice();
}

const names = new Map<string, string>();
/** An editor's process reads files for days. */
const MAX_NAMES = 100_000;

/** The parser cuts each name anew from the text; one string for all that are equal. */
function share(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  names.set(name, name);
  return name;
}

const NO_EXTRA = {};

/** How a literal is written stands in the text of the file; what matters is where parentheses around it begin. */
function dropRaw(node: SyntaxNode): void {
  if (node.extra?.parenthesized !== true) node.extra = NO_EXTRA;
}

/** `function load(this: Context, path: string)`: a type of TypeScript, which no call gives a value. */
function dropThis<Item extends SyntaxNode>(params: Item[]): Item[] {
  const [first] = params;
  return first?.type === 'Identifier' && first.name === 'this' ? params.slice(1) : params;
}

/** Lets go of what a tree holds and nobody reads: with many files that is much of the memory that a run takes. */
export function slim(node: SyntaxNode): void {
  node.loc = null; // offsets say where a node stands; its line and column are three objects of their own
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      node.name = share(node.name);
      break;
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'JSXText':
      dropRaw(node);
      break;
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      slimDeclaration(node);
      break;
    case 'CallExpression':
    case 'NewExpression':
      node.arguments = copyTight(node.arguments);
      break;
    case 'BlockStatement':
      node.body = copyTight(node.body);
      break;
    case 'Program':
      node.body = fillObjects(node.body);
      break;
    case 'ObjectExpression':
      node.properties = copyTight(node.properties);
      break;
    case 'ObjectPattern':
      node.properties = copyTight(node.properties);
      break;
    case 'VariableDeclaration':
      node.declarations = copyTight(node.declarations);
      break;
    case 'ImportDeclaration':
      node.specifiers = copyTight(node.specifiers);
      break;
    case 'TemplateLiteral':
      node.quasis = copyTight(node.quasis);
      node.expressions = copyTight(node.expressions);
      break;
    case 'ArrowFunctionExpression':
      node.params = copyTight(node.params);
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      node.params = dropThis(copyTight(node.params));
      break;
    case 'JSXElement':
      node.children = copyTight(node.children);
      node.closingElement = null;
      break;
    case 'JSXOpeningElement':
      node.attributes = copyTight(node.attributes);
      break;
    default:
  }
}
