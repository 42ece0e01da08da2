import type { Seam } from '../../model/url-value.ts';
import { findCalleeRoot, getEnd, getStart, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { unite } from '../values/unions.ts';
import type { Argument, Value } from '../values/values.ts';
import { listTexts, markSeam } from './texts.ts';

/**
 * `client.get(path)`, `client({ url: path })`, `new URL(path, BASE)`: what is put in front of the name stands before the path,
 * whatever a caller gives.
 */

const URL_NAMES = /^(?:url|uri|path)$/;
/** A name, or what makes the path: `client.get(agentPath(id))`. */
const NAMED = /^(?:Identifier|(?:Optional)?(?:Member|Call)Expression)$/;

/** `'/agents/'.concat(id)` has the text of the path itself. */
function beginsWithText(node: SyntaxNode): boolean {
  const { type } = findCalleeRoot(node);
  return type === 'StringLiteral' || type === 'TemplateLiteral';
}

/** The argument itself, or the member for the URL of the options that are written in the call. */
function listCandidates(given: SyntaxNode): readonly SyntaxNode[] {
  const node = unwrap(given);
  if (node.type !== 'ObjectExpression') return node === given ? [node] : [];
  return node.properties.flatMap((property) =>
    property.type === 'ObjectProperty' && URL_NAMES.test(nameKey(property) ?? '') ? [property.value] : [],
  );
}

/** `{ url }` has no room for a text: its name is written out. */
function findKind(node: SyntaxNode): Seam['kind'] {
  const parent = getParent(node);
  return parent?.type === 'ObjectProperty' && parent.shorthand ? 'shorthand' : 'argument';
}

/** The path, marked with where it enters the URL, if one of the arguments is a name that stands for it. */
export function markArguments(evaluator: Evaluator, args: readonly Argument[], path: Value): Value {
  for (const argument of args) {
    if (argument.kind !== 'expression') continue;
    const { module, env } = argument;
    const node = listCandidates(argument.node).find(
      (candidate) =>
        NAMED.test(candidate.type) && !beginsWithText(candidate) && evaluator.evaluate(candidate, module, env) === path,
    );
    if (node === undefined) continue;
    const seam = { kind: findKind(node), file: module.path, start: getStart(node), end: getEnd(node) } as const;
    return unite(markSeam(listTexts(path, node, module), seam));
  }
  return path;
}
