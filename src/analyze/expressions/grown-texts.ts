import { contains, getStart, isFunctionNode, isLoop } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { NO_PROVENANCE, type TextValue, type Value } from '../values/values.ts';
import { hasSlash } from './growing-members.ts';

/**
 * Texts that code makes longer each time that it runs, `for (const part of ['agents', id]) url += `/${part}``: one piece stands
 * behind the other, and none for all of them.
 */

/** Does code run several times for one and the same thing that is declared outside: in a loop, or a function? */
export function mayRunAgain(node: SyntaxNode, declaration: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined && !contains(at, declaration); at = getParent(at))
    if (isFunctionNode(at) || isLoop(at)) return true;
  return false;
}

/** Behind these the path is over. */
const QUERY = /^[?&#]/;

/** Atoms as characters, to tell whether one text begins with another. */
function spell({ atoms }: TextValue): string {
  return atoms
    .map((atom) => {
      if (atom.kind === 'text') return atom.text;
      return atom.kind === 'env' ? `\0${atom.name}\0` : `\0${atom.module.path}:${getStart(atom.node)}\0`;
    })
    .join('');
}

/** The pieces that texts have behind what they began as, where those are several. */
export interface Pieces {
  readonly haveSlash: boolean;
}

export function findPieces(before: readonly TextValue[], after: readonly TextValue[]): Pieces | null {
  const heads = before.map(spell).filter((head) => !head.includes('?'));
  const tails = after.flatMap((text) => {
    const whole = spell(text);
    // The longest says what is new.
    const [head] = heads.filter((one) => whole.startsWith(one)).sort((left, right) => right.length - left.length);
    const tail = head === undefined ? '' : whole.slice(head.length);
    return tail === '' || QUERY.test(tail) ? [] : [tail];
  });
  return new Set(tails).size < 2 ? null : { haveSlash: tails.every((tail) => tail.startsWith('/')) };
}

/** What texts began as, and behind it what nobody knows. */
export function putTogether(before: Value, { haveSlash }: Pieces, node: SyntaxNode, module: Module): Value {
  const open = listTexts(before, node, module).filter((text) => !spell(text).includes('?'));
  const rest = listTexts(makeUnknown(node, module, 'it is put together in a loop'), node, module);
  const isUrl = listOptions(before).every(({ type }) => type === 'url');
  const slash = [makeText('/')];
  // What is resolved against it may stand behind all of it.
  const grown = concatTexts([open, ...(haveSlash ? [slash] : []), rest, ...(isUrl ? [slash] : [])], node, module);
  return isUrl ? unite(listOptions(grown).map((href) => ({ type: 'url', href, ...NO_PROVENANCE }))) : grown;
}

/** What a member is behind a step in which it grows, `state.path = state.path + part`, however often that runs. */
export function growMember(before: Value, step: SyntaxNode, module: Module): Value {
  return putTogether(before, { haveSlash: hasSlash(step) }, step, module);
}

/** Is there such a node in an expression, or in what its names stand for in the file? */
export function mentions(
  within: SyntaxNode,
  module: Module,
  test: (node: SyntaxNode, binding: Binding | undefined) => boolean,
): boolean {
  const seen = new Set<Binding>();
  const asks = (root: SyntaxNode): boolean =>
    someNode(root, (node) => {
      const binding = node.type === 'Identifier' ? findBindingOf(module, node) : undefined;
      if (test(node, binding)) return true;
      if (binding === undefined || seen.has(binding)) return false;
      seen.add(binding);
      const { source, assignments } = binding;
      const declared = source.kind === 'value' ? source.node : source.kind === 'function' ? source.fn : null;
      return (declared !== null && asks(declared)) || assignments.some(({ node: { right } }) => asks(right));
    });
  return asks(within);
}
