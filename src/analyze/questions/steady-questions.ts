import type { RegExpLiteral } from '@babel/types';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listProperties } from '../members/objects.ts';
import { listPutEntries } from '../members/table-entries.ts';
import type { Module } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import { findRegExp } from '../texts/regexps.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import { isStrangePattern, listAskedTexts } from './asked-texts.ts';
import type { WrittenPath } from './asserted-messages.ts';
import { findPatternAsked } from './url-questions.ts';

/**
 * `url.includes('/auth/login')`: a version in front of a path that begins with a slash takes no piece of it away, and adds none
 * but such as name it. Where a path loses a piece, as those that become another operation do, that is no first segment.
 */

/** `/auth/login`, and nothing that a version can be a part of. */
const PIECE = /^\/(?!v\d)[a-z][\w-]+(?:\/[\w-]*)*$/i;

/** `webhooks`: no version has it in it, nor stands in the middle of it. */
const WORD = /^[a-z][a-z_-]{3,}$/i;

const FIRST_SEGMENT = /^\/(?!v\d)([a-z][\w-]+)(?:[/?#]|$)/i;

/** Does the piece end in what the path begins with, so that it stands where the version goes? */
function mayCross(piece: string, path: string): boolean {
  for (let slash = piece.indexOf('/', 1); slash !== -1; slash = piece.indexOf('/', slash + 1)) {
    const tail = piece.slice(slash);
    if (tail.length > 1 && (path.startsWith(tail) || tail.startsWith(path))) return true;
  }
  return false;
}

/** `path.endsWith('calls')` of `/calls` and `/batch-calls`: how a path of one segment ends stays as it is. */
function isEndOfSegment(piece: string, path: string): boolean {
  return /^\/[a-z][\w-]*$/i.test(path) && piece !== '' && piece.length <= path.length;
}

/** `path === '/calls'` of a text that names no calls: it is not equal with a version, either, whatever was cut off or put around it. */
export function isComparedWithAnother(
  parent: SyntaxNode,
  node: SyntaxNode,
  path: WrittenPath,
  isPathname: boolean,
): boolean {
  if (parent.type !== 'BinaryExpression' || !/^[=!]==?$/.test(parent.operator)) return false;
  // `'agents'`, too, is `/agents` in the `pathname` of its URL.
  if (!path.text.startsWith('/') && !isPathname) return false;
  const compared = unwrap(parent.left === node ? parent.right : parent.left);
  return compared.type === 'StringLiteral' && isAnother(compared.value, path);
}

/** The path as it stands in the `pathname` of its URL: behind the path of a base, if that has one. */
type AskedPath = WrittenPath & { readonly isPathname?: true };

/** Does it begin with a segment that the path does not name? Behind a base's path, any may be the first. */
function isAnother(asked: string, { text, rest, versionPrefix, isPathname }: AskedPath): boolean {
  const first = FIRST_SEGMENT.exec(asked)?.[1];
  if (first === undefined) return false;
  const segments = isPathname === true ? asked.split(/[/?#]/).filter((segment) => segment !== '') : [first];
  return segments.every((piece) => {
    const segment = piece.toLowerCase();
    if (segment === versionPrefix.slice(1).toLowerCase()) return false;
    return ![text, ...rest].some((part) => part.toLowerCase().includes(segment));
  });
}

/** `PUBLIC.includes(path ?? '')`, `OPEN.has(path)` of a list in which nothing names what the path does. */
export function isAmongOthers(evaluator: Evaluator, module: Module, node: SyntaxNode, path: WrittenPath): boolean {
  const parent = getParent(node);
  if (parent?.type !== 'CallExpression' && parent?.type !== 'OptionalCallExpression') return false;
  const callee = unwrap(parent.callee);
  const [, own] = FIRST_SEGMENT.exec(path.text) ?? [];
  if (own === undefined || !isMemberNode(callee) || parent.arguments[0] !== node) return false;
  if (!/^(?:has|includes)$/.test(nameMember(callee) ?? '')) return false;
  const known = listAskedTexts(evaluator, callee.object, module);
  return known?.every((text) => isAnother(text, path) && !text.toLowerCase().includes(own.toLowerCase())) ?? false;
}

/** Is the answer the same for the path as it is, and with a version in front of it? */
function isSteadyQuestion(
  evaluator: Evaluator,
  module: Module,
  { parent, node }: { readonly parent: SyntaxNode; readonly node: SyntaxNode },
  path: AskedPath,
): boolean {
  if (!isMemberNode(parent) || parent.object !== node || !path.text.startsWith('/')) return false;
  const name = nameMember(parent);
  const call = getParent(parent);
  if (!/^(?:includes|(?:starts|ends)With)$/.test(name ?? '') || call === undefined || !('arguments' in call))
    return false;
  const [asked, from] = call.arguments as readonly SyntaxNode[];
  if (asked === undefined || name === null) return false;
  const written = readConstant(asked, module);
  const pieces = written === null ? listAskedTexts(evaluator, asked, module) : [written];
  if (pieces === null || pieces.length === 0 || (name === 'startsWith' && from !== undefined)) return false;
  return pieces.every((piece) => isSteadyPiece(name, piece, path));
}

function isSteadyPiece(name: string, piece: string, path: AskedPath): boolean {
  const { text, rest, versionPrefix } = path;
  if (name === 'startsWith') return isAnother(piece, path);
  if (name === 'endsWith' && rest.length === 0 && isEndOfSegment(piece, text)) return true;
  if (name === 'includes' && WORD.test(piece)) return ![text, ...rest].some((part) => part.includes(piece));
  if (!PIECE.test(piece) || piece.includes(versionPrefix) || mayCross(piece, text)) return false;
  const isFirst = piece.indexOf('/', 1) === -1 && text.startsWith(piece);
  return isFirst || ![text, ...rest].some((part) => part.includes(piece));
}

/** The keys of tables that hold no more than their literals say. */
function listKeys(evaluator: Evaluator, table: SyntaxNode, module: Module): readonly string[] | null {
  const options = listOptions(evaluator.evaluate(table, module, evaluator.anyCaller));
  const keys: string[] = [];
  for (const option of options) {
    if (option.type !== 'object' || option.node === null) return null;
    if (option.entries.some(({ kind }) => kind !== 'slot')) return null;
    if (listPutEntries(evaluator, option, null, table, null).length > 0) return null;
    keys.push(...listProperties(evaluator, option).map(([key]) => key));
  }
  return keys;
}

/** What a path is compared with, or looked up among: `case '/login':`, `TIMEOUTS[path]`, `path in TIMEOUTS`. */
function listCompared(
  evaluator: Evaluator,
  module: Module,
  parent: SyntaxNode,
  node: SyntaxNode,
): readonly string[] | null {
  if (parent.type === 'SwitchStatement') {
    if (parent.discriminant !== node) return null;
    const tests = parent.cases.flatMap(({ test }) => test ?? []);
    const texts = tests.map((test) => listAskedTexts(evaluator, test, module));
    return texts.includes(null) ? null : texts.flatMap((known) => known ?? []);
  }
  if (isMemberNode(parent) && parent.property === node && parent.computed) {
    // What is put there by this name is a key from then on.
    const around = getParent(parent);
    const isSet = around?.type === 'AssignmentExpression' && around.left === parent;
    return isSet ? null : listKeys(evaluator, parent.object, module);
  }
  if (parent.type !== 'BinaryExpression') return null;
  if (parent.operator === 'in') return parent.left === node ? listKeys(evaluator, parent.right, module) : null;
  const other = parent.left === node ? parent.right : parent.left;
  return /^[=!]==?$/.test(parent.operator) ? listAskedTexts(evaluator, other, module) : null;
}

interface AskedPlace {
  readonly parent: SyntaxNode;
  readonly node: SyntaxNode;
}

/** Is a path asked whether it is one of those that begin with another segment, with a version in front of it or not? */
function isAskedOfOthers(evaluator: Evaluator, module: Module, { parent, node }: AskedPlace, path: AskedPath): boolean {
  if (!path.text.startsWith('/')) return false;
  const compared = listCompared(evaluator, module, parent, node);
  return compared !== null && compared.length > 0 && compared.every((text) => isAnother(text, path));
}

/** A first segment and what names one of its things, wherever they stand: none of it is in a version, and a version ends none of it. */
const ANYWHERE = /^\\(\/(?!v\d)[a-z][\w-]+)(?:(?:\\\/(?:\\[wd]|\[\^\\?\/\])\+)?(?:\\\/)?)$/i;

/** Begins with a segment that is written out, or with one of several: `^\/agents\/[^/]+$`, `^\/(?:agents|calls)\b`. */
const BEGINNING = /^\^\\\/(?:([a-z][\w-]+)(?![\w-]*[?*{|])|\((?:\?:)?([a-z][\w-]+(?:\|[a-z][\w-]+)*)\)(?![?*{]))/i;

/** Has the pattern a choice that its beginning is no part of? */
function isOpenChoice(pattern: string): boolean {
  let depth = 0;
  for (const piece of pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/g) ?? []) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === '|' && depth === 0) return true;
  }
  return false;
}

/** `/^\/agents\/[^/]+$/.test(path)` of `/voices`: whatever stands behind, the path begins otherwise. */
function isSoughtInFront({ pattern, flags }: RegExpLiteral, path: AskedPath): boolean {
  const found = BEGINNING.exec(pattern);
  const words = (found?.[1] ?? found?.[2])?.split('|') ?? [];
  if (words.length === 0 || /[gmy]/.test(flags) || isOpenChoice(pattern)) return false;
  return words.every((word) => isAnother(`/${word}`, path));
}

/** `/^\/agents/.test(path)` of `/voices`: no piece of the path is in the pattern, and none of the pattern in it. */
function isSoughtForOthers(module: Module, { parent, node }: AskedPlace, path: AskedPath): boolean {
  const receiver = path.text.startsWith('/') ? findPatternAsked(parent, node) : null;
  const pattern = receiver === null ? null : findRegExp(receiver, module);
  if (pattern === null) return false;
  if (isSoughtInFront(pattern, path)) return true;
  const [, segment] = ANYWHERE.exec(pattern.pattern) ?? [];
  if (segment !== undefined && !path.versionPrefix.startsWith(segment) && !/[gy]/.test(pattern.flags)) return true;
  const words = [path.text, ...path.rest, path.versionPrefix].flatMap(
    (part) => part.toLowerCase().match(/[\w-]{2,}/g) ?? [],
  );
  return words.length > 1 && isStrangePattern(words, pattern.pattern);
}

/** `config.url ?? ''`: the same path, as long as there is one. */
function withDefault(node: SyntaxNode): SyntaxNode {
  const parent = getParent(node);
  if (parent === undefined) return node;
  const isDefault = parent.type === 'LogicalExpression' && parent.operator !== '&&' && parent.left === node;
  return isDefault || (parent !== node && unwrap(parent) === unwrap(node)) ? withDefault(parent) : node;
}

/** Is a path asked what a version in front of it does not answer otherwise? */
export function isSteady(
  evaluator: Evaluator,
  { path, isUrl, isPathname, node, module }: Pick<Place, 'path' | 'isUrl' | 'isPathname' | 'node' | 'module'>,
  parent: SyntaxNode,
  written: WrittenPath,
): boolean {
  if (path.length > 0 || isUrl === true) return false;
  const whole = withDefault(node);
  const asked = { parent: getParent(whole) ?? parent, node: whole };
  // `'agents'`, too, is `/agents` in the `pathname` of its URL.
  const own: AskedPath =
    isPathname === true ? { ...written, text: written.text.replace(/^(?=\w)/, '/'), isPathname } : written;
  return (
    isSteadyQuestion(evaluator, module, asked, own) ||
    isAskedOfOthers(evaluator, module, asked, own) ||
    isSoughtForOthers(module, asked, own)
  );
}
