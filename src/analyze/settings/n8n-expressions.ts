import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { parseFile } from '../../syntax/parse.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { getTextHead, makeAtomsValue, makeHole, makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Atom, TextValue, Value } from '../values/values.ts';
import { listDefaults } from './n8n-credentials.ts';

/**
 * Expressions of n8n in a text that begins with "=": `=/agents/{{$parameter.id}}`, `={{$credentials.url || "https://…"}}`. What
 * stands between the braces is JavaScript; the texts in it keep their places.
 */

type Pieces = readonly Atom[];

/** More texts than these are not told apart. */
const MAX_TEXTS = 16;
/** Methods that leave the beginning of a text as it is, so far as paths are concerned. */
const KEEPING = /^(?:replace|replaceAll|trim|trimEnd|toString|toLowerCase)$/;

interface Reader {
  readonly evaluator: Evaluator;
  readonly atoms: Pieces;
  /** Where the code begins in the text. */
  readonly offset: number;
  readonly node: SyntaxNode;
  readonly module: Module;
}

function makeOpen({ node, module }: Reader): readonly Pieces[] {
  return [[makeHole(makeUnknown(node, module, 'it is known when the workflow runs'), node, module)]];
}

function slice({ atoms, offset }: Reader, start: number, end: number): Pieces {
  return sliceFlat(atoms, offset + start, offset + end);
}

/** Each of the ones with each of the others behind it. */
function combine(first: readonly Pieces[], second: readonly Pieces[]): readonly Pieces[] {
  return first.flatMap((before) => second.map((after) => [...before, ...after])).slice(0, MAX_TEXTS);
}

function isOpen(pieces: readonly Pieces[]): boolean {
  return pieces.every((atoms) => atoms.every(({ kind }) => kind !== 'text'));
}

/** `$credentials.baseUrl`: what the field is by default. */
function readField(reader: Reader, node: SyntaxNode): readonly Pieces[] {
  const owner = isMemberNode(node) ? unwrap(node.object) : null;
  const name = nameMember(node);
  const isField = owner?.type === 'Identifier' && owner.name === '$credentials' && name !== null;
  const texts = isField ? listDefaults(reader.evaluator, name).flatMap(listOptions) : [];
  const known = texts.flatMap((value) => (value.type === 'text' ? [value.atoms] : []));
  return known.length === 0 ? makeOpen(reader) : known;
}

function read(reader: Reader, code: SyntaxNode): readonly Pieces[] {
  const node = unwrap(code);
  const next = (inner: SyntaxNode) => read(reader, inner);
  const [start, end] = [node.start ?? 0, node.end ?? 0];
  if (node.type === 'StringLiteral') return [slice(reader, start + 1, end - 1)];
  if (node.type === 'TemplateLiteral')
    return node.quasis.reduce<readonly Pieces[]>(
      (before, quasi, index) => {
        const own = combine(before, [slice(reader, quasi.start ?? 0, quasi.end ?? 0)]);
        const expression = node.expressions[index];
        return expression === undefined ? own : combine(own, next(expression));
      },
      [[]],
    );
  if (node.type === 'BinaryExpression' && node.operator === '+') return combine(next(node.left), next(node.right));
  if (node.type === 'ConditionalExpression')
    return [...next(node.consequent), ...next(node.alternate)].slice(0, MAX_TEXTS);
  if (node.type === 'LogicalExpression' && node.operator !== '&&') {
    const first = next(node.left);
    if (isOpen(first)) return next(node.right);
    // `$credentials.baseUrl || ""` with a default: without an address nothing is sent.
    const others = next(node.right).filter((pieces) => pieces.length > 0);
    return [...first, ...others].slice(0, MAX_TEXTS);
  }
  if (isCallNode(node) && 'callee' in node && isMemberNode(node.callee) && KEEPING.test(nameMember(node.callee) ?? ''))
    return next(node.callee.object);
  return readField(reader, node);
}

/** What stands between a pair of braces. */
function readCode(reader: Reader, code: string): readonly Pieces[] {
  const result = code.includes('\0') ? null : parseFile('expression.js', `(${code}\n)`);
  const [script] = result?.ok === true ? result.file.scripts : [];
  const [statement] = script?.program.type === 'Program' ? script.program.body : [];
  if (statement?.type !== 'ExpressionStatement') return makeOpen(reader);
  // The parenthesis is ours.
  return read({ ...reader, offset: reader.offset - 1 }, statement.expression);
}

const BRACES = /\{\{(.*?)\}\}/gs;

function readText(evaluator: Evaluator, text: TextValue, node: SyntaxNode, module: Module): readonly TextValue[] {
  if (!getTextHead(text).startsWith('=')) return [text];
  const whole = flatten(text.atoms);
  let pieces: readonly Pieces[] = [[]];
  let from = 1;
  for (const { 0: found, 1: code = '', index } of whole.matchAll(BRACES)) {
    const reader = { evaluator, atoms: text.atoms, offset: index + 2, node, module };
    pieces = combine(combine(pieces, [sliceFlat(text.atoms, from, index)]), readCode(reader, code));
    from = index + found.length;
  }
  return combine(pieces, [sliceFlat(text.atoms, from, whole.length)]).map((atoms) => makeAtomsValue(atoms, text));
}

/** The texts that n8n makes of a value; what is no text stays as it is. */
export function readExpressions(evaluator: Evaluator, value: Value, node: SyntaxNode, module: Module): Value {
  return unite(
    listOptions(value).flatMap((option): readonly Value[] =>
      option.type === 'text' ? readText(evaluator, option, node, module) : [option],
    ),
  );
}
