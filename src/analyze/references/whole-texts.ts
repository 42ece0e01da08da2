import { isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Texts as wholes: the outermost node of what is put together by `+` or `concat`, and not its pieces. */

/** The cells of `` it.each`…` `` stand each for itself. */
function isTable(template: SyntaxNode): boolean {
  const tagged = getParent(template);
  return tagged?.type === 'TaggedTemplateExpression' && nameCallee(tagged.tag) === 'each';
}

/** Is the literal a piece of a larger text, a module name, a type or a label of syntax? */
function isPiece(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent === undefined) return true;
  switch (parent.type) {
    case 'TemplateLiteral':
      return !isTable(parent);
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportAttribute':
    case 'TSLiteralType':
    case 'TSExternalModuleReference':
    case 'ImportExpression':
    case 'Directive':
      return true;
    case 'BinaryExpression':
      return parent.operator === '+';
    default:
      return false;
  }
}

function isConcat(node: SyntaxNode | undefined): boolean {
  return node?.type === 'CallExpression' && isMemberNode(node.callee) && nameCallee(node.callee) === 'concat';
}

/** `base.concat(path).concat('?page=1')`: the outermost call, as compilers write a template. */
function joinsText(call: SyntaxNode): boolean {
  if (!isConcat(call)) return false;
  const parent = getParent(call);
  const isGrown = parent !== undefined && isMemberNode(parent) && parent.object === call && isConcat(getParent(parent));
  return !isGrown && !isPiece(call);
}

/** The texts of a script that may name a URL. */
export function listWholeTexts(script: ScriptFacts): readonly SyntaxNode[] {
  return [...script.strings.filter((node) => !isPiece(node)), ...script.sums, ...script.calls.filter(joinsText)];
}
