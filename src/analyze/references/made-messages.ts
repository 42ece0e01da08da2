import type { TemplateLiteral } from '@babel/types';
import type { Span } from '../../model/location.ts';
import { quotePattern } from '../../model/name-patterns.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listReached } from '../modules/reached-files.ts';
import { isThrown } from '../questions/asserted-messages.ts';
import { listTexts } from '../texts/texts.ts';

/** `throw new Error(`GET ${path} failed`)`: is the message that a test expects made of the texts of requests, and of none but these? */

/** The words in front of a hole have to be told from others. */
const MIN_WORDS = 2;
const METHOD_BEFORE = /(?:^|[^A-Z])[A-Z]{3,7} $/;

interface Said {
  /** In front of the path. */
  readonly words: string;
  readonly path: string;
}

/** A text with holes: before each expression stands the piece of the same index. */
interface Message {
  readonly node: SyntaxNode;
  readonly pieces: readonly string[];
  readonly expressions: readonly SyntaxNode[];
}

function readTemplate(node: TemplateLiteral): Message {
  return { node, pieces: node.quasis.map(({ value }) => value.cooked ?? value.raw), expressions: node.expressions };
}

/** `'GET ' + path + ' failed'` */
function readSum(node: SyntaxNode): Message {
  const pieces = [''];
  const expressions: SyntaxNode[] = [];
  const add = (part: SyntaxNode): void => {
    if (part.type === 'BinaryExpression' && part.operator === '+') {
      add(part.left);
      add(part.right);
    } else if (part.type === 'StringLiteral') pieces[pieces.length - 1] += part.value;
    else {
      expressions.push(part);
      pieces.push('');
    }
  };
  add(node);
  return { node, pieces, expressions };
}

/** Can what the message has in front of its hole be these words? Other holes in front, a method, are any text without a slash. */
function canStandBefore(all: readonly string[], index: number, words: string): boolean {
  const pieces = all.slice(0, index + 1);
  const own = pieces.at(-1) ?? '';
  if (own.trim() === '') return index > 0 && own === ' ' && METHOD_BEFORE.test(words);
  if (own.trim().length < MIN_WORDS) return false;
  return own.endsWith(words) || new RegExp(`${pieces.map(quotePattern).join('[^/\\n]*')}$`).test(words);
}

/** The origins of the texts that the message has in place of the path. */
function listOrigins(evaluator: Evaluator, message: Message, module: Module, said: Said): readonly Span[] {
  return message.expressions.flatMap((expression, index) => {
    if (!canStandBefore(message.pieces, index, said.words)) return [];
    evaluator.ask();
    const value = evaluator.evaluate(expression, module, evaluator.anyCaller);
    return listTexts(value, expression, module).flatMap(({ atoms: [first] }) => {
      if (first?.kind !== 'text' || first.origin === null || !said.path.startsWith(first.text)) return [];
      const { file, start, end } = first.origin;
      return [{ file, start, end }];
    });
  });
}

const thrown = new WeakMap<Module, readonly Message[]>();

/** The messages with holes that a file throws. */
function listThrown(module: Module): readonly Message[] {
  const known = thrown.get(module) ?? listMessages(module).filter(({ node }) => isThrown(node, module));
  thrown.set(module, known);
  return known;
}

function listMessages(module: Module): readonly Message[] {
  return module.scripts.flatMap(({ strings, sums }) => [
    ...strings.flatMap((node) => (node.type === 'TemplateLiteral' ? [readTemplate(node)] : [])),
    ...sums.map(readSum),
  ]);
}

/** Are all texts that can stand in such a message among these, as far as the test loads them, and is there one? */
export function isMadeOf(evaluator: Evaluator, test: Module, said: Said, follows: readonly Span[]): boolean {
  const reached = listReached(evaluator.graph, test).filter(({ path }) => !isTestFile(path));
  const files = new Set(reached.map(({ path }) => path));
  const origins = reached
    .flatMap((module) => listThrown(module).flatMap((message) => listOrigins(evaluator, message, module, said)))
    .filter(({ file }) => files.has(file));
  return (
    origins.length > 0 &&
    origins.every((origin) =>
      follows.some(({ file, start, end }) => file === origin.file && start <= origin.start && origin.end <= end),
    )
  );
}
