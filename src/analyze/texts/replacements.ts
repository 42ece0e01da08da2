import type * as t from '@babel/types';
import type { Evaluator } from '../evaluator.ts';
import { unite } from '../values/unions.ts';
import type { Argument, FunctionValue, TextValue, Value } from '../values/values.ts';
import { concatTexts } from './concat-texts.ts';
import { fillPlaces } from './fill-text.ts';
import { compilePattern, findRegExp } from './regexps.ts';
import { evaluateReplacer } from './replacers.ts';
import { collapseSlashes } from './slash-forms.ts';
import { sliceAtoms } from './taken-places.ts';
import { type Cut, changeRuns, noteUndone, type Piece, replaceCuts } from './taken-texts.ts';
import type { BuiltinCall } from './text-calls.ts';
import {
  findKnownText,
  listTexts,
  makeAtomsValue,
  makeText,
  makeUnknown,
  mapTexts,
  splitAtoms,
  trimEndSlashes,
  trimStartSlashes,
} from './texts.ts';

/** What `replace` and `replaceAll` leave of a text, and what they put into it. */

/** The expression that is the first argument: written there, or a constant. */
export function readRegExp([first]: readonly Argument[]): t.RegExpLiteral | null {
  return first?.kind === 'expression' ? findRegExp(first.node, first.module) : null;
}

export function replaceIn(evaluator: Evaluator, receiver: Value, all: boolean, call: BuiltinCall): Value {
  const { node, module, args } = call;
  const pattern = readRegExp(args);
  const replacement = evaluator.getArgument(args, 1);
  if (pattern !== null) return new PatternReplacement(evaluator, pattern, replacement, call).apply(receiver);
  const search = evaluator.getArgument(args, 0);
  const known = findKnownText(search);
  if (known === null) return cutBeforePlaces(evaluator, receiver, search, call);
  const given =
    replacement?.type === 'function' ? evaluateReplacer(evaluator, replacement, [known], 0, call) : replacement;
  const replacements = given === undefined ? [] : listTexts(given, node, module);
  // `url.replace('/v1/', '/')`, where there is none.
  const isOfVersion = known.replace(/^\/|\/$/g, '') === evaluator.versionPrefix.slice(1);
  return mapTexts(receiver, (text) => {
    const changed = unite(replacements.map((option) => replaceWord(text, known, option, all)));
    return isOfVersion && replacements.length > 0 && !spell(text).includes(known) ? noteUndone(text) : changed;
  });
}

/** Replaces the first (or every) occurrence of a text between what is not known. */
function replaceWord(text: TextValue, search: string, by: TextValue, all: boolean): Value {
  let isDone = search === '';
  return changeRuns(text, (run) => {
    const cuts: Cut[] = [];
    const known = findKnownText(run) ?? '';
    for (let at = known.indexOf(search); at !== -1 && !isDone; at = known.indexOf(search, at + search.length)) {
      cuts.push({ start: at, end: at + search.length, by: [by.atoms] });
      isDone = !all;
    }
    return cuts.length === 0 ? run : replaceCuts(run, cuts);
  });
}

/** `$1` and its likes stand for what was matched; null for those that stand for what is around it. */
function readReplacement(by: TextValue, match: RegExpExecArray): readonly Piece[] | null {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of (findKnownText(by) ?? '').matchAll(/\$(?:[$&`']|\d\d?|<[^>]*>)/g)) {
    const [mark] = found;
    const group = mark === '$&' ? 0 : Number(mark.slice(1));
    const range = Number.isInteger(group) && group < match.length ? match.indices?.[group] : undefined;
    if (range === undefined) return null;
    pieces.push(sliceAtoms(by.atoms, from, found.index), { start: range[0], end: range[1] });
    from = found.index + mark.length;
  }
  return [...pieces, splitAtoms(by.atoms, from)[1]];
}

/** What begins a place in a template, and what ends it where something does: `:id`, `{id}`, `{{id}}`. */
const PLACE = /^(?:([:@#])|(\{\{?|[<%[])(?=.*\0)|(\$\{))/;
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '{{': '}}', '${': '}', '<': '>', '[': ']', '%': '%' };

/** The places that a search for `{${key}}` can find, whatever the key is; null where that is not known. */
function findPlaces(search: TextValue, isExpression: boolean): string | null {
  const flat = search.atoms.map((atom) => (atom.kind === 'text' ? atom.text : '\0')).join('');
  const plain = isExpression ? flat.replace(/\\+(?=\W)/g, '') : flat;
  const mark = PLACE.exec(plain)?.[0];
  if (mark === undefined || plain[mark.length] !== '\0') return null;
  const closer = CLOSERS[mark] ?? '';
  if (!plain.slice(mark.length + 1).startsWith(closer)) return null;
  const [begin, end] = [mark, closer].map((text) => text.replace(/\W/g, '\\$&'));
  return `${begin}[\\w.-]+${end}`;
}

/** The characters with which what is searched for begins; null where that is not known. */
function findHead(source: readonly TextValue[], isExpression: boolean): readonly string[] | null {
  const heads = source.map(({ atoms: [first] }) => {
    const text = first?.kind === 'text' ? first.text : '';
    return isExpression ? (/^\\*([:{%<@#_$[])/.exec(text)?.[1] ?? '') : text;
  });
  return heads.includes('') ? null : heads;
}

/** `path.replace(':' + key, value)`: what stands around such a place stays as it is; where it may go on, only what stands before it. */
function cutBeforePlaces(evaluator: Evaluator, receiver: Value, search: Value | undefined, call: BuiltinCall): Value {
  const { node, module } = call;
  const blank = makeUnknown(node, module, 'a part of it is replaced');
  const isExpression = search?.type === 'external' && search.made?.by.path.join('.') === 'RegExp';
  const asked = isExpression ? evaluator.getArgument(search.made?.args ?? [], 0) : search;
  const source = asked === undefined ? [] : listTexts(asked, node, module);
  const places = source.map((one) => findPlaces(one, isExpression));
  if (places.length > 0 && !places.includes(null))
    return fillPlaces(receiver, new RegExp(places.join('|'), 'g'), () => blank, node, module);
  const heads = source.length === 0 ? null : findHead(source, isExpression);
  if (heads === null) return blank;
  return mapTexts(receiver, (text) => {
    const index = text.atoms.findIndex(
      (atom) => atom.kind === 'text' && heads.some((head) => atom.text.includes(head)),
    );
    const atom = text.atoms[index];
    if (atom?.kind !== 'text') return text;
    const at = Math.min(...heads.map((head) => atom.text.indexOf(head)).filter((position) => position !== -1));
    const kept = [...text.atoms.slice(0, index), ...splitAtoms([atom], at)[0]];
    return concatTexts([[{ ...text, atoms: kept }], listTexts(blank, node, module)], node, module);
  });
}

/** A pattern that begins at the mark of a place and looks at nothing around it: `:(\w+)`, `\{(\w+)\}`. */
const OF_PLACES = /^(?:\\?[:{%<@#$]|\\\[)(?!.*(?:\\b|\(\?[<=!]|[^\\[]\^|[^\\]\$$))/;

/** `^\/+|\/+$` */
const BOTH_ENDS = /^\(?\^\\\/[+*]?\|\\\/[+*]?\$\)?$/;

/** The characters of a text, with a letter for each part that is not known. */
function spell({ atoms }: TextValue): string {
  return atoms.map((atom) => (atom.kind === 'text' ? atom.text : 'x')).join('');
}

class PatternReplacement {
  readonly #evaluator: Evaluator;
  readonly #pattern: t.RegExpLiteral;
  readonly #replacer: FunctionValue | null;
  readonly #replacements: readonly TextValue[];
  readonly #call: BuiltinCall;

  constructor(evaluator: Evaluator, pattern: t.RegExpLiteral, replacement: Value | undefined, call: BuiltinCall) {
    this.#evaluator = evaluator;
    this.#pattern = pattern;
    this.#replacer = replacement?.type === 'function' ? replacement : null;
    this.#replacements = replacement === undefined ? [] : listTexts(replacement, call.node, call.module);
    this.#call = call;
  }

  get #blank(): Value {
    return makeUnknown(this.#call.node, this.#call.module, 'a part of it is replaced');
  }

  apply(receiver: Value): Value {
    const { pattern } = this.#pattern;
    const isRemoval = this.#replacements.length === 1 && this.#replacements[0]?.atoms.length === 0;
    if (isRemoval && /^(?:\\\/|\/)[+*]?\$$/.test(pattern))
      return mapTexts(receiver, (text) => ({ ...text, atoms: trimEndSlashes(text.atoms) }));
    if (isRemoval && /^\^(?:\\\/|\/)[+*]?$/.test(pattern))
      return mapTexts(receiver, (text) => ({ ...text, atoms: trimStartSlashes(text.atoms) }));
    if (isRemoval && this.#pattern.flags.includes('g') && BOTH_ENDS.test(pattern))
      return mapTexts(receiver, (text) => ({ ...text, atoms: trimStartSlashes(trimEndSlashes(text.atoms)) }));
    return mapTexts(receiver, (text) => this.#collapse(text) ?? this.#replace(text));
  }

  /** `url.replace(/([^:])\/\//g, '$1/')`: each slash that stays keeps its place. Null where the pattern does something else. */
  #collapse(text: TextValue): TextValue | null {
    const by = this.#replacements.length === 1 ? findKnownText(this.#replacements[0] ?? text) : null;
    if (by === null || /[a-z]/i.test(this.#pattern.pattern)) return null;
    const collapsed = makeAtomsValue(collapseSlashes(text.atoms), text);
    return applyPattern(this.#pattern, spell(text), by) === spell(collapsed) ? collapsed : null;
  }

  #replace(text: TextValue): Value {
    const known = findKnownText(text);
    const [option] = this.#replacements;
    const by = option === undefined || this.#replacements.length > 1 ? null : findKnownText(option);
    if (known === null) {
      if (OF_PLACES.test(this.#pattern.pattern)) return this.#fill(text);
      return text.atoms.some((atom) => atom.kind === 'text') ? this.#blank : text;
    }
    const changed = applyPattern(this.#pattern, known, by);
    if (changed === known) return this.#undoes(known, by) ? noteUndone(text) : text;
    return changed === null || option === undefined ? this.#fill(text) : this.#keepPlaces(text, known, option, changed);
  }

  /** Would it take a version out of the path again? */
  #undoes(known: string, by: string | null): boolean {
    if (!known.startsWith('/')) return false;
    const versioned = this.#evaluator.versionPrefix + known;
    return applyPattern(this.#pattern, versioned, by) !== versioned;
  }

  /** The text after the replacement, with the places of what is left of it. */
  #keepPlaces(text: TextValue, known: string, by: TextValue, changed: string): Value {
    const { flags } = this.#pattern;
    const expression = compilePattern(this.#pattern, known, `${flags.replace('d', '')}d`);
    const matches: RegExpExecArray[] = [];
    for (let match = expression?.exec(known) ?? null; match !== null; match = expression?.exec(known) ?? null) {
      matches.push(match);
      if (!flags.includes('g') || match[0] === '') break;
    }
    const cuts = matches.flatMap((match): readonly Cut[] => {
      const pieces = readReplacement(by, match);
      return pieces === null ? [] : [{ start: match.index, end: match.index + match[0].length, by: pieces }];
    });
    const kept = replaceCuts(text, cuts);
    // What is read otherwise than it runs has no places.
    return findKnownText(kept) === changed ? kept : makeText(changed);
  }

  /** `'/calls/:id'.replace(/:(\w+)/g, (_, name) => params[name])`: what is not matched stays as it is. */
  #fill(text: TextValue): Value {
    const { node, module } = this.#call;
    const literal = text.atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('');
    const expression = compilePattern(this.#pattern, literal, `${this.#pattern.flags.replace(/[gy]/g, '')}g`);
    if (expression === null) return this.#blank;
    const isGlobal = this.#pattern.flags.includes('g');
    const fill = (match: RegExpMatchArray, index: number) => (index > 0 && !isGlobal ? null : this.#give(match, index));
    return fillPlaces(text, expression, fill, node, module);
  }

  #give(match: RegExpMatchArray, index: number): Value {
    if (this.#replacer !== null) return evaluateReplacer(this.#evaluator, this.#replacer, match, index, this.#call);
    // `$1` and its likes stand for what was matched.
    const isPlain = this.#replacements.every((option) => !findKnownText(option)?.includes('$'));
    return isPlain && this.#replacements.length > 0 ? unite(this.#replacements) : this.#blank;
  }
}

/** The text after the replacement; null when it is not known. */
function applyPattern(pattern: t.RegExpLiteral, text: string, by: string | null): string | null {
  const expression = compilePattern(pattern, text);
  if (expression === null) return null;
  if (by !== null) return text.replace(expression, by);
  return expression.test(text) ? null : text;
}
