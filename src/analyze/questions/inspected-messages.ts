import { isTestFile } from '../../model/test-files.ts';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';

/**
 * `/^GET \/(\w+)/.exec(error.message)`, `IGNORED.has(error.message)`: a program that takes the messages of failures apart, or looks them
 * up. Where a path is in them, they better stay as they are.
 */

const ASKING = /^(?:exec|test|has|get|includes|indexOf)$/;
const TAKING_APART = /^(?:match|matchAll|search|split|replace|slice|substring|startsWith|endsWith)$/;
/** `'GET /agents 404'`, `'Not found: /calls'`, `'/calls failed'`: a text of the program that can be such a message. */
const SAID = /(["'`])(?:[^"'`\n/]*[\w:] \/([a-z][\w-]*)[^"'`\n]*|\/([a-z][\w-]*)(?:\/[\w-]+)* [^"'`\n]+)\1/g;

/** `/^GET \/(\w+)/.exec(error.message)`, `error.message.match(/^GET \/(\w+)/)` */
const MATCHED_BY = /(?:\.|\[["'`])(?:exec|test)(?:["'`]\])?\(\s*[\w.?!["'`]{0,60}\bmessage["'`\]]{0,2}\s*\)/g;
const MATCHED_WITH = /\bmessage\s*\??\.(?:match|matchAll|split|replace|search)\(\s*\//g;
/** A pattern is looked through so far. */
const MAX_PATTERN = 200;

/** Is a message taken apart by a pattern with a slash? Read as text: what does it may be left unread, for it holds no path. */
function takesApart({ text }: Module): boolean {
  const before = [...text.matchAll(MATCHED_BY)].map(({ index }) => text.slice(Math.max(0, index - MAX_PATTERN), index));
  const behind = [...text.matchAll(MATCHED_WITH)].map(({ 0: found, index }) =>
    text.slice(index + found.length, index + found.length + MAX_PATTERN),
  );
  const patterns = [...before.map((line) => line.split('\n').at(-1)), ...behind.map((line) => line.split('\n')[0])];
  return patterns.some((pattern) => pattern?.includes('\\/') === true);
}

/** Is it looked up, compared or kept under a name? */
function isAsked(message: SyntaxNode, parent: SyntaxNode): boolean {
  if (isMemberNode(parent))
    return parent.property === message ? parent.computed : TAKING_APART.test(nameMember(parent) ?? '');
  if (parent.type === 'SwitchStatement') return true;
  if (parent.type === 'AssignmentExpression') return parent.right === message;
  if (parent.type === 'VariableDeclarator') return parent.init === message;
  if (!isCallNode(parent) || !('arguments' in parent) || parent.arguments[0] !== message) return false;
  const callee = unwrap(parent.callee);
  return isMemberNode(callee) && ASKING.test(nameMember(callee) ?? '');
}

function saysPath(evaluator: Evaluator, module: Module): boolean {
  return [...module.text.matchAll(SAID)].some(([, , word = '', first = '']) => evaluator.words.has(word || first));
}

const known = new WeakMap<Evaluator, { readonly loaded: number; readonly isInspected: boolean }>();

/** Does the program itself ask for more of the messages of its failures than to show them? */
export function inspectsMessages(evaluator: Evaluator): boolean {
  const { loaded } = evaluator.graph;
  const found = known.get(evaluator);
  if (found?.loaded === loaded.length) return found.isInspected;
  const own = loaded.filter(({ path }) => !isTestFile(path));
  const isSaid = own.some((module) => saysPath(evaluator, module));
  const read = isSaid ? own.flatMap(({ scripts }) => scripts.flatMap(({ members }) => members.get('message'))) : [];
  const isInspected =
    own.some(takesApart) ||
    read.some((message) => {
      const parent = getParent(message);
      return parent !== undefined && isAsked(message, parent);
    });
  known.set(evaluator, { loaded: loaded.length, isInspected });
  return isInspected;
}
