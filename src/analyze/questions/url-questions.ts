import type * as t from '@babel/types';
import { isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { readNamed } from '../texts/constants.ts';
import { compilePattern, findRegExp } from '../texts/regexps.ts';
import { getTextHead, holdsLiteral, listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { readText } from '../uses/written-paths.ts';
import { listAskedTexts } from './asked-texts.ts';
import { asksData } from './data-questions.ts';
import { type Asked, findStart, listOwnTexts, type Spelling, spell } from './versioned-spellings.ts';

/**
 * What a program asks of a whole URL. That it is the platform's stays so with a version in it; a pattern that tells how its path
 * begins has another answer then, and what is taken out of it is a path, of which everything may be asked.
 */

const CUTTING = /^(?:slice|substring|substr|replace|replaceAll)$/;
const MATCHING = /^(?:match|matchAll|search|replace|replaceAll|split)$/;
const PIECES = /^(?:includes|startsWith|endsWith|indexOf)$/;
const PATTERN_CALLS = /^(?:test|exec)$/;
/** Separators of a URL behind which, or in front of which, the path stands as it did. */
const NEUTRAL_SEPARATOR = /^(?:[?#&=.:]|:\/\/)$/;

/** The URL is of use elsewhere: by itself, or what is its path. */
interface UrlPiece {
  readonly node: SyntaxNode;
  readonly isPath: boolean;
}

function describeMatch(expression: RegExp, text: string): string {
  const found = expression.exec(text);
  return found === null ? '' : JSON.stringify(found.slice(1));
}

/** Does the pattern, or what its groups hold, tell the text from the same with a version? */
export function tellsSpeltApart(pattern: t.RegExpLiteral, spelt: readonly Spelling[]): boolean {
  return spelt.some(({ before, after }) => {
    const expression = compilePattern(pattern, after, pattern.flags.replace(/[gy]/g, ''));
    return expression === null || describeMatch(expression, before) !== describeMatch(expression, after);
  });
}

function tellsApart(pattern: t.RegExpLiteral, node: SyntaxNode, asked: Asked): boolean {
  return tellsSpeltApart(
    pattern,
    listOwnTexts(node, asked).flatMap((text) => spell(text, asked)),
  );
}

/** `url.includes('voice.example/calls')`: a text of host and path that a version comes between. */
function isHeldByOne(piece: string, node: SyntaxNode, asked: Asked): boolean {
  const { evaluator, module, literal } = asked;
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  const own = texts.filter((text) => holdsLiteral(text, literal));
  if (own.length === 0) return isHostAndPath(piece, asked);
  const spelt = own.flatMap((text) => spell(text, asked));
  return spelt.some(({ before, after }) => before.includes(piece) !== after.includes(piece));
}

/** The same where nobody is seen to hand the URL over, as to what stands in the place of `fetch`. */
function isHostAndPath(piece: string, { evaluator, literal }: Asked): boolean {
  const start = findStart(piece, evaluator.words);
  const own = evaluator.getIdentified(literal)?.node;
  return (
    start > 1 && /\w\/$/.test(piece.slice(0, start)) && own !== undefined && readText(own).includes(piece.slice(start))
  );
}

/** `RULES.find((rule) => url.includes(rule.match))`: is one of those that a table holds such a text? */
function asksForListed(piece: SyntaxNode, node: SyntaxNode, asked: Asked): boolean {
  const pieces = listAskedTexts(asked.evaluator, piece, asked.module) ?? [];
  return pieces.some((text) => !isAbsolute(text) && isHeldByOne(text, node, asked));
}

/** Such a text is one of the platform's, and changes with it. */
export function isAbsolute(text: string): boolean {
  return /^(?:https?:)?\/\//i.test(text);
}

/** The patterns that may be meant: one that is named, or any that a table of the project holds. */
function listPatterns({ evaluator, module }: Asked, node: SyntaxNode): readonly t.RegExpLiteral[] {
  const pattern = findRegExp(node, module);
  if (pattern !== null) return [pattern];
  return evaluator.graph.loaded.flatMap((loaded) => loaded.scripts.flatMap((script) => script.regexps));
}

function readCut(call: SyntaxNode, asked: Asked): UrlPiece | 'asked' | null {
  const { evaluator, module, literal } = asked;
  const texts = listTexts(evaluator.evaluate(call, module, evaluator.anyCaller), call, module);
  const own = texts.filter((text) => holdsLiteral(text, literal));
  if (own.length === 0 && namesPath(call, asked)) return 'asked';
  if (own.length === 0) return cutsBehind(call, asked) ? { node: call, isPath: true } : null;
  return { node: call, isPath: own.some((text) => !isAbsoluteUrl(text) && /^\/?\w/.test(getTextHead(text))) };
}

/** `request.url.replace('/calls', '/v1/calls')` in a hook that nobody is seen to call: a path gives way to another one. */
function namesPath(call: SyntaxNode, { evaluator, module, literal }: Asked): boolean {
  const [asked] = call.type === 'CallExpression' || call.type === 'OptionalCallExpression' ? call.arguments : [];
  const text = readNamed(evaluator, asked, module);
  if (text === null || isAbsolute(text)) return false;
  const own = evaluator.getIdentified(literal)?.node;
  return findStart(text, evaluator.words) !== -1 && own !== undefined && readText(own).includes(text);
}

/** `url.slice(API.length)`, `url.replace(API, '')`: not known what is left, and it is not the beginning. */
function cutsBehind(call: SyntaxNode, { evaluator, module }: Asked): boolean {
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return false;
  const [from, to] = call.arguments;
  if (from === undefined) return false;
  const name = nameCallee(call.callee) ?? '';
  if (name === 'replace' && readNamed(evaluator, to, module) === '') {
    const text = readNamed(evaluator, from, module);
    return text === null ? from.type !== 'RegExpLiteral' : isAbsolute(text);
  }
  return /^(?:slice|substr)/.test(name) && from.type !== 'NumericLiteral';
}

/** `url.split('/').pop()`: what stands last stays so. */
export function isLastOf(split: SyntaxNode): boolean {
  const member = getParent(split);
  if (member === undefined || !isMemberNode(member) || member.object !== split) return false;
  const name = nameMember(member);
  const call = getParent(member);
  const [first] = call?.type === 'CallExpression' && call.callee === member ? call.arguments : [];
  return name === 'pop' || ((name === 'at' || name === 'slice') && first?.type === 'UnaryExpression');
}

/** `url.match(/^https:\/\/([^/]+)(.*)$/)`: a pattern without a word asks for nothing, and its groups hold the path all the same. */
export function isMatchedWhole(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return (
    parent !== undefined &&
    isMemberNode(parent) &&
    parent.object === node &&
    /^match(?:All)?$/.test(nameMember(parent) ?? '')
  );
}

/** `PATTERN` of `PATTERN.test(url)`, where `node` is the URL. */
export function findPatternAsked(call: SyntaxNode, node: SyntaxNode): SyntaxNode | null {
  if ((call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') || call.arguments[0] !== node)
    return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && PATTERN_CALLS.test(nameMember(callee) ?? '') ? unwrap(callee.object) : null;
}

/** Does what stands around a URL, or around a text that it is a part of, ask it anything? */
export function isUrlAsked(parent: SyntaxNode, node: SyntaxNode): boolean {
  if (isMemberNode(parent)) return parent.object === node || parent.computed;
  if (parent.type === 'BinaryExpression') return /^(?:[=!]==?|in)$/.test(parent.operator);
  if (findPatternAsked(parent, node) !== null) return true;
  const isCall = parent.type === 'CallExpression' && parent.arguments[0] === node;
  return isCall && /^(?:has|includes|indexOf)$/.test(nameMember(unwrap(parent.callee)) ?? '');
}

/** Is the URL asked something of which the version changes the answer, or taken apart? Null where it goes on as it is. */
export function readUrl(parent: SyntaxNode, node: SyntaxNode, asked: Asked): UrlPiece | 'asked' | 'same' | null {
  const { evaluator, module } = asked;
  const spelt = () => listOwnTexts(node, asked).flatMap((text) => spell(text, asked));
  if (asksData(evaluator, { parent, node, module }, spelt)) return 'asked';
  if (isMemberNode(parent) && parent.object === node) {
    const name = nameMember(parent) ?? '';
    if (name === 'pathname' || name === 'path') return { node: parent, isPath: true };
    if (name === 'href') return { node: parent, isPath: false };
    const call = getParent(parent);
    if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return null;
    if (call.callee !== parent) return null;
    const [first] = call.arguments;
    const piece = readNamed(evaluator, first, module);
    const isText = piece !== null || first?.type === 'TemplateLiteral';
    if (MATCHING.test(name) && first !== undefined && !isText) {
      const pattern = findRegExp(first, asked.module);
      if (pattern !== null && !CUTTING.test(name)) return tellsApart(pattern, node, asked) ? 'asked' : 'same';
    }
    if (PIECES.test(name) && piece !== null && !isAbsolute(piece))
      return isHeldByOne(piece, node, asked) ? 'asked' : 'same';
    if (PIECES.test(name) && first !== undefined && !isText && asksForListed(first, node, asked)) return 'asked';
    if (CUTTING.test(name)) return readCut(call, asked) ?? 'same';
    if (name !== 'split') return null;
    const isNeutral = piece !== null && NEUTRAL_SEPARATOR.test(piece);
    return isNeutral || isLastOf(call) ? 'same' : 'asked';
  }
  const pattern = findPatternAsked(parent, node);
  if (pattern === null) return null;
  return listPatterns(asked, pattern).some((pattern) => tellsApart(pattern, node, asked)) ? 'asked' : 'same';
}
