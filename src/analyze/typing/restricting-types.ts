import { posix } from 'node:path';
import type * as t from '@babel/types';
import { quoteName } from '../../model/name-patterns.ts';
import type { SourceFile } from '../../model/project.ts';
import { getEnd, getStart, isFunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { readUncommented } from '../modules/code-text.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { readBody } from './type-texts.ts';

/** Parameters whose type lists the texts they take: another text would not compile. Types are read as text, see `type-texts.ts`. */

/** `/${string}` demands a slash and allows every path, also a longer one; so does `GET /${string}`. */
const PATH_TYPE =
  /`(?:(?:[A-Z]+|\$\{[A-Z]\w*\}|\$\{[\s|]*(?:['"][A-Z]+['"][\s|]*)+\})\s)?(?:https?:\/\/|\/)?\$\{string\}[^`]*`/g;

/** `{ status: 'error' } | { … }`: members with names of their own, of which none stands for any other. */
const TABLE_TYPE = /^[:\s|&(]*\{(?![\s\S]*(?:\bRecord<|\[\w+\s*(?::|in\b)))/;

/** `Omit<Row, 'id'>`, `Pick<Row, 'id' | 'path'>`, `Record<'path', string>`: texts that are names of members. */
const MEMBER_NAMES =
  /(\b(?:Omit|Pick)<[^,<>]*,|\bRecord<)\s*['"`][^'"`\n]*['"`](?:\s*\|\s*['"`][^'"`\n]*['"`])*\s*(?=[,>])/g;
/** The members of an object type without others inside of them. */
const MEMBERS = /\{[^{}]*\}/g;

/** Does a type list texts for the member in which a text is held? A table may list those of another: `status: 'error'`. */
function listsTexts(written: string, path: readonly string[]): boolean {
  const type = written.replace(MEMBER_NAMES, '$1');
  const held = path.findLast((name) => /^[A-Za-z_$]\w*$/.test(name));
  // `string | { vendor: 'voice'; path: string }`: what is no object has none of the members.
  if (path.length === 0) return /['"`]/.test(type.replace(MEMBERS, ''));
  const own = held === undefined ? null : new RegExp(`\\b${held}['"]?\\??:([^;,{}]*)`).exec(type);
  if (own === null && held !== undefined && TABLE_TYPE.test(type)) return false;
  return /['"`]/.test(own?.[1] ?? type);
}

/** What stands behind `type Name =`, up to the semicolon or the line that ends it. */
function readDeclaredType(text: string, name: string): string | null {
  const declared = new RegExp(`\\btype\\s+${quoteName(name)}\\s*=\\s*([\\s\\S]*)`).exec(text)?.[1];
  if (declared === undefined) return null;
  let depth = 0;
  for (const { 0: found, index } of declared.matchAll(/[{([]|[})\]]|;|\n(?!\s*[|&])/g)) {
    if (/[{([]/.test(found)) depth += 1;
    else if (/[})\]]/.test(found)) depth -= 1;
    else if (depth === 0) return declared.slice(0, index);
  }
  return declared;
}

const declaredTypes = new WeakMap<Module, Map<string, string | null>>();

/** The same, asked for each text that is handed to a function: the file is searched once for each name. */
function findDeclaredType(module: Module, name: string): string | null {
  const own = declaredTypes.get(module) ?? new Map<string, string | null>();
  declaredTypes.set(module, own);
  const before = own.get(name);
  if (before !== undefined) return before;
  const type = readDeclaredType(readUncommented(module).replace(PATH_TYPE, ''), name);
  own.set(name, type);
  return type;
}

/** Types that are made of others are looked into this far. */
const MAX_NAMES = 12;

/** The text of a file, and the files that it imports names from. */
interface TypeSource {
  readonly text: string;
  readonly path: string;
}

const IMPORT = /\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g;

/** `schema.d.ts`, which is no code that is read. */
function readDeclarations({ project }: ModuleGraph, specifier: string, from: string): SourceFile | undefined {
  if (!/^\.{1,2}\//.test(specifier)) return undefined;
  const name = specifier.replace(/(?:\.d)?(?:\.[cm]?[jt]s)?$/, '.d.ts');
  const text = project.readText(name, from);
  return text === undefined ? undefined : { path: posix.join(posix.dirname(from), name), text };
}

/** Where a file gets a name from, and what it is called there. */
function findImported(
  graph: ModuleGraph,
  { text, path }: TypeSource,
  name: string,
): (TypeSource & { name: string }) | null {
  for (const [, names = '', specifier = ''] of text.matchAll(IMPORT)) {
    const entry = names.split(',').map((one) =>
      one
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/),
    );
    const found = entry.find((one) => one.at(-1) === name)?.[0];
    if (found === undefined) continue;
    const target = graph.project.resolve(specifier, path);
    const source = target.kind === 'file' ? graph.project.load(target.path) : readDeclarations(graph, specifier, path);
    return source === undefined ? null : { text: readUncommented(source), path: source.path, name: found };
  }
  return null;
}

/** `'/calls': …`, `'GET /calls': …` among the keys of an interface, a type or a constant. */
function hasPathKeys(text: string, name: string): boolean {
  const start = new RegExp(`\\b(?:interface|type|const)\\s+${quoteName(name)}(?![\\w$])[^{;]*\\{`).exec(text);
  const body = start === null ? '' : readBody(text, start.index + start[0].length, true);
  return /(?:^|[{;,\n])\s*(['"`])(?:[A-Z]+[ :]+)?\/[^'"`]*\1\s*\??:/.test(body);
}

/** `z.enum(['/calls'])`, `['/calls'] as const`, `{ calls: '/calls' } as const`: what `typeof` takes its texts from. */
function listsPaths(text: string, name: string): boolean {
  const table = new RegExp(`\\bconst\\s+${quoteName(name)}\\s*=\\s*(?:Object\\.freeze\\(\\s*)?\\{`).exec(text);
  if (table !== null) return /:\s*(['"`])(?:[A-Z]+[ :]+)?\//.test(readBody(text, table.index + table[0].length, true));
  return new RegExp(
    `\\bconst\\s+${quoteName(name)}\\s*=\\s*(?:[\\w.?'"[\\]]+\\(\\s*)?\\[\\s*['"\`](?:[A-Z]+[ :]+)?\\/`,
  ).test(text);
}

const NAME =
  /(?<!['"`/.\w-])(?!(?:keyof|typeof|extends|readonly|infer|in|is|as|string|number|boolean|any|unknown|never|void|object|null|undefined)\b)[A-Za-z_$][\w$]*/g;

/** Does one of the names in a type stand for a list of texts? */
function namesTexts(graph: ModuleGraph, type: string, from: TypeSource, visited: Set<string>): boolean {
  for (const [name] of type.matchAll(NAME)) {
    const quoted = quoteName(name);
    const isKeys = new RegExp(`\\bkeyof\\s+(?:typeof\\s+)?${quoted}(?![\\w$])`).test(type);
    const isTaken = new RegExp(`\\btypeof\\s+${quoted}(?![\\w$])`).test(type);
    if ((isKeys && hasPathKeys(from.text, name)) || (isTaken && listsPaths(from.text, name))) return true;
    const key = `${from.path}:${name}`;
    if (visited.has(key) || visited.size >= MAX_NAMES) continue;
    visited.add(key);
    const declared = readDeclaredType(from.text.replace(PATH_TYPE, ''), name);
    if (declared !== null && (listsTexts(declared, []) || namesTexts(graph, declared, from, visited))) return true;
    const imported = findImported(graph, from, name);
    if (imported === null) continue;
    const again = type.replace(new RegExp(`(?<![\\w$])${quoted}(?![\\w$])`, 'g'), () => imported.name);
    if (namesTexts(graph, again, imported, visited)) return true;
  }
  return false;
}

/** `P` of `<P extends keyof Api>(path: P)` as what it extends. */
function readConstraint(module: Module, param: SyntaxNode, name: string): string | null {
  const fn = getParent(param);
  if (fn === undefined || !isFunctionNode(fn) || !fn.typeParameters) return null;
  const { typeParameters } = fn;
  const text = module.text.slice(getStart(typeParameters), getEnd(typeParameters));
  return new RegExp(`(?<![\\w$])${quoteName(name)}\\s+extends\\s+([^,=>]+)`).exec(text)?.[1] ?? null;
}

function readAnnotation(module: Module, { typeAnnotation }: t.Identifier): string {
  return typeAnnotation ? module.text.slice(getStart(typeAnnotation), getEnd(typeAnnotation)) : '';
}

const known = new WeakMap<SyntaxNode, boolean>();

/** Do the names in the type of the parameter itself stand for texts? */
function isRestricted(graph: ModuleGraph, module: Module, param: t.Identifier, annotation: string): boolean {
  const found = known.get(param);
  if (found !== undefined) return found;
  const name = /^:\s*([A-Za-z_$][\w$]*)$/.exec(annotation.trim())?.[1];
  const constraint = (name === undefined ? null : readConstraint(module, param, name)) ?? annotation;
  const type = constraint.replace(PATH_TYPE, '');
  const isTexts =
    listsTexts(type, []) || namesTexts(graph, type, { text: readUncommented(module), path: module.path }, new Set());
  known.set(param, isTexts);
  return isTexts;
}

export function restrictsTexts(
  graph: ModuleGraph,
  module: Module,
  param: SyntaxNode,
  path: readonly string[],
): boolean {
  if (param.type !== 'Identifier' || !param.typeAnnotation) return false;
  const annotation = readAnnotation(module, param);
  if (listsTexts(annotation.replace(PATH_TYPE, ''), path)) return true;
  if (path.length === 0) return isRestricted(graph, module, param, annotation);
  const name = /^:\s*([A-Za-z_$][\w$]*)$/.exec(annotation.trim())?.[1];
  const type = name === undefined ? null : findDeclaredType(module, name);
  return type !== null && listsTexts(type, path);
}
