import type { RegExpLiteral } from '@babel/types';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { readIndexQuestion } from '../expressions/text-questions.ts';
import type { Module } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import { findRegExp } from '../texts/regexps.ts';
import { asksForOthers, listAskedTexts } from './asked-texts.ts';
import { matchesAlike } from './taken-pieces.ts';

/** Questions to a text that a version in front of it does not answer otherwise. */

/** Questions about a text. */
const QUESTIONS = /^(?:includes|startsWith|endsWith|indexOf|lastIndexOf|split|search|match|matchAll|localeCompare)$/;

/** `path.startsWith(…)`: does a method of this name ask something about a text? */
export function isQuestion(name: string | null): name is string {
  return name !== null && QUESTIONS.test(name);
}

/** The same answer with and without a version in front. */
const NEUTRAL_TEXT = /^(?:[^a-z\d]*|https?(?::.*)?)$/i;

/** A pattern without a word in it: slashes, schemes, classes. */
export function isNeutralPattern(pattern: RegExpLiteral, version: string): boolean {
  return !/[a-z]{2,}/i.test(pattern.pattern.replace(/\\[a-z]|https?\??/gi, ' ')) && matchesAlike(pattern, version);
}

/**
 * `/\/calls\/[\w-]+\/recordings/.test(path)`: what is found anywhere in a path, beginning with a segment that is no version, is
 * found behind a version, too, and nothing else is.
 */
export function isFoundAnywhere({ pattern, flags }: RegExpLiteral, version: string): boolean {
  const first = /^\\\/([a-z][a-z_-]{2,})(?![\w?*+{|-])/i.exec(pattern)?.[1];
  const isOne = !/\||\^|\(\?<[=!]/.test(pattern.replace(/\[[^\]]*\]/g, '').replace(/\([^()]*\)/g, ''));
  return first !== undefined && isOne && !/[gy]/.test(flags) && first !== version.slice(1).toLowerCase();
}

function isNeutralAsked(evaluator: Evaluator, asked: SyntaxNode | undefined, name: string, module: Module): boolean {
  const text = readConstant(asked, module);
  if (text !== null) return NEUTRAL_TEXT.test(text) && !(name === 'split' && text === '/');
  const pattern = asked === undefined ? null : findRegExp(asked, module);
  if (pattern !== null) return isNeutralPattern(pattern, evaluator.versionPrefix);
  // `url.pathname.startsWith(base.pathname)` of a base without a path
  if (asked === undefined || name !== 'startsWith') return false;
  const known = listAskedTexts(evaluator, asked, module);
  return known !== null && known.length > 0 && known.every((text) => text === '/' || text === '');
}

/** Questions that are answered by a piece of the text alone, and not by where it stands. */
const PIECES = /^(?:includes|startsWith|endsWith|match|search)$/;

/** `path.includes(`{${name}}`)`, `path.includes(':id')`: a version in front holds no place of a parameter. */
function isPlaceOfParameter(asked: SyntaxNode | undefined): boolean {
  return asked !== undefined && /^[{:<$[]/.test(readBeginning(asked));
}

/** What a text put together begins with, as far as it is written. */
function readBeginning(node: SyntaxNode): string {
  const at = unwrap(node);
  if (at.type === 'StringLiteral') return at.value;
  if (at.type === 'TemplateLiteral') return at.quasis[0]?.value.raw ?? '';
  if (at.type === 'BinaryExpression' && at.operator === '+') return readBeginning(at.left);
  if (isCallNode(at) && 'callee' in at && isMemberNode(at.callee) && nameMember(at.callee) === 'concat')
    return readBeginning(at.callee.object);
  return '';
}

/** `path.includes('?')`, `path.startsWith('/')`: a version in front does not change the answer. */
export function isNeutralQuestion(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  const parent = getParent(node);
  const call = parent === undefined ? undefined : getParent(parent);
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return false;
  if (parent === undefined || !isMemberNode(parent) || parent.object !== node) return false;
  const name = nameMember(parent);
  const [asked] = call.arguments;
  if (!isQuestion(name)) return false;
  const isAsked = PIECES.test(name) || isComparedIndex(call);
  if (isAsked && isPlaceOfParameter(asked)) return true;
  return isNeutralAsked(evaluator, asked, name, module) || (isAsked && asksForOthers(evaluator, asked, module));
}

/** `path.indexOf(BASE) === -1`: only whether it is there matters, not where. */
function isComparedIndex(call: SyntaxNode): boolean {
  const compared = getParent(call);
  return compared?.type === 'BinaryExpression' && compared.left === call && readIndexQuestion(compared) !== null;
}
