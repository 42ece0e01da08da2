import { unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { readCode } from '../modules/module.ts';
import { findKnownText, holdsLiteral, listTexts } from '../texts/texts.ts';
import type { WrittenPath } from './asserted-messages.ts';
import { OPEN } from './text-operations.ts';
import type { Asked } from './versioned-spellings.ts';
import { workOut } from './worked-out.ts';

/** `next.startsWith('http') ? next : BASE + next`: a path is never what goes on as it is, with a version in front or without. */

interface Branch extends Asked {
  readonly node: SyntaxNode;
  readonly path: WrittenPath;
}

/** Is it the branch of a condition that the text does not fulfil? */
export function isOfOtherTexts(asked: Branch): boolean {
  const { evaluator, literal, path, node, module } = asked;
  const fork = getParent(node);
  if (fork?.type !== 'ConditionalExpression' || fork.test === node || path.rest.length > 0) return false;
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  const own = texts.filter((text) => holdsLiteral(text, literal));
  if (own.length === 0 || own.some((text) => findKnownText(text) !== path.text)) return false;
  const isTaken = (text: string): boolean => {
    const known = new Map([[readCode(module, unwrap(node)), text]]);
    const answer = workOut(fork.test, { evaluator, module, known, literal, note: () => {} });
    return answer === OPEN || Boolean(answer) === (fork.consequent === node);
  };
  return !isTaken(path.text) && !isTaken(path.versionPrefix + path.text);
}
