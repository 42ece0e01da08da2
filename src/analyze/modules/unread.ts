import type { Program, Statement } from '@babel/types';
import { append } from '../../model/append.ts';
import { flatMap } from '../../model/flat-map.ts';
import { eachPatternName } from '../../syntax/destructuring.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listDeclaredAlone } from './declared-alone.ts';
import { WordFinder } from './word-finder.ts';

/**
 * Declarations of a file that nothing which matters in it names, and that name nothing of it in turn: no value goes from the
 * one to the other. They are left out until a file that is read asks for one of them, as a file that holds no word of the
 * catalogue is left out until somebody imports it.
 */
export interface Unread {
  /** The names under which other files can ask for one. */
  readonly exported: ReadonlySet<string>;
  /** What they import: once such a file is read, they may be its callers. */
  readonly specifiers: ReadonlySet<string>;
}

/** Why a declaration is read that holds nothing which matters itself. */
export interface Wanted {
  /** Names under which other files ask for it. */
  readonly exported: ReadonlySet<string>;
  /** It names what is imported from one of these. */
  readonly specifiers: ReadonlySet<string>;
}

/** What tells whether a piece of a file has to be read. */
interface Questions {
  /** Does a piece of text hold what makes a file worth reading? */
  matters(piece: string): boolean;
  /** Does an import lead to a file that is read? */
  leads(specifier: string): boolean;
  readonly wanted: Wanted;
}

/** A statement at the top of a file. */
interface Item {
  readonly node: Statement;
  /** What it declares; null for one that does more than to declare. */
  readonly declared: readonly string[] | null;
  /** The names of the file in its text: more than it reads, for a comment may say them as well. */
  readonly named: Set<string>;
  isRead: boolean;
}

/** The names that a file declares or imports at its top; with what it imports them from. */
type Names = ReadonlyMap<string, string | null>;

/** Who says one of these may be heard by code that does not name it. */
const HEARD_BY_ALL = new Set(
  (
    'window globalThis self global document process chrome browser navigator localStorage sessionStorage Deno Bun ' +
    'module exports require import eval meta env prototype interceptors defaults Provider useValue useFactory ' +
    'toConstantValue toDynamicValue extraArgument withExtraArgument addEventListener postMessage'
  ).split(' '),
);
/** The same of these where they are called: comments are full of them. */
const HEARD_WHEN_CALLED = new Set('provide inject decorate useContext register emit on dispatch'.split(' '));
const CALLED = /^\s*(?:\?\.)?[(<]/;

/** All tests import these, and what one does with them another does not see. */
const TEST_RUNNERS = /^(?:vitest|@jest\/globals|node:test|mocha|chai|bun:test)$/;

const LONGEST_GAP = 8;
const ABSOLUTE = '://';
const HOISTED = /\bvar\s+([A-Za-z_$][\w$]*)/g;
const BLOCK = /^(?:If|For|While|DoWhile|Try|Block|Switch|Labeled)/;

/** Does nothing else stand on its lines? Places for comments are looked for line by line. */
function hasOwnLines(text: string, node: Statement): boolean {
  const [start, end] = [getStart(node), getEnd(node)];
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  return (
    text.slice(lineStart, start).trim() === '' && text.slice(end, lineEnd === -1 ? text.length : lineEnd).trim() === ''
  );
}

function listNames(body: readonly Statement[], text: string): Names {
  const names = new Map<string, string | null>();
  const declare = (node: SyntaxNode): void => {
    if ((node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration') && node.declaration)
      declare(node.declaration);
    else if (node.type === 'ImportDeclaration') {
      if (TEST_RUNNERS.test(node.source.value)) return;
      for (const { local } of node.specifiers) names.set(local.name, node.source.value);
    } else if (node.type === 'VariableDeclaration')
      for (const { id } of node.declarations) eachPatternName(id, [], ({ name }) => names.set(name, null));
    else if ('id' in node && node.id && 'name' in node.id && typeof node.id.name === 'string')
      names.set(node.id.name, null);
    else if (BLOCK.test(node.type))
      for (const [, name = ''] of text.slice(getStart(node), getEnd(node)).matchAll(HOISTED)) names.set(name, null);
  };
  body.forEach(declare);
  return names;
}

/** `export { load, save as store }`: the name behind each exported one. */
function listExportList(node: Statement): readonly (readonly [exported: string, local: string])[] {
  if (node.type !== 'ExportNamedDeclaration' || node.source || node.declaration) return [];
  return flatMap(node.specifiers, (specifier) =>
    specifier.type === 'ExportSpecifier' && specifier.exported.type === 'Identifier'
      ? [[specifier.exported.name, specifier.local.name] as const]
      : [],
  );
}

/** The local name behind each name that others can import; of what comes from other files none. */
function listExports(items: readonly Item[], lists: readonly Statement[]): ReadonlyMap<string, string> {
  const own = flatMap(items, ({ node, declared }) =>
    node.type === 'ExportNamedDeclaration' ? (declared ?? []).map((name) => [name, name] as const) : [],
  );
  return new Map([...own, ...flatMap(lists, listExportList)]);
}

/** Takes down what of the file each statement names, and reads those that speak to all. */
function nameAll(items: readonly Item[], text: string, names: Names): void {
  const finder = new WordFinder([...names.keys(), ...HEARD_BY_ALL, ...HEARD_WHEN_CALLED]);
  const isHeard = (word: string, end: number): boolean =>
    !HEARD_WHEN_CALLED.has(word) || CALLED.test(text.slice(end, end + LONGEST_GAP));
  for (const item of items)
    finder.find(text, getStart(item.node), getEnd(item.node), (word, end) => {
      if (names.has(word)) item.named.add(word);
      else if (item.declared !== null && !item.isRead) item.isRead = isHeard(word, end);
    });
}

/** Reads what somebody else asks for, or what names something of a file that is read. */
function readWanted(
  items: readonly Item[],
  names: Names,
  exports: ReadonlyMap<string, string>,
  asked: Questions,
): void {
  const wanted = new Set([...asked.wanted.exported].map((name) => exports.get(name)));
  const leading = new Map<string, boolean>();
  const isLeading = (name: string): boolean => {
    const specifier = names.get(name);
    if (specifier == null) return false;
    const known = leading.get(specifier) ?? (asked.wanted.specifiers.has(specifier) || asked.leads(specifier));
    leading.set(specifier, known);
    return known;
  };
  for (const item of items) {
    if (item.isRead) continue;
    item.isRead = item.declared?.some((name) => wanted.has(name)) === true || [...item.named].some(isLeading);
  }
}

/** Reads on from what is read, until nothing that is left names anything of it or is named there. */
function readOn(items: readonly Item[]): ReadonlySet<string> {
  const waiting = new Map<string, Item[]>();
  for (const item of items)
    if (!item.isRead) for (const name of [...item.named, ...(item.declared ?? [])]) append(waiting, name, item);
  const reached = new Set<string>();
  const due = items.filter(({ isRead }) => isRead);
  for (let item = due.pop(); item !== undefined; item = due.pop()) {
    for (const name of [...item.named, ...(item.declared ?? [])]) {
      if (reached.has(name)) continue;
      reached.add(name);
      for (const next of waiting.get(name) ?? []) {
        if (!next.isRead) due.push(next);
        next.isRead = true;
      }
    }
  }
  return reached;
}

/** Lets go of the statements, of imports that they alone use, and of their names in lists of exports. */
function takeOut(program: Program, left: readonly Item[], reached: ReadonlySet<string>): void {
  const nodes = new Set<Statement>(left.map(({ node }) => node));
  const names = new Set(flatMap(left, ({ declared }) => declared ?? []));
  const kept = program.body.filter((node) => {
    if (node.type !== 'ImportDeclaration' || node.specifiers.length === 0) return !nodes.has(node);
    return TEST_RUNNERS.test(node.source.value) || node.specifiers.some(({ local }) => reached.has(local.name));
  });
  for (const node of kept) {
    if (node.type !== 'ExportNamedDeclaration' || listExportList(node).length === 0) continue;
    node.specifiers = node.specifiers.filter(
      (specifier) => specifier.type !== 'ExportSpecifier' || !names.has(specifier.local.name),
    );
  }
  program.body = kept;
}

/**
 * Takes the unread declarations out of a module; null, and nothing is taken, where there are none. What another kind of file
 * declares, every script of the page may name.
 */
export function takeUnread(program: SyntaxNode, text: string, asked: Questions): Unread | null {
  if (program.type !== 'Program' || program.sourceType !== 'module') return null;
  const { body } = program;
  const lists = body.filter((node) => listExportList(node).length > 0);
  const items = body
    .filter((node) => node.type !== 'ImportDeclaration' && !lists.includes(node))
    .map((node): Item => {
      const declared = listDeclaredAlone(node);
      const piece = declared === null ? '' : text.slice(getStart(node), getEnd(node));
      const isRead = declared === null || piece.includes(ABSOLUTE) || asked.matters(piece) || !hasOwnLines(text, node);
      return { node, declared, named: new Set(), isRead };
    });
  if (items.every(({ isRead }) => isRead)) return null;
  const names = listNames(body, text);
  const exports = listExports(items, lists);
  nameAll(items, text, names);
  // What is passed on as it came is read by whoever imports it, and so is what is declared with more than that.
  const alone = new Set(flatMap(items, ({ declared }) => declared ?? []));
  const passed = [...exports.values()].filter((local) => !alone.has(local));
  for (const item of items) item.isRead ||= passed.some((local) => item.named.has(local));
  readWanted(items, names, exports, asked);
  const reached = new Set([...readOn(items), ...passed]);
  const left = items.filter(({ isRead }) => !isRead);
  const leftNames = new Set(flatMap(left, ({ declared }) => declared ?? []));
  const exported = new Set(flatMap([...exports], ([name, local]) => (leftNames.has(local) ? [name] : [])));
  // Without an export a file is another kind of file.
  const isExporting = body.some((node) => node.type.startsWith('Export') && !left.some((item) => item.node === node));
  if (left.length === 0 || (exported.size > 0 && !isExporting)) return null;
  const specifiers = new Set(flatMap(left, ({ named }) => flatMap([...named], (name) => names.get(name) ?? [])));
  takeOut(program, left, reached);
  return { exported, specifiers };
}
