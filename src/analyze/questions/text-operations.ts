import { posix } from 'node:path';

/**
 * What the language and its platform do with a text, a list of its pieces or a number that is made of it, so that it can be done
 * here with the text as it is and with a version in front. What is not listed is not known to give the same.
 */

/** The result is not known. */
export const OPEN: unique symbol = Symbol('open');

/** A function of the program, as a method of a list calls it. */
export type Callback = (element: unknown, index: number) => unknown;

/** A text is made no longer than that. */
const MAX_LENGTH = 1000;

const OF_TEXTS =
  /^(?:at|char(?:Code)?At|codePointAt|concat|endsWith|includes|(?:lastI|i)ndexOf|match|normalize|replace(?:All)?|search|slice|split|startsWith|subst(?:r|ring)|to(?:LowerCase|UpperCase|String)|trim(?:Start|End)?|valueOf|localeCompare)$/;
const OF_LISTS = /^(?:at|concat|includes|(?:lastI|i)ndexOf|join|pop|shift|slice|toString)$/;
/** They change the list that they give back: done to a copy. */
const OF_COPIES = /^(?:to)?(?:reverse|sort)d?$/i;
const OVER_LISTS = /^(?:every|filter|find|findIndex|findLast|findLastIndex|flatMap|map|some)$/;
const OF_BYTES = /^(?:toString|slice|subarray|at)$/;

function call(receiver: object, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(receiver, name);
  if (typeof method !== 'function') return OPEN;
  try {
    return Reflect.apply(method, receiver, [...args]);
  } catch {
    // `text.at(…)` of something that is no number, a pattern without `g` in `replaceAll`.
    return OPEN;
  }
}

function isOpen(value: unknown): boolean {
  return value === OPEN;
}

/** Calls `over` for each element until it is not known what it gives. */
function callOver(list: readonly unknown[], name: string, over: Callback): unknown {
  const given = list.map((element, index) => over(element, index));
  if (given.some(isOpen)) return OPEN;
  return call([...list], name, [(_: unknown, index: number) => given[index]]);
}

/** `text.split('/')`, `pieces.filter(Boolean)`: what a method gives; a callback is the only argument that is a function. */
export function callMethod(receiver: unknown, name: string, args: readonly unknown[]): unknown {
  const [first] = args;
  if (args.some(isOpen)) return OPEN;
  if (typeof receiver === 'string') {
    if (!OF_TEXTS.test(name) || args.some((argument) => typeof argument === 'function')) return OPEN;
    const result = call(Object(receiver) as object, name, args);
    return typeof result === 'string' && result.length > MAX_LENGTH ? OPEN : result;
  }
  if (receiver instanceof Uint8Array) return OF_BYTES.test(name) ? call(receiver, name, args) : OPEN;
  if (typeof receiver === 'number') return name === 'toString' ? call(Object(receiver) as object, name, args) : OPEN;
  if (!Array.isArray(receiver)) return OPEN;
  const list: readonly unknown[] = receiver;
  if (typeof first === 'function') return OVER_LISTS.test(name) ? callOver(list, name, first as Callback) : OPEN;
  if (OF_COPIES.test(name)) return args.length === 0 ? call([...list], name, []) : OPEN;
  return OF_LISTS.test(name) ? call([...list], name, args) : OPEN;
}

/** `.length` of a text, an element of a list, a group of a match. */
export function readMember(object: unknown, name: string): unknown {
  const isIndex = /^\d+$/.test(name);
  if (typeof object === 'string' || object instanceof Uint8Array)
    return isIndex || name === 'length' ? Reflect.get(Object(object) as object, name) : OPEN;
  if (Array.isArray(object)) {
    if (isIndex || /^(?:length|index)$/.test(name)) return Reflect.get(object, name);
    return name === 'groups' ? { ...(Reflect.get(object, name) as object | undefined) } : OPEN;
  }
  if (typeof object === 'object' && object !== null) return Reflect.get(object, name);
  return OPEN;
}

type Operation = (...args: readonly unknown[]) => unknown;

const GLOBALS: Readonly<Record<string, Operation>> = {
  Boolean: (value) => Boolean(value),
  String: (value) => (typeof value === 'object' ? OPEN : String(value)),
  Number: (value) => Number(value),
  parseInt: (text, radix) => Number.parseInt(String(text), Number(radix ?? 10)),
  'Math.max': (...numbers) => Math.max(...numbers.map(Number)),
  'Math.min': (...numbers) => Math.min(...numbers.map(Number)),
  'Math.abs': (number) => Math.abs(Number(number)),
  'Array.from': (text, over) => {
    if (typeof text !== 'string' && !Array.isArray(text)) return OPEN;
    const list: readonly unknown[] = [...text];
    return typeof over === 'function' ? callOver(list, 'map', over as Callback) : list;
  },
  'Object.is': (left, right) => Object.is(left, right),
  'Buffer.byteLength': (text) => (typeof text === 'string' ? Buffer.byteLength(text) : OPEN),
  'Buffer.from': (text, encoding) =>
    typeof text === 'string' && (encoding === undefined || encoding === 'utf8') ? Buffer.from(text) : OPEN,
};

const ENCODER = new TextEncoder();

const OF_INSTANCES: Readonly<Record<string, Operation>> = {
  'TextEncoder.encode': (text) => (typeof text === 'string' ? ENCODER.encode(text) : OPEN),
  'Intl.Collator.compare': (left, right) => String(left).localeCompare(String(right)),
};

const PATHS: Readonly<Record<string, Operation>> = {
  basename: (path, suffix) => posix.basename(String(path), suffix === undefined ? suffix : String(suffix)),
  dirname: (path) => posix.dirname(String(path)),
  extname: (path) => posix.extname(String(path)),
  isAbsolute: (path) => posix.isAbsolute(String(path)),
  join: (...paths) => posix.join(...paths.map(String)),
  normalize: (path) => posix.normalize(String(path)),
  parse: (path) => posix.parse(String(path)),
  relative: (from, to) => (posix.isAbsolute(`${from}`) ? posix.relative(String(from), String(to)) : OPEN),
};

const PATH_MODULES = /^(?:node:)?path(?:\/posix)?$/;

/** `Buffer.byteLength(path)`, `posix.dirname(path)`: a function of the platform, by its module and its name there. */
export function callFunction(module: string, path: readonly string[], args: readonly unknown[]): unknown {
  if (args.some(isOpen)) return OPEN;
  const operation =
    module === 'global'
      ? (GLOBALS[path.join('.')] ?? OF_INSTANCES[path.join('.')])
      : PATH_MODULES.test(module)
        ? PATHS[path.filter((step) => step !== 'default' && step !== 'posix').join('.')]
        : undefined;
  try {
    return operation === undefined ? OPEN : operation(...args);
  } catch {
    // `String(…)` of something that cannot be one.
    return OPEN;
  }
}

const OPERATORS: Readonly<Record<string, (left: never, right: never) => unknown>> = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
  '%': (left: number, right: number) => left % right,
  '&': (left: number, right: number) => left & right,
  '|': (left: number, right: number) => left | right,
  '<': (left: number, right: number) => left < right,
  '<=': (left: number, right: number) => left <= right,
  '>': (left: number, right: number) => left > right,
  '>=': (left: number, right: number) => left >= right,
  '===': (left: unknown, right: unknown) => left === right,
  '!==': (left: unknown, right: unknown) => left !== right,
  // biome-ignore lint/suspicious/noDoubleEquals: what the program does is done here.
  '==': (left: unknown, right: unknown) => left == right,
  // biome-ignore lint/suspicious/noDoubleEquals: what the program does is done here.
  '!=': (left: unknown, right: unknown) => left != right,
};

/** `left < right` of what both are, be it texts or numbers. */
export function operate(operator: string, left: unknown, right: unknown): unknown {
  const operation = OPERATORS[operator];
  if (operation === undefined || isOpen(left) || isOpen(right)) return OPEN;
  return operation(left as never, right as never);
}
