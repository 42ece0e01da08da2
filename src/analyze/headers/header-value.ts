import type { Span } from '../../model/location.ts';
import type { HeaderPlace } from '../../model/message.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { isWholeKey, listKeyTexts, readKnownText } from './key-texts.ts';

/** What a credential header's value is, without its text ever being handed on. */

/** Variables that bundlers write into what a browser loads (§5.7). */
const PUBLIC_VARIABLE = /^(?:NEXT_PUBLIC|VITE|REACT_APP|VUE_APP|NUXT_PUBLIC|EXPO_PUBLIC|GATSBY|PUBLIC|STORYBOOK)_/;

/** Casts and `!`, but not `await`, which changes the value. */
export function stripCasts(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (;;) {
    switch (at.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TypeCastExpression':
        at = at.expression;
        break;
      default:
        return at;
    }
  }
}

/** A key that is put together from more constants is not seen through. */
const MAX_PARTS = 12;

/** The source of a value with that of the constants it names, so that `key.split(':')[0]` is seen behind a name. */
export function readValueSource(module: Module, value: SyntaxNode): string {
  const parts = [module.text.slice(getStart(value), getEnd(value))];
  const seen = new Set<SyntaxNode>();
  const taken = new Set<string>();
  const queue = [value];
  for (let from = queue.pop(); from !== undefined && parts.length < MAX_PARTS; from = queue.pop()) {
    walk(from, true, (node) => {
      if (node.type !== 'Identifier') return true;
      const source = findBindingOf(module, node)?.source;
      if (source?.kind !== 'value' || source.node === null) return true;
      const [index] = source.steps.flatMap((step) => (step.kind === 'index' ? [step.index] : []));
      const element = index === undefined ? '' : `[${index}]`;
      const part = module.text.slice(getStart(source.node), getEnd(source.node)) + element;
      // `const [id, secret] = key.split(':')`: two names for parts of one value.
      if (seen.has(source.node) && (element === '' || taken.has(part))) return true;
      if (!seen.has(source.node)) queue.push(source.node);
      seen.add(source.node);
      taken.add(part);
      parts.push(part);
      return true;
    });
  }
  return parts.join(' ; ');
}

/** What a test double compares with: a regular expression, a function, `expect.stringMatching(…)`. */
const MATCHER = /^(?:\w+ ; )?(?:expect\.|\/|new RegExp\(|(?:async\s+)?(?:\([^()]*\)|\w+)\s*=>)/;

export function describeValueKind(value: SyntaxNode, source: string): HeaderPlace['valueKind'] {
  if (MATCHER.test(source)) return 'list';
  if (value.type === 'StringLiteral') return 'string';
  if (value.type === 'TemplateLiteral') return 'template';
  if (/^(?:Array|Object|Function|ArrowFunction)Expression$|^RegExpLiteral$/.test(value.type)) return 'list';
  const isPlain = /^(?:Identifier|(?:Optional)?MemberExpression|(?:Optional)?CallExpression)$/.test(value.type);
  return isPlain ? 'operand' : 'expression';
}

/** Where a key stands in source, or is read by a browser. */
interface ExposedKey {
  readonly literal: HeaderPlace['literalKey'];
  readonly keyTexts: readonly Span[];
  readonly variable: HeaderPlace['browserKey'];
  readonly hasScheme: boolean;
}

function findVariable(module: Module, value: SyntaxNode, name: string): HeaderPlace['browserKey'] {
  const at = module.text.indexOf(name, getStart(value));
  const isInside = at !== -1 && at < getEnd(value);
  const [start, end] = isInside ? [at, at + name.length] : [getStart(value), getEnd(value)];
  return { file: module.path, start, end, name };
}

/** `'Basic ' + btoa('id:secret')`: a whole key that is only written in other letters. */
const ENCODERS = /^(?:(?:window|globalThis|self)\.)?btoa$|^Buffer\.from$/;

function findEncoded(evaluator: Evaluator, module: Module, value: SyntaxNode): HeaderPlace['literalKey'] {
  let literal: HeaderPlace['literalKey'] = null;
  walk(value, true, (node) => {
    if (literal !== null || node.type !== 'CallExpression') return literal === null;
    const [given] = node.arguments;
    if (given === undefined || !ENCODERS.test(readCode(module, node.callee))) return true;
    for (const { atoms } of listTexts(evaluator.evaluate(given, module, evaluator.anyCaller), given, module)) {
      const [atom] = atoms;
      if (atom?.kind === 'text' && atom.origin !== null && isWholeKey(readKnownText(atoms)))
        literal ??= { file: atom.origin.file, start: atom.origin.start, end: atom.origin.end };
    }
    return true;
  });
  return literal;
}

export function inspectValue(evaluator: Evaluator, module: Module, value: SyntaxNode): ExposedKey {
  evaluator.ask();
  const evaluated = evaluator.evaluate(value, module, evaluator.anyCaller);
  const texts = listTexts(evaluated, value, module);
  let literal: HeaderPlace['literalKey'] = null;
  let variable: HeaderPlace['browserKey'] = null;
  for (const { atoms } of texts) {
    for (const atom of atoms)
      if (atom.kind === 'env' && PUBLIC_VARIABLE.test(atom.name)) variable ??= findVariable(module, value, atom.name);
    if (!isWholeKey(readKnownText(atoms))) continue;
    for (const atom of atoms) {
      if (atom.kind === 'text' && atom.origin !== null && atom.text.includes(':'))
        literal ??= { file: atom.origin.file, start: atom.origin.start, end: atom.origin.end };
    }
  }
  // `expect.any(String)` is what it is under either name.
  const isOpen = /^expect\.(?:any|anything|stringContaining)\(/.test(readCode(module, value));
  const hasScheme =
    isOpen ||
    (listOptions(evaluated).every(({ type }) => type === 'text') &&
      texts.every(({ atoms: [first] }) => first?.kind === 'text' && /^Bearer\s/i.test(first.text)));
  literal ??= findEncoded(evaluator, module, value);
  return { literal, keyTexts: texts.flatMap(({ atoms }) => listKeyTexts(atoms)), variable, hasScheme };
}
