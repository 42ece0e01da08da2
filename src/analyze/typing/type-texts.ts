import { quotePattern } from '../../model/name-patterns.ts';
import type { SourceFile } from '../../model/project.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { readUncommented } from '../modules/code-text.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import type { Place } from '../uses/places.ts';

/**
 * The texts that the types of a file list: `type Path = '/agents' | '/calls'`, keys of an interface, overloads. They are read as text:
 * of the tree, only those types are kept that lead to classes and requests (`declared-members.ts`).
 */

const DECLARATION = /\b(type\s+[A-Za-z_]\w*(?:<[^=]*>)?\s*=|interface\s+[A-Za-z_][^{]*\{)/g;
const QUOTED = /(['"`])(\/?\w[^'"`\n]*)\1/g;
/** `(path: '/agents')`, `(private path: '/agents' | '/calls', init: Init)` */
const PARAMETER =
  /\(\s*(?:(?:private|protected|public|readonly)\s+)*\w+\??\s*:\s*(['"`][^'"`\n]*['"`](?:\s*\|\s*['"`][^'"`\n]*['"`])*)\s*[,)]|,\s*(?:(?:private|protected|public|readonly)\s+)*\w+\??\s*:\s*(['"`][^'"`\n]*['"`](?:\s*\|\s*['"`][^'"`\n]*['"`])+)\s*[,)]/g;
/** `const path: '/agents' = …`, `function path(): '/agents' | '/calls' {` */
const ANNOTATION = /:\s*((['"`])(?:https?:\/|[A-Z]+ )?\/[^'"`\n]*\2(?:\s*\|\s*(['"`])[^'"`\n]*\3)*)\s*(?:=(?!=)|\{)/g;
/** `const call: readonly ['/agents', 'GET'] = …` */
const TUPLE = /:\s*(?:readonly\s*)?\[([^\]=]*['"`](?:[A-Z]+ )?\/[^\]=]*)\]\s*=/g;
/** `Resource<'/agents'>`, `<T extends '/agents' | '/calls'>`, `readonly ('/agents' | '/calls')[]` */
const GENERIC =
  /(?:\w<|\bextends\s|\breadonly\s)\s*\(?\s*((['"`])(?:https?:\/|[A-Z]+ )?\/[^'"`\n]*\2(?:\s*\|\s*(['"`])[^'"`\n]*\3)*)\s*(?:[,>=)]|$)/gm;
/** `z.literal('/calls')`, `z.enum(['/agents', '/calls'])`, `v.picklist([…])`, `Type.Literal('/calls')`: what a schema makes a type of. */
const SCHEMA =
  /\b[A-Za-z]\w{0,9}(?:\.|\[["'`])(?:literal|enum|picklist|oneOf|enumeration|Literal|Enum)(?:["'`]\])?\(\s*\[?\s*(?:(['"`])(?:[A-Z]+ )?\/[^'"`\n]*\1\s*,?\s*)+\]?/g;
const OBJECT_TYPE =
  '\\{[^{}]*[\'"`](?:[A-Z]+ )?/[^{}]*\\}(?:\\s*\\[\\])*(?:\\s*[|&]\\s*(?:\\w+|\\{[^{}]*\\})(?:\\s*\\[\\])*)*\\s*';
/**
 * `Array<{ url: '/llms' }>`, `const rows: { url: '/llms' }[] = …`, `row(): { url: '/llms' } {`, `(row: { url: '/llms' }) => …`,
 * `{ … } as { url: '/llms' | '/voices' }`
 */
const INLINE = [
  `\\w<[^<>{}()]*${OBJECT_TYPE}>`,
  `:\\s*(?:readonly\\s*)?${OBJECT_TYPE}=(?![=>])`,
  `\\)\\s*:\\s*(?:readonly\\s*)?${OBJECT_TYPE}(?:=>|\\{)`,
  `\\(\\s*(?:\\w+\\??|\\{[^{}()]*\\})\\s*:\\s*${OBJECT_TYPE}[,)]`,
  `\\b(?:as|satisfies)\\s+${OBJECT_TYPE}`,
].map((pattern) => new RegExp(pattern, 'g'));
/** In JavaScript they look like nested objects. */
const TYPED_FILE = /\.(?:[cm]?tsx?|vue|svelte|astro)$/;
const SATISFIES = /\bsatisfies\s+(?!const\b)/g;
const TYPED = /(?::|<|\bextends|\breadonly)\s*(?:readonly\s*)?[[(]?\s*['"`]/;
const FROM = /\bfrom\s*['"]([^'"\n]+)['"]/g;
/** Files that types are looked for in. */
const MAX_FILES = 60;

/** What stands in a declaration that begins at `from`, up to its end. */
export function readBody(text: string, from: number, isBraced: boolean): string {
  let depth = isBraced ? 1 : 0;
  for (const { 0: found, index } of text.slice(from, from + 20_000).matchAll(/[{([]|[})\]]|;|\n(?!\s*[|&])/g)) {
    if (/[{([]/.test(found)) depth += 1;
    else if (/[})\]]/.test(found)) depth -= 1;
    const isEnd = isBraced
      ? depth === 0
      : depth <= 0 && /[;\n]/.test(found) && /\S/.test(text.slice(from, from + index));
    if (isEnd) return text.slice(from, from + index);
  }
  return text.slice(from, from + 20_000);
}

/** `/${Resource}`, with at most one name in it. */
const MADE = /`(\/?[^`$\n]*)\$\{([A-Za-z_]\w*)\}([^`$\n]*)`/g;

/** `/${'agents' | 'calls'}` */
const MADE_OF_TEXTS = /`(\/?[^`$\n]*)\$\{([\s|]*(?:['"][^'"`\n]*['"][\s|]*)+)\}([^`$\n]*)`/g;

/** The texts of `type Path = `/${Resource}`` beside `type Resource = 'agents' | 'calls'`. */
function listMade(text: string, part: string): readonly string[] {
  const written = [...part.matchAll(MADE_OF_TEXTS)].flatMap(([, before = '', pieces = '', behind = '']) =>
    [...pieces.matchAll(QUOTED)].map(({ 2: piece = '' }) => `${before}${piece}${behind}`),
  );
  const named = [...part.matchAll(MADE)].flatMap(([, before = '', name = '', behind = '']) => {
    const declared = new RegExp(`\\btype\\s+${name}\\s*=`).exec(text);
    if (declared === null) return [];
    const body = readBody(text, declared.index + declared[0].length, false);
    return [...body.matchAll(QUOTED)].map(({ 2: piece = '' }) => `${before}${piece}${behind}`);
  });
  return [...written, ...named];
}

const known = new WeakMap<Module, ReadonlyMap<string, number>>();

/** Each text with the place where a type lists it first. */
function listTypeTexts(module: Module): ReadonlyMap<string, number> {
  const found = known.get(module);
  if (found !== undefined) return found;
  const texts = new Map<string, number>();
  const code = readUncommented(module);
  const add = (part: string, start: number): void => {
    for (const { 2: text = '', index } of part.matchAll(QUOTED)) if (!texts.has(text)) texts.set(text, start + index);
  };
  for (const { 0: whole, index } of code.matchAll(DECLARATION)) {
    const start = index + whole.length;
    const body = readBody(code, start, whole.endsWith('{'));
    add(body, start);
    for (const text of listMade(code, body)) if (!texts.has(text)) texts.set(text, start);
  }
  for (const { 0: whole, index } of code.matchAll(SATISFIES)) add(readBody(code, index + whole.length, false), index);
  // Few files have a text behind a colon, and the patterns try at each parenthesis.
  if (TYPED.test(code))
    for (const pattern of [PARAMETER, ANNOTATION, TUPLE, GENERIC, ...(TYPED_FILE.test(module.path) ? INLINE : [])])
      for (const { 0: whole, index } of code.matchAll(pattern)) add(whole, index);
  if (TYPED_FILE.test(module.path) && /\b(?:literal|enum|picklist|oneOf)/i.test(code))
    for (const { 0: whole, index } of code.matchAll(SCHEMA)) add(whole, index);
  known.set(module, texts);
  return texts;
}

interface ListedTexts {
  /** How many files were loaded when they were gathered. */
  readonly loaded: number;
  readonly texts: ReadonlySet<string>;
  /** Those with something open in them: `/agents/${string}`. */
  readonly open: readonly string[];
}

const gathered = new WeakMap<ModuleGraph, ListedTexts>();

/** The texts that any type of the project lists: most projects have no path among them. */
function listAllTypeTexts(graph: ModuleGraph): ListedTexts {
  const found = gathered.get(graph);
  if (found?.loaded === graph.loaded.length) return found;
  const texts = new Set(graph.loaded.flatMap((module) => [...listTypeTexts(module).keys()]));
  const all = { loaded: graph.loaded.length, texts, open: [...texts].filter((text) => OPEN.test(text)) };
  gathered.set(graph, all);
  return all;
}

/** What an expression puts into a text is called otherwise. */
const OPEN = /^\/\w.*\$\{(?:string|number|bigint|[A-Z]\w*)\}/;

/** Does `/agents/${string}` allow the text? With a version in front of it, it would not. */
function allows(type: string, text: string): boolean {
  const pieces = type.split(/\$\{[^}]*\}/).map(quotePattern);
  return new RegExp(`^${pieces.join('.*')}$`).test(text);
}

/** What a type lists in place of the text: itself, or one that is open. */
function findListed(graph: ModuleGraph, text: string): string | null {
  const { texts, open } = listAllTypeTexts(graph);
  return texts.has(text) ? text : (open.find((type) => allows(type, text)) ?? null);
}

/** Files that are not loaded have no text of the catalogue, and hand on the types of those that have: `export * from './paths'`. */
function listImported(graph: ModuleGraph, source: SourceFile): readonly SourceFile[] {
  return [...readUncommented(source).matchAll(FROM)].flatMap(([, specifier = '']) => {
    const target = graph.project.resolve(specifier, source.path);
    if (target.kind !== 'file') return [];
    return graph.loaded.find((one) => one.path === target.path) ?? graph.project.load(target.path) ?? [];
  });
}

/** A file, and those that it imports, be it through others: the types that it can know. */
export function listKnownSources(graph: ModuleGraph, from: Module): readonly SourceFile[] {
  const reached = new Set<SourceFile>([from]);
  for (const source of reached)
    if (reached.size < MAX_FILES) for (const imported of listImported(graph, source)) reached.add(imported);
  return [...reached];
}

export interface TypeText {
  readonly module: Module;
  readonly start: number;
}

/** Where a type that a file can know lists a text: its own, or one of those that it imports, be it through others. */
export function findTypeText(graph: ModuleGraph, from: Module, text: string): TypeText | null {
  const listed = findListed(graph, text);
  if (listed === null) return null;
  const modules = new Map<SourceFile, Module>(graph.loaded.map((module) => [module, module]));
  const reached = new Set<SourceFile>([from]);
  for (const source of reached) {
    const module = modules.get(source);
    const start = module === undefined ? undefined : listTypeTexts(module).get(listed);
    if (module !== undefined && start !== undefined) return { module, start };
    if (reached.size < MAX_FILES) for (const imported of listImported(graph, source)) reached.add(imported);
  }
  return null;
}

/** The types that a file declares. */
export function listDeclarations(module: Module): readonly SyntaxNode[] {
  return module.scripts.flatMap(({ types }) => [...types.values()].flat());
}

/** The declaration in which a place in a type stands. */
export function placeDeclaration(module: Module, start: number): Place | null {
  const node = listDeclarations(module).find((one) => getStart(one) <= start && start < getEnd(one));
  const place = { path: [], entered: [], isHandedOver: true, isUrl: false, handed: null };
  return node === undefined ? null : { node, module, ...place };
}
