import type * as t from '@babel/types';
import { isCallNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import { compilePattern, findRegExp } from '../texts/regexps.ts';
import { listOptions } from '../values/unions.ts';
import type { WrittenPath } from './asserted-messages.ts';
import { isOfOtherTexts } from './other-branches.ts';
import { type Asked, isOpen, listOwnTexts, type Spelling, spell, spellWritten } from './versioned-spellings.ts';

/** Questions about a text of which the answer is a piece of it, or what a table has for it. */

const SAMPLES = ['/agents', '/agents/a1', '/agents/a1/calls'];

/** The same piece, or the rest of the path with the version in front. */
function isSamePiece(piece: string | undefined, versioned: string | undefined, version: string): boolean {
  return piece === versioned || versioned === `${version}${piece}` || versioned === `${version.slice(1)}/${piece}`;
}

/** What a pattern is asked about. */
interface Taken extends Asked {
  readonly node: SyntaxNode;
  /** The text that is to change, as it is written. */
  readonly path: WrittenPath;
}

function stripHost(text: string): string {
  return text.replace(/^\w+:\/\/[^/]*/, '');
}

/** The paths that the expression can be; `isKnown`: each of them as a whole. */
function listPaths(taken: Taken): { readonly spelt: readonly Spelling[]; readonly isKnown: boolean } {
  const texts = listOwnTexts(taken.node, taken);
  const known = texts.flatMap((text) => spell(text, taken));
  if (known.length === 0) return { spelt: spellWritten(taken.path), isKnown: false };
  const spelt = known.map(({ before, after }) => ({ before: stripHost(before), after: stripHost(after) }));
  return { spelt, isKnown: !texts.some(isOpen) };
}

function listPieces(pattern: t.RegExpLiteral, text: string): readonly (readonly string[])[] | null {
  const expression = compilePattern(pattern, text, `${pattern.flags.replace(/[gy]/g, '')}g`);
  if (expression === null) return null;
  return [...text.matchAll(expression)].map((match) => (match.length > 1 ? match.slice(1) : [...match]));
}

function spellSample(sample: string, version: string): Spelling {
  return { before: sample, after: version + sample };
}

/** Does a pattern take the same pieces out of a path with and without a version in front? No where nobody can tell. */
function takesSamePieces(pattern: t.RegExpLiteral, taken: Taken): boolean {
  const version = taken.path.versionPrefix;
  const { spelt, isKnown } = listPaths(taken);
  const asked = isKnown ? spelt : [...spelt, ...SAMPLES.map((sample) => spellSample(sample, version))];
  const isSame = asked.every(({ before, after }) => {
    const [plain, versioned] = [before, after].map((text) => listPieces(pattern, text));
    if (!plain || !versioned || plain.length !== versioned.length) return false;
    return plain.every((pieces, index) =>
      pieces.every((piece, group) => isSamePiece(piece, versioned[index]?.[group], version)),
    );
  });
  return isSame && (isKnown || !asksForMore(pattern, spelt));
}

/** `/^\/agents\/(\w+)$/.exec(path)` of what is known to be `/calls/c1`: does it find the same, or nothing, with a version in front? */
export function isAnsweredAlike(taken: Taken): boolean {
  const { evaluator, node, module } = taken;
  if (isOfOtherTexts(taken)) return true;
  const pattern = findPatternOf(node, module);
  if (pattern === null) return false;
  const isText = listOptions(evaluator.evaluate(node, module, evaluator.anyCaller)).every(
    ({ type }) => type === 'text',
  );
  const { spelt, isKnown } = listPaths(taken);
  return (
    isText &&
    isKnown &&
    spelt.every(({ before, after }) => {
      const [plain, versioned] = [before, after].map((text) => listPieces(pattern, text));
      return plain != null && JSON.stringify(plain) === JSON.stringify(versioned);
    })
  );
}

/** `/^\/calls\/(CA\w{32})$/`: it begins as the path does, and what follows is of a kind that nobody thought of. */
function asksForMore(pattern: t.RegExpLiteral, spelt: readonly Spelling[]): boolean {
  const plain = pattern.pattern.replaceAll('\\', '');
  return spelt.some(
    ({ before }) => plain.startsWith(`^/${before.split('/')[1]}/`) && listPieces(pattern, before)?.length === 0,
  );
}

/**
 * `path.replace(/^\/(\w+)/, '$1:read')`, `path.replace(/^\/agents\/[^/]+/, '/agents/:id')`: is what it makes of a path the same with
 * a version, or that with the version in front?
 */
function replacesAlike(pattern: t.RegExpLiteral, by: string, taken: Taken): boolean {
  const version = taken.path.versionPrefix;
  const samples = SAMPLES.map((sample) => spellSample(sample, version));
  return [...samples, ...listPaths(taken).spelt].every(({ before, after }) => {
    const [plain, versioned] = [before, after].map((text) => {
      const expression = compilePattern(pattern, text, pattern.flags);
      return expression === null ? null : text.replace(expression, by);
    });
    return plain != null && versioned != null && isSamePiece(plain, versioned, version);
  });
}

/** `/^\/\w+$/`: does a pattern match a path with a version in front where it matches the path? One that asks for a version is for those. */
export function matchesAlike(pattern: t.RegExpLiteral, version: string): boolean {
  return SAMPLES.every((sample) => {
    const [plain, versioned] = [sample, version + sample].map((text) =>
      compilePattern(pattern, text, pattern.flags.replace(/[gy]/g, ''))?.test(text),
    );
    return plain === versioned;
  });
}

/** `if (/^\/x/.test(path))`, `path.match(…) !== null`: only whether there is an answer matters. */
function isOnlyTested(call: SyntaxNode): boolean {
  const parent = getParent(call);
  if (parent === undefined || parent.type === 'ExpressionStatement') return true;
  if ('test' in parent && parent.test === call) return true;
  if (parent.type === 'UnaryExpression' && parent.operator === '!') return true;
  if (parent.type === 'LogicalExpression' && parent.left === call) return parent.operator === '&&';
  return parent.type === 'BinaryExpression' && /^[=!]==?$/.test(parent.operator);
}

const ASKING = /^(?:match|matchAll|exec|test)$/;
const TAKING = /^(?:match|matchAll|exec)$/;

/** The pattern of `PATTERN.exec(path)` and `path.match(PATTERN)`. */
function findPatternOf(node: SyntaxNode, module: Module): t.RegExpLiteral | null {
  const parent = getParent(node);
  const isReceiver = parent !== undefined && isMemberNode(parent) && parent.object === node;
  const call = isReceiver ? getParent(parent) : parent;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || !ASKING.test(nameMember(callee) ?? '')) return null;
  const [argument] = call.arguments;
  const asked = isReceiver ? argument : argument === node ? callee.object : undefined;
  return asked === undefined ? null : findRegExp(asked, module);
}

/** `/^\/(\w+)/.exec(path)[1]`, `path.match(/^\/(\w+)/)[1]`: a version in front would be the piece. */
export function isPieceRead(taken: Taken): boolean {
  const { node, module } = taken;
  const parent = getParent(node);
  const isReceiver = parent !== undefined && isMemberNode(parent) && parent.object === node;
  const call = isReceiver ? getParent(parent) : parent;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return false;
  const callee = unwrap(call.callee);
  const name = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
  const [argument, by] = call.arguments;
  const replacement = isReceiver && name === 'replace' ? readConstant(by, module) : null;
  if (replacement !== null) {
    const replaced = argument === undefined ? null : findRegExp(argument, module);
    return replaced !== null && !replacesAlike(replaced, replacement, taken);
  }
  if (isReceiver && name === 'replace' && by !== undefined && isFunctionNode(by) && by.params.length > 1) {
    // `path.replace(/\/(\w)/g, (_, letter) => letter.toUpperCase())`
    const replaced = argument === undefined ? null : findRegExp(argument, module);
    return replaced !== null && !takesSamePieces(replaced, taken);
  }
  if (!isMemberNode(callee) || !TAKING.test(name)) return false;
  const pattern = findPatternOf(node, module);
  return pattern !== null && !isOnlyTested(call) && !takesSamePieces(pattern, taken);
}

/** `path.split('?')[0]`: the path without its query. */
export function findBarePath(node: SyntaxNode, module: Module): SyntaxNode | null {
  const member = getParent(node);
  const call = member === undefined ? undefined : getParent(member);
  if (member === undefined || !isMemberNode(member) || member.object !== node || nameMember(member) !== 'split')
    return null;
  if (call === undefined || !isCallNode(call) || !('arguments' in call)) return null;
  if (!/^[?#]$/.test(readConstant(call.arguments[0], module) ?? '')) return null;
  const piece = getParent(call);
  return piece !== undefined && isMemberNode(piece) && piece.object === call ? piece : null;
}

const OWNING = /^(?:hasOwn|hasOwnProperty|has|get)$/;

/** `Object.hasOwn(table, path)`, `table.hasOwnProperty(path)`: has a table of paths an entry for this one? */
export function asksTable(evaluator: Evaluator, module: Module, call: SyntaxNode, node: SyntaxNode): boolean {
  if (call.type !== 'CallExpression') return false;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || !OWNING.test(nameMember(callee) ?? '')) return false;
  const [first, second] = call.arguments;
  const object = unwrap(callee.object);
  const isStatic = object.type === 'Identifier' && /^(?:Object|Reflect)$/.test(object.name);
  const table = isStatic ? first : object;
  if (table === undefined || (isStatic ? second : first) !== node) return false;
  return listOptions(evaluator.evaluate(table, module, null)).some(
    (option) =>
      option.type === 'object' && option.entries.some((entry) => entry.kind === 'slot' && entry.name.startsWith('/')),
  );
}
