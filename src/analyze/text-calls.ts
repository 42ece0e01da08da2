import type * as t from '@babel/types';
import { type CallNode, unwrap } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import type { Evaluator } from './evaluator.ts';
import type { Module } from './modules.ts';
import {
  concatTexts,
  getKnownText,
  getTextHead,
  listTexts,
  makeAtomsValue,
  makeText,
  makeUnknown,
  mapTexts,
  replaceText,
  sliceAtom,
  splitAtoms,
  trimEndSlashes,
  trimStartSlashes,
} from './texts.ts';
import { listOptions, unite } from './unions.ts';
import { withProvenance } from './value-marks.ts';
import type { Argument, Atom, Env, TextValue, Value } from './values.ts';

/** What the methods of texts give: cut, joined, replaced, with the place of each character kept. */

export interface BuiltinCall {
  readonly node: CallNode;
  readonly module: Module;
  readonly env: Env;
  readonly args: readonly Argument[];
}

/** Null for a method that is not known. */
export function textMethod(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const { node, module, args } = call;
  switch (name) {
    case 'toString':
    case 'valueOf':
    case 'toJSON':
    case 'trim':
    case 'trimStart':
    case 'trimEnd':
    case 'normalize':
      return receiver.type === 'url' ? withProvenance(receiver.href, receiver.refs, receiver.trail) : receiver;
    case 'toLowerCase':
    case 'toLocaleLowerCase':
      return changeCase(receiver, (text) => text.toLowerCase());
    case 'toUpperCase':
    case 'toLocaleUpperCase':
      return changeCase(receiver, (text) => text.toUpperCase());
    case 'concat': {
      const pieces = args.map((argument) => listTexts(evaluator.evaluateArgument(argument), node, module));
      return concatTexts([listTexts(receiver, node, module), ...pieces], node, module);
    }
    case 'replace':
    case 'replaceAll':
      return replaceIn(evaluator, receiver, name === 'replaceAll', call);
    case 'slice':
    case 'substring':
      return cutText(evaluator, receiver, call);
    default:
      return null;
  }
}

/** Characters that change stand nowhere in source as they are sent. */
function changeCase(receiver: Value, change: (text: string) => string): Value {
  return mapTexts(receiver, (text) => ({
    ...text,
    atoms: text.atoms.map((atom) => {
      if (atom.kind !== 'text' || change(atom.text) === atom.text) return atom;
      return { ...atom, text: change(atom.text), origin: null };
    }),
  }));
}

/** `path.slice(1)`, `base.slice(0, -1)`: characters cut off at one end, where they are literal. */
function cutText(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const [start = 0, end = 0, ...others] = call.args.map((argument) => {
    const value = evaluator.evaluateArgument(argument);
    return value.type === 'primitive' && typeof value.value === 'number' ? value.value : Number.NaN;
  });
  if (
    others.length > 0 ||
    !(start >= 0) ||
    !(end <= 0) ||
    !listOptions(receiver).every((option) => option.type === 'text')
  )
    return null;
  const cut = listTexts(receiver, call.node, call.module).map((text): TextValue | null => {
    const last = text.atoms.at(-1);
    if (getTextHead(text).length < start || (end < 0 && (last?.kind !== 'text' || last.text.length < -end)))
      return null;
    const kept =
      end < 0 && last?.kind === 'text'
        ? [...text.atoms.slice(0, -1), sliceAtom(last, 0, last.text.length + end)]
        : text.atoms;
    return makeAtomsValue(
      splitAtoms(kept, start)[1].filter((atom) => atom.kind !== 'text' || atom.text !== ''),
      text,
    );
  });
  const known = cut.filter((text) => text !== null);
  return known.length === cut.length ? unite(known) : null;
}

/** The expression that is written as the first argument. */
export function readRegExp(args: readonly Argument[]): t.RegExpLiteral | null {
  const [first] = args;
  if (first?.kind !== 'expression') return null;
  const pattern = unwrap(first.node);
  return pattern.type === 'RegExpLiteral' ? pattern : null;
}

function replaceIn(evaluator: Evaluator, receiver: Value, all: boolean, call: BuiltinCall): Value {
  const { node, module, args } = call;
  const pattern = readRegExp(args);
  const replacement = evaluator.getArgument(args, 1);
  const replacements = replacement === undefined ? [] : listTexts(replacement, node, module);
  if (pattern !== null) return replacePattern(receiver, pattern, replacements, node, module);
  const search = evaluator.getArgument(args, 0);
  const known = search?.type === 'text' ? getKnownText(search) : null;
  if (known === null) return makeUnknown(node, module, 'a part of it is replaced');
  return mapTexts(receiver, (text) => unite(replacements.map((option) => replaceText(text, known, option.atoms, all))));
}

function replacePattern(
  receiver: Value,
  pattern: t.RegExpLiteral,
  replacements: readonly TextValue[],
  node: SyntaxNode,
  module: Module,
): Value {
  const isRemoval = replacements.length === 1 && replacements[0]?.atoms.length === 0;
  if (isRemoval && /^(?:\\\/|\/)[+*]?\$$/.test(pattern.pattern))
    return mapTexts(receiver, (text) => ({ ...text, atoms: trimEndSlashes(text.atoms) }));
  if (isRemoval && /^\^(?:\\\/|\/)[+*]?$/.test(pattern.pattern))
    return mapTexts(receiver, (text) => ({ ...text, atoms: trimStartSlashes(text.atoms) }));
  return mapTexts(receiver, (text) => {
    const known = getKnownText(text);
    const [option] = replacements;
    const by = option === undefined || replacements.length > 1 ? null : getKnownText(option);
    if (known === null)
      return text.atoms.some((atom) => atom.kind === 'text')
        ? makeUnknown(node, module, 'a part of it is replaced')
        : text;
    const changed = applyPattern(pattern, known, by);
    if (changed === known) return text;
    return changed === null ? blankMatches(pattern, text, node, module) : makeText(changed);
  });
}

/** `'/calls/:id'.replace(/:(\w+)/g, (_, name) => params[name])`: what is not matched stays as it is. */
function blankMatches(pattern: t.RegExpLiteral, text: TextValue, node: SyntaxNode, module: Module): Value {
  const blank = makeUnknown(node, module, 'a part of it is replaced');
  const known = getKnownText(text) ?? '';
  const expression = compilePattern(pattern, known, `${pattern.flags.replace(/[gy]/g, '')}g`);
  if (expression === null) return blank;
  const matches = [...known.matchAll(expression)].slice(0, pattern.flags.includes('g') ? undefined : 1);
  const pieces: TextValue[][] = [];
  let rest: readonly Atom[] = text.atoms;
  let from = 0;
  for (const match of matches) {
    const [before, behind] = splitAtoms(rest, match.index - from);
    pieces.push([{ ...text, atoms: before }], [...listTexts(blank, node, module)]);
    from = match.index + match[0].length;
    rest = splitAtoms(behind, match[0].length)[1];
  }
  return concatTexts([...pieces, [{ ...text, atoms: rest }]], node, module);
}

/** The user's own expression on a short literal; long inputs are left alone because an expression may never end. */
function compilePattern(pattern: t.RegExpLiteral, text: string, flags = pattern.flags): RegExp | null {
  if (text.length > 200 || /[+*}][^|]*\)[+*{]/.test(pattern.pattern)) return null;
  try {
    return new RegExp(pattern.pattern, flags);
  } catch {
    // An expression this engine does not know: the value is not known either.
    return null;
  }
}

/** The text after the replacement; null when it is not known. */
function applyPattern(pattern: t.RegExpLiteral, text: string, by: string | null): string | null {
  const expression = compilePattern(pattern, text);
  if (expression === null) return null;
  if (by !== null) return text.replace(expression, by);
  return expression.test(text) ? null : text;
}
