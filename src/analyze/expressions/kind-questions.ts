import { contains, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { type Module, readCode } from '../modules/module.ts';
import type { Value } from '../values/values.ts';
import { isArray, nameType } from './kinds.ts';

/** `typeof row === 'string' ? row : row.path`, `Array.isArray(row) ? row[0] : row`: a condition that asks what kind of value it is. */

export interface KindQuestion {
  readonly subject: SyntaxNode;
  /** Is a value of the kind for which the condition holds? Null where nobody knows. */
  readonly holds: (option: Value) => boolean | null;
  /** Does the condition hold of texts? */
  readonly holdsOfTexts: boolean;
}

function negate(question: KindQuestion | null): KindQuestion | null {
  if (question === null) return null;
  const { subject, holds, holdsOfTexts } = question;
  const answer = (option: Value) => {
    const held = holds(option);
    return held === null ? null : !held;
  };
  return { subject, holds: answer, holdsOfTexts: !holdsOfTexts };
}

/** `Array.isArray(row)` */
export function isArrayQuestion(call: SyntaxNode, subject: SyntaxNode): boolean {
  if (call.type !== 'CallExpression' || call.arguments[0] !== subject) return false;
  const callee = unwrap(call.callee);
  const isOfArray = isMemberNode(callee) && callee.object.type === 'Identifier' && callee.object.name === 'Array';
  return isOfArray && nameMember(callee) === 'isArray';
}

export function readKindQuestion(test: SyntaxNode): KindQuestion | null {
  const node = unwrap(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') return negate(readKindQuestion(node.argument));
  const [asked] = node.type === 'CallExpression' ? node.arguments : [];
  if (asked !== undefined && isArrayQuestion(node, asked))
    return { subject: asked, holds: isArray, holdsOfTexts: false };
  if (node.type !== 'BinaryExpression' || !/^[=!]==?$/.test(node.operator)) return null;
  const kind = node.right.type === 'StringLiteral' ? node.right.value : null;
  const left = unwrap(node.left);
  if (kind === null || left.type !== 'UnaryExpression' || left.operator !== 'typeof') return null;
  const holds = (option: Value) => {
    const type = nameType(option);
    return type === null ? null : type === kind;
  };
  const question = { subject: left.argument, holds, holdsOfTexts: kind === 'string' };
  return node.operator.startsWith('!') ? negate(question) : question;
}

/** Is a text never read at this place, as a condition around it leaves it to values of another kind? */
export function isLeftToOtherKinds(node: SyntaxNode, module: Module): boolean {
  for (let at = node, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (isFunctionNode(parent)) return false;
    if (parent.type !== 'ConditionalExpression' && parent.type !== 'IfStatement') continue;
    if (parent.test === at || contains(parent.test, at)) continue;
    const question = readKindQuestion(parent.test);
    if (question === null || readCode(module, unwrap(question.subject)) !== readCode(module, node)) continue;
    if (question.holdsOfTexts !== (parent.consequent === at)) return true;
  }
  return false;
}
