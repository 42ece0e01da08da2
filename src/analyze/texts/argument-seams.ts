import type { Seam } from '../../model/url-value.ts';
import { findCalleeRoot, getEnd, getStart, isCallNode, isMemberNode, nameKey, unwrap } from '../../syntax/nodes.ts';
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
  if (node.type !== 'ObjectExpression') return [given];
  return node.properties.flatMap((property) =>
    property.type === 'ObjectProperty' && URL_NAMES.test(nameKey(property) ?? '') ? [property.value] : [],
  );
}

const CAST = /^TS(?:As|Satisfies|NonNull)Expression$/;

/** A name, or what makes the text, without anything around it. */
export function isNamed(node: SyntaxNode): boolean {
  return NAMED.test(node.type) && !beginsWithText(node);
}

/** The name in `path`, `path!` and `queryKey[0] as string`; null for anything else. */
function findNamed(candidate: SyntaxNode): SyntaxNode | null {
  const node = unwrap(candidate);
  if (node === candidate) return isNamed(node) ? node : null;
  return isNamed(node) && CAST.test(candidate.type) && !holdsPath(node) ? node : null;
}

/** What is put around a cast holds all of it, where a text may have to change as well; `queryKey.join('/')` has none. */
function holdsPath(node: SyntaxNode): boolean {
  if (isMemberNode(node)) return holdsPath(unwrap(node.object));
  if (!isCallNode(node) || !('arguments' in node)) return false;
  const isOpen = node.arguments.some((argument) => argument.type !== 'StringLiteral' || /\w/.test(argument.value));
  return isOpen || holdsPath(unwrap(node.callee));
}

/** `{ url }` has no room for a text: its name is written out. `path as string` binds less than what is put in front. */
export function findKind(node: SyntaxNode): Seam['kind'] {
  if (/^TS(?:As|Satisfies)Expression$/.test(node.type)) return 'cast';
  const parent = getParent(node);
  return parent?.type === 'ObjectProperty' && parent.shorthand ? 'shorthand' : 'argument';
}

/** The path, marked with where it enters the URL, if one of the arguments is a name that stands for it. */
export function markArguments(evaluator: Evaluator, args: readonly Argument[], path: Value): Value {
  for (const argument of args) {
    if (argument.kind !== 'expression') continue;
    const { module, env } = argument;
    const node = listCandidates(argument.node).find((candidate) => {
      const named = findNamed(candidate);
      return named !== null && evaluator.evaluate(named, module, env) === path;
    });
    if (node === undefined) continue;
    const seam = { kind: findKind(node), file: module.path, start: getStart(node), end: getEnd(node) } as const;
    return unite(markSeam(listTexts(path, node, module), seam));
  }
  return path;
}
