import type { API, ASTNode, FileInfo, JSCodeshift } from 'jscodeshift';
import type { TextEdit } from '../src/syntax/text-edits.ts';
import { findRange, findTouched } from './shared/touched-paths.ts';
import { runTransform, type SharedTrees, type TransformOptions } from './shared/transform.ts';

/** Does the edit take away one whole statement of a block, with the line that it stands in? */
function removesStatement(node: ASTNode, j: JSCodeshift, edit: TextEdit, source: string): boolean {
  if (edit.text !== '' || !(j.BlockStatement.check(node) || j.Program.check(node))) return false;
  const removed = source.slice(edit.start, edit.end).trim();
  return node.body.some((statement) => {
    const range = j.ExpressionStatement.check(statement) ? findRange(statement) : null;
    return range !== null && edit.start <= range.start && removed === source.slice(range.start, range.end);
  });
}

/** The name of a member in the type that the header's literal is declared with. */
function namesInType(node: ASTNode, j: JSCodeshift, { text }: TextEdit): boolean {
  return (
    /^(['"`])Authorization\1$/.test(text) &&
    (j.TSType.check(node) ||
      j.TSInterfaceDeclaration.check(node) ||
      j.TSTypeAliasDeclaration.check(node) ||
      j.TSTypeAnnotation.check(node))
  );
}

/** `delete headers['x-api-key']`, `if (headers['x-api-key'])`: the name in a question whether it is set. */
function namesMember(node: ASTNode, j: JSCodeshift, { text }: TextEdit): boolean {
  const isMember = j.MemberExpression.check(node) || j.OptionalMemberExpression.check(node);
  return isMember && node.computed === true && /^(['"`])Authorization\1$/.test(text);
}

function isPlace(node: ASTNode, j: JSCodeshift, edit: TextEdit, source: string): boolean {
  return (
    j.ObjectExpression.check(node) ||
    j.ArrayExpression.check(node) ||
    j.CallExpression.check(node) ||
    j.OptionalCallExpression.check(node) ||
    j.AssignmentExpression.check(node) ||
    namesInType(node, j, edit) ||
    namesMember(node, j, edit) ||
    removesStatement(node, j, edit, source)
  );
}

/** Replaces the header x-api-key by Authorization, or takes it out where an Authorization stands beside it. */
export function collectEdits(trees: SharedTrees, j: JSCodeshift, planned: readonly TextEdit[]): readonly TextEdit[] {
  for (const [edit, paths] of findTouched(trees.roots, planned)) {
    const placed = paths.some(({ node }) => isPlace(node, j, edit, trees.source));
    if (!placed) throw new Error(`api-key-header: [${edit.start}, ${edit.end}) is no part of a header`);
  }
  return planned;
}

export default function apiKeyHeader(file: FileInfo, api: API, options: TransformOptions): string | undefined {
  return runTransform('api-key-header', collectEdits, file, api, options);
}
