import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { readIndexQuestion } from '../expressions/text-questions.ts';
import { widenText } from '../uses/widened-texts.ts';

/** Where an expression makes something of a text: what stands around it, and which questions are asked of it as a whole. */

/** The expression around, if the value is part of what that comes to. */
export function findOuter(inner: SyntaxNode): SyntaxNode | null {
  const node = findOutermost(inner);
  const parent = getParent(node);
  if (parent === undefined) return null;
  if (isMemberNode(parent)) {
    const member = findOutermost(parent);
    const call = getParent(member);
    const isCalled = call !== undefined && isCallNode(call) && 'callee' in call && call.callee === member;
    return isCalled ? call : parent;
  }
  if (parent.type === 'SpreadElement') return findOuter(parent);
  if (parent.type === 'ArrayExpression') return parent;
  if (isCallNode(parent)) return 'callee' in parent && parent.callee !== node ? parent : null;
  return /^(?:Binary|Logical|Unary|Conditional)Expression$|^TemplateLiteral$/.test(parent.type) ? parent : null;
}

const SIMPLE = /^(?:includes|(?:starts|ends)With)$/;

/** `path === own`, `path.includes('/calls')`: questions to the whole text, judged by who is asked for. */
export function isPlainQuestion(outer: SyntaxNode, inner: SyntaxNode): boolean {
  if (outer.type === 'BinaryExpression') return /^(?:[=!]==?|in|instanceof)$/.test(outer.operator);
  if (!isCallNode(outer) || !('arguments' in outer)) return false;
  const callee = unwrap(outer.callee);
  const name = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
  if (!isMemberNode(callee) || unwrap(callee.object) !== unwrap(inner)) return name === 'test';
  if (name === 'indexOf' && outer.arguments.length === 1) {
    const compared = getParent(findOutermost(outer));
    return compared?.type === 'BinaryExpression' && readIndexQuestion(compared) !== null;
  }
  return SIMPLE.test(name) && outer.arguments.length === 1;
}

/** What may be worked out of a text that it is given; the most is done with it elsewhere. */
const WORKED_OUT =
  /^(?:Boolean|Number|parseInt|max|min|from|is|byteLength|basename|dirname|extname|isAbsolute|normalize|parse|relative|encode|compare|localeCompare|(?:lastI|i)ndexOf|(?:starts|ends)With|includes|exec|search|match|split)$/;

function isGivenAway(call: SyntaxNode, text: SyntaxNode): boolean {
  if (!isCallNode(call) || !('arguments' in call)) return false;
  if (!call.arguments.some((argument) => argument === findOutermost(text))) return false;
  return !WORKED_OUT.test(nameCallee(call.callee) ?? '');
}

/** Is something done with the text, or what it is put into, that may be worked out? */
export function isReadAsText(node: SyntaxNode): boolean {
  const whole = widenText(node);
  const outer = findOuter(whole);
  const parent = getParent(whole);
  if (parent?.type === 'ForOfStatement') return parent.right === whole;
  if (outer === null) return parent?.type === 'VariableDeclarator' && /Pattern$/.test(parent.id.type);
  return !isPlainQuestion(outer, whole) && !isGivenAway(outer, whole);
}
