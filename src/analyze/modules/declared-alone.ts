import type { Statement } from '@babel/types';
import { isCallNode, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Statements that do nothing but declare names, so that who does not name them does not need them. */

const LITERAL = /^(?:String|Numeric|Boolean|Null)Literal$/;
/** What a test runner runs by itself, `describe.each(rows)('…', () => { … })` too. */
const BLOCKS = /^(?:describe|suite|context|test|it|specify)$/;

function isDecorated(node: SyntaxNode): boolean {
  return 'decorators' in node && (node.decorators?.length ?? 0) > 0;
}

function isConstant(node: SyntaxNode | null | undefined): boolean {
  return node == null || isFunctionNode(node) || LITERAL.test(node.type);
}

/** A class that runs no code when it is declared, and whose instances no framework makes. */
function isPlainClass(node: SyntaxNode): boolean {
  if (node.type !== 'ClassDeclaration' || isDecorated(node)) return false;
  if (node.superClass != null && node.superClass.type !== 'Identifier') return false;
  return node.body.body.every((member) => {
    if (member.type === 'StaticBlock' || isDecorated(member)) return false;
    if ('params' in member && member.params.some(isDecorated)) return false;
    const isStaticField = 'static' in member && member.static === true && 'value' in member;
    return !isStaticField || (typeof member.value === 'object' && isConstant(member.value));
  });
}

function isTestBlock(node: SyntaxNode): boolean {
  let at = unwrap(node);
  while (isCallNode(at) || isMemberNode(at)) {
    if (isMemberNode(at)) at = unwrap(at.object);
    else at = unwrap(at.type === 'TaggedTemplateExpression' ? at.tag : at.callee);
  }
  return isCallNode(node) && at.type === 'Identifier' && BLOCKS.test(at.name);
}

/** The names that a statement declares; null for one that does something else, or more. */
export function listDeclaredAlone(node: Statement): readonly string[] | null {
  switch (node.type) {
    case 'ExportNamedDeclaration':
      return node.declaration ? listDeclaredAlone(node.declaration) : null;
    case 'FunctionDeclaration':
      return node.id ? [node.id.name] : null;
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return [node.id.name];
    case 'ClassDeclaration':
      return node.id && isPlainClass(node) ? [node.id.name] : null;
    case 'VariableDeclaration': {
      const names = node.declarations.map(({ id, init }) =>
        node.kind === 'const' && id.type === 'Identifier' && init != null && isFunctionNode(init) ? id.name : null,
      );
      return names.includes(null) ? null : names.filter((name) => name !== null);
    }
    case 'ExpressionStatement':
      return isTestBlock(node.expression) ? [] : null;
    default:
      return null;
  }
}
