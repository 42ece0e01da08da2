import { type CallNode, unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeArray } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { spellUrl } from '../urls/spelled-urls.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import type { Argument, Atom, Env, TextValue, Value } from '../values/values.ts';
import { makeNumber, measureText, readNumber } from './arithmetic.ts';
import { cutText, findCharacter, findLastCharacter, type PartEnd, trimText } from './characters.ts';
import { concatTexts } from './concat-texts.ts';
import { matchGroups } from './matched-groups.ts';
import { countFromEnd, findReceiver } from './own-length.ts';
import { readRegExp, replaceIn } from './replacements.ts';
import { noteCutOff } from './taken-places.ts';
import { convertToText } from './text-conversion.ts';
import { findKnownText, getTextHead, listTexts, makeAtomsValue, makeUnknown, mapTexts, sliceAtom } from './texts.ts';
import { markEntry } from './written-texts.ts';

/** What the methods of texts give: cut, joined, replaced, with the place of each character kept. */

export interface BuiltinCall {
  readonly node: CallNode;
  readonly module: Module;
  readonly env: Env;
  readonly args: readonly Argument[];
}

/** `request.getMethod().toString()`, where some callers hand over what a package has made: a text is the same, whatever that is. */
export function writeOut(receiver: Value, name: string, { node, module }: BuiltinCall): Value | null {
  const all = listOptions(receiver);
  if (name !== 'toString' || !all.some(({ type }) => type === 'text')) return null;
  if (!all.every(({ type }) => /^(?:text|param|unknown|primitive|external)$/.test(type))) return null;
  const options = all.map((option) =>
    option.type === 'external'
      ? withChoices(makeUnknown(node, module, 'a package writes it out'), option.choices)
      : option,
  );
  return unite(options);
}

/** Null for a method that is not known. */
export function textMethod(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const { node, module, args } = call;
  switch (name) {
    case 'toString':
    case 'valueOf':
    case 'toJSON':
    case 'normalize':
      return receiver.type === 'url' ? spellUrl(receiver) : receiver;
    case 'trim':
    case 'trimStart':
    case 'trimEnd':
      return receiver.type === 'url' ? spellUrl(receiver) : mapTexts(receiver, (text) => trimText(text, name));
    case 'toLowerCase':
    case 'toLocaleLowerCase':
      return changeCase(receiver, (text) => text.toLowerCase());
    case 'toUpperCase':
    case 'toLocaleUpperCase':
      return changeCase(receiver, (text) => text.toUpperCase());
    case 'concat': {
      const pieces = args.map((argument) => {
        const value = convertToText(evaluator, evaluator.evaluateArgument(argument), call.env);
        return argument.kind === 'expression'
          ? markEntry(value, argument.node, 'piece', argument.module)
          : listTexts(value, node, module);
      });
      return concatTexts([listTexts(receiver, node, module), ...pieces], node, module);
    }
    case 'replace':
    case 'replaceAll':
      return replaceIn(evaluator, receiver, name === 'replaceAll', call);
    case 'match':
      return matchGroups(receiver, readRegExp(args));
    case 'slice':
    case 'substring':
    case 'substr':
      return cutTexts(evaluator, receiver, name, call);
    case 'indexOf':
    case 'lastIndexOf':
      return findPosition(evaluator, receiver, name, call);
    case 'at':
    case 'charAt':
      return findCharacters(evaluator, receiver, call);
    case 'split':
      return splitTexts(evaluator, receiver, call);
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

/** `path.slice(1)`, `base.slice(0, -1)`, `text.slice(start, end)`: characters cut off at either end. */
function cutTexts(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const [first, given, ...others] = call.args.map((argument) => evaluator.evaluateArgument(argument));
  const own = countOwn(call, 1);
  const second = own === null ? given : makeNumber(-own);
  const start = first === undefined ? 0 : readNumber(first);
  // `substr(start, length)` is the same where it starts at the beginning.
  const isOther = name === 'substr' && second !== undefined && start !== 0;
  if (others.length > 0 || start === null || start < 0 || isOther) return null;
  const isCounted = call.args[1]?.kind === 'expression' && unwrap(call.args[1].node).type === 'NumericLiteral';
  const cut = listOptions(receiver).map((option) => {
    const end = option.type === 'text' ? findEnd(option, second, call) : null;
    const kept = option.type === 'text' && end !== null ? cutText(option, start, end) : null;
    return option.type !== 'text' || kept === null ? null : noteCutOff(kept, option, start, isCounted);
  });
  const known = cut.filter((text) => text !== null);
  return known.length === cut.length ? unite(known) : null;
}

/** `base.length - 1`, where that is an argument of a method of `base`. */
function countOwn({ node, module, args }: BuiltinCall, index: number): number | null {
  const place = args[index];
  const text = findReceiver(node);
  const isWritten = place?.kind === 'expression' && place.module === module && text !== null;
  return isWritten ? countFromEnd(place.node, text, module) : null;
}

function findEnd(text: TextValue, end: Value | undefined, { node, module }: BuiltinCall): PartEnd | null {
  if (end === undefined) return { fromEnd: 0 };
  if (end.type === 'unknown' && end.length !== undefined) {
    const whole = measureText(text, node, module);
    return whole.type === 'unknown' && whole.length?.of === end.length.of ? { fromEnd: end.length.minus } : null;
  }
  const count = readNumber(end);
  if (count === null || count >= 0) return count === null ? null : { end: count };
  // Whether what is not known ends with what is cut off, its own condition asks.
  const last = text.atoms.at(-1);
  // `base.endsWith('/') ? base.slice(0, -1) : base`: a variable that holds a base holds it without its slash, too.
  if (last?.kind === 'env' && text.atoms.length === 1 && count === -1) return { fromEnd: 0 };
  return last?.kind === 'text' && last.text.length >= -count ? { fromEnd: -count } : null;
}

/** `url.indexOf('/calls')`, where what is known of the text says it. */
function findPosition(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const asked = evaluator.getArgument(call.args, 0);
  const search = findKnownText(asked);
  if (search === null || call.args.length > 1) return null;
  const found = listOptions(receiver).map((option) => {
    if (option.type !== 'text') return null;
    const whole = findKnownText(option);
    if (whole !== null) return makeNumber(name === 'indexOf' ? whole.indexOf(search) : whole.lastIndexOf(search));
    const first = name === 'indexOf' ? getTextHead(option).indexOf(search) : -1;
    return first === -1 ? null : makeNumber(first);
  });
  const known = found.filter((position) => position !== null);
  return known.length === found.length ? unite(known) : null;
}

/** `path.charAt(0)`, `path.at(-1)`, `path.charAt(path.length - 1)` */
function findCharacters(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const given = evaluator.getArgument(call.args, 0);
  const index = given === undefined ? 0 : readNumber(given);
  const isLast = index === -1 || countOwn(call, 0) === 1 || (given?.type === 'unknown' && given.length?.minus === 1);
  const found = listOptions(receiver).map((option) => {
    if (option.type !== 'text') return null;
    if (isLast) return findLastCharacter(option);
    return index === null ? null : findCharacter(option, index);
  });
  const known = found.filter((character) => character !== null);
  return known.length === found.length ? unite(known) : null;
}

/** `split(/ /)`, `split(/\s+/)`: what a blank is to a text whose words stand one blank apart. */
const BLANKS = /^(?: |\\s|\[ \]|\[\\s\])[+]?$/;
const UNEVEN = /\s{2}|[^\S ]/;

function isEven(text: TextValue): boolean {
  return text.atoms.every((atom) => atom.kind !== 'text' || !UNEVEN.test(atom.text));
}

/** `path.split('?')[0]`, `'/calls/:id'.split(':id').join(id)`: where no part that is not known can hold the separator. */
function splitTexts(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const isBlank = BLANKS.test(readRegExp(call.args)?.pattern ?? '');
  const known = isBlank ? ' ' : findKnownText(evaluator.getArgument(call.args, 0));
  if (known === null || known === '' || call.args.length > 1) return null;
  const lists = listOptions(receiver).map((option) => {
    return option.type === 'text' && (!isBlank || isEven(option)) ? splitText(option, known) : null;
  });
  const split = lists.filter((list) => list !== null);
  if (split.length === 0) return null;
  // `(process.env.PATHS ?? '/agents,/calls').split(',')`: what the variable holds is some list as well.
  const other = makeArray([makeUnknown(call.node, call.module, 'the list is set from outside')]);
  return unite(split.length === lists.length ? split : [...split, { ...other, isShuffled: true }]);
}

/** `GET /agents/${id}`, `${method} /agents/${id}` */
function isRoute({ atoms: [first, second] }: TextValue): boolean {
  if (first?.kind === 'text') return /^[A-Z]+ \//.test(first.text);
  return second?.kind === 'text' && second.text.startsWith(' /');
}

function splitText(text: TextValue, separator: string): Value | null {
  // A base that is not known has a colon and slashes, and no mark of a place; no part of a path has a space.
  const isDivided = /[?#{}%<>$]|:[a-z]/i.test(separator) || (separator === ' ' && isRoute(text));
  if (findKnownText(text) === null && !isDivided) return null;
  const pieces: Atom[][] = [[]];
  for (const atom of text.atoms) {
    if (atom.kind !== 'text') {
      pieces.at(-1)?.push(atom);
      continue;
    }
    let from = 0;
    for (let at = atom.text.indexOf(separator); at !== -1; at = atom.text.indexOf(separator, from)) {
      if (at > from) pieces.at(-1)?.push(sliceAtom(atom, from, at));
      pieces.push([]);
      from = at + separator.length;
    }
    if (from < atom.text.length) pieces.at(-1)?.push(sliceAtom(atom, from));
  }
  return { ...makeArray(pieces.map((atoms) => makeAtomsValue(atoms, text))), isExact: true };
}
