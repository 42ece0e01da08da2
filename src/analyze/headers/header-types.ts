import type { HeaderType } from '../../model/message.ts';
import { quotePattern } from '../../model/name-patterns.ts';
import type { SourceFile } from '../../model/project.ts';
import { describeName, getEnd, getStart, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { listCasts } from '../../syntax/plain-literals.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { readUncommented } from '../modules/code-text.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { listReadings } from '../modules/name-readings.ts';
import { readBody } from '../typing/type-texts.ts';
import { listOptions } from '../values/unions.ts';
import { quoteAuthorization, type WrittenHeader } from './written-header.ts';

/**
 * `interface AuthHeaders { 'x-api-key': string }`: what the type of a literal calls its header. With another name in it the
 * literal would not compile; the type changes with it where nobody else can know it. Types are read as text (`type-texts.ts`).
 */

/** A range of a file in which a type is written. */
interface TypeText {
  readonly file: SourceFile | Module;
  readonly start: number;
  readonly text: string;
}

const TYPED = /\.(?:[cm]?tsx?|vue|svelte|astro)$/;
const NAMED = /(['"`])x-api-key\1/gi;
const FROM = /\bfrom\s*['"]([^'"\n]+)['"]/g;
/** A member that is a text, or one of the names of a record of texts. */
const MEMBER = /^(['"])x-api-key\1\??\s*:\s*string\b/i;
const RECORD = /\bRecord<\s*(?:['"][\w-]+['"]\s*\|?\s*)+,\s*string(?:\s*\|\s*(?:undefined|null))?\s*>/i;
/** Names that lead to names that lead to the type. */
const MAX_NAMES = 20;
const MAX_FILES = 30;
/** Names that the literal goes through. */
const MAX_HOPS = 2;
/** What gives back what it is given. */
const SAME = /^(?:Promise\.resolve|Object\.(?:freeze|seal|assign))$/;

function findAnnotation(node: SyntaxNode | null | undefined): SyntaxNode | null {
  if (node == null) return null;
  if (node.type === 'TSParameterProperty') return findAnnotation(node.parameter);
  if (node.type === 'AssignmentPattern') return findAnnotation(node.left);
  return 'typeAnnotation' in node && node.typeAnnotation != null ? node.typeAnnotation : null;
}

function findReturnType(fn: SyntaxNode | undefined): SyntaxNode | null {
  if (fn === undefined || !isFunctionNode(fn)) return null;
  const holder = getParent(fn);
  return fn.returnType ?? (holder?.type === 'VariableDeclarator' ? findAnnotation(holder.id) : null);
}

function findFunctionAbove(node: SyntaxNode): SyntaxNode | undefined {
  let fn = getParent(node);
  while (fn !== undefined && !isFunctionNode(fn)) fn = getParent(fn);
  return fn;
}

interface Declared {
  readonly type: SyntaxNode;
  readonly module: Module;
}

/** `call('/agents', { 'x-api-key': key })`: what the functions that may be called say of it. */
function listGiven(evaluator: Evaluator, call: SyntaxNode, at: SyntaxNode, module: Module): readonly Declared[] {
  if ((call.type !== 'CallExpression' && call.type !== 'NewExpression') || call.callee === at) return [];
  const index = call.arguments.findIndex((argument) => argument === at);
  evaluator.ask();
  return listOptions(evaluator.evaluate(call.callee, module, evaluator.anyCaller)).flatMap((option) => {
    const type = option.type === 'function' ? findAnnotation(option.fn.params[index]) : null;
    return type === null || option.type !== 'function' ? [] : [{ type, module: option.module }];
  });
}

function findTargetType(target: SyntaxNode, module: Module): SyntaxNode | null {
  const node = unwrap(target);
  if (isMemberNode(node)) return null;
  const declaration = findBindingOf(module, node)?.declaration;
  return findAnnotation(declaration ?? null);
}

/** `headers['x-api-key'] = key` */
function listOfTarget(value: SyntaxNode, module: Module): readonly Declared[] {
  const assignment = getParent(value);
  const target = assignment?.type === 'AssignmentExpression' ? unwrap(assignment.left) : null;
  const type = target !== null && isMemberNode(target) ? findTargetType(target.object, module) : null;
  return type === null ? [] : [{ type, module }];
}

/** `const headers = { 'x-api-key': key }; return headers;`: what has a say where the name stands. */
function listOfName(evaluator: Evaluator, name: SyntaxNode, module: Module, names: number): readonly Declared[] {
  if (names >= MAX_HOPS || name.type !== 'Identifier') return [];
  return listReadings(name, module).flatMap((reading) => listDeclared(evaluator, reading, module, names + 1));
}

/** The types that have a say where the literal stands. */
function listDeclared(evaluator: Evaluator, literal: SyntaxNode, module: Module, names = 0): readonly Declared[] {
  const own = (type: SyntaxNode | null): readonly Declared[] => (type === null ? [] : [{ type, module }]);
  const found: Declared[] = [];
  for (let at = literal, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    found.push(...listCasts(at).map(({ type }) => ({ type, module })));
    switch (parent.type) {
      case 'VariableDeclarator':
        return [...found, ...own(findAnnotation(parent.id)), ...listOfName(evaluator, parent.id, module, names)];
      case 'ClassProperty':
      case 'ClassPrivateProperty':
        return [...found, ...own(findAnnotation(parent))];
      case 'AssignmentPattern':
        return [...found, ...own(findAnnotation(parent.left))];
      case 'AssignmentExpression':
        return [...found, ...own(findTargetType(parent.left, module))];
      case 'TSSatisfiesExpression':
      case 'TSAsExpression':
      case 'TSTypeAssertion':
        found.push(...own(parent.typeAnnotation));
        break;
      case 'ReturnStatement':
        return [...found, ...own(findReturnType(findFunctionAbove(parent)))];
      case 'ArrowFunctionExpression':
        return [...found, ...(parent.body === at ? own(findReturnType(parent)) : [])];
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return found;
      case 'CallExpression':
      case 'NewExpression':
        if (parent.type === 'CallExpression' && SAME.test(describeName(unwrap(parent.callee)))) break;
        return [...found, ...listGiven(evaluator, parent, at, module)];
      default:
        if (/(?:Statement|Declaration)$/.test(parent.type)) return found;
    }
  }
  return found;
}

const imported = new WeakMap<ModuleGraph, Map<string, readonly (SourceFile | Module)[]>>();

/** The typed files that a file imports from, read once for all literals. */
function listImported(graph: ModuleGraph, file: SourceFile | Module): readonly (SourceFile | Module)[] {
  const byFile = imported.get(graph) ?? new Map();
  imported.set(graph, byFile);
  const known = byFile.get(file.path);
  if (known !== undefined) return known;
  const found = [...readUncommented(file).matchAll(FROM)].flatMap(([, specifier = '']) => {
    const target = graph.project.resolve(specifier, file.path);
    if (target.kind !== 'file' || !TYPED.test(target.path)) return [];
    return graph.loaded.find(({ path }) => path === target.path) ?? graph.project.load(target.path) ?? [];
  });
  byFile.set(file.path, found);
  return found;
}

/** The file and those that it imports, be it through others. */
function listReached(evaluator: Evaluator, module: Module): readonly (SourceFile | Module)[] {
  const reached = new Set<SourceFile | Module>([module]);
  for (const file of reached) {
    if (reached.size >= MAX_FILES) break;
    for (const next of listImported(evaluator.graph, file)) reached.add(next);
  }
  return [...reached];
}

function findDeclarations(name: string, files: readonly (SourceFile | Module)[]): readonly TypeText[] {
  const declaring = new RegExp(
    `\\b(?:type\\s+${quotePattern(name)}\\s*(?:<[^=]*>)?\\s*=|interface\\s+${quotePattern(name)}\\b[^{]*\\{)`,
    'g',
  );
  return files.flatMap((file) => {
    const code = file.text.includes(name) ? readUncommented(file) : '';
    return [...code.matchAll(declaring)].map(({ 0: whole, index }) => {
      const start = index + whole.length;
      const head = whole.replace(/^(?:type|interface)\s+[\w$]+/, (text) => ' '.repeat(text.length));
      return { file, start: index, text: head + readBody(code, start, whole.endsWith('{')) };
    });
  });
}

/** Where the types of the literal name the header, by themselves or by what they are made of. */
function listNaming(declared: readonly TypeText[], files: readonly (SourceFile | Module)[]): readonly TypeText[] {
  const seen = new Set<string>();
  const queue = [...declared];
  const found: TypeText[] = [];
  for (const one of queue) {
    for (const { index } of one.text.matchAll(NAMED))
      found.push({ file: one.file, start: one.start + index, text: one.text.slice(index) });
    for (const [name] of one.text.matchAll(/\b[A-Z][\w$]*/g)) {
      if (seen.has(name) || seen.size >= MAX_NAMES) continue;
      seen.add(name);
      queue.push(...findDeclarations(name, files));
    }
  }
  return found;
}

function isRecord(code: string, at: number): boolean {
  const start = code.lastIndexOf('Record<', at);
  const record = start === -1 ? null : RECORD.exec(code.slice(start));
  return record !== null && record.index === 0 && start + record[0].length > at;
}

function count(code: string, pattern: RegExp): number {
  return [...code.matchAll(pattern)].length;
}

/** The edit of a type that no other literal, no other file and no reader of the header knows. */
function findEdit(found: readonly TypeText[], module: Module, declared: readonly Declared[]): HeaderType['edit'] {
  const [only, other] = found;
  const [own, further] = declared;
  if (only === undefined || other !== undefined || own === undefined || further !== undefined) return null;
  if (only.file.path !== module.path || own.module !== module || !TYPED.test(module.path)) return null;
  const code = readUncommented(module);
  // The literal and the type, and nobody who reads it.
  if (count(code, /\bx-api-key\b/gi) !== 2 || /authorization/i.test(code)) return null;
  if (!MEMBER.test(only.text) && !isRecord(code, only.start)) return null;
  const isInline = getStart(own.type) <= only.start && only.start < getEnd(own.type);
  if (!isInline) {
    const name = /^\W*([A-Z][\w$]*)\s*$/.exec(code.slice(getStart(own.type), getEnd(own.type)))?.[1];
    if (name === undefined || count(code, new RegExp(`\\b${quotePattern(name)}\\b`, 'g')) !== 2) return null;
    if (new RegExp(`\\bexport\\s+(?:declare\\s+)?(?:type|interface)\\s+${quotePattern(name)}\\b`).test(code))
      return null;
  }
  const end = only.start + '"x-api-key"'.length;
  return { start: only.start, end, text: quoteAuthorization(module.text, only.start) };
}

/** Null where no type names it. */
export function findHeaderType(evaluator: Evaluator, { name, owner, value, module }: WrittenHeader): HeaderType | null {
  if (name !== 'x-api-key') return null;
  const declared = owner === null ? listOfTarget(value, module) : listDeclared(evaluator, owner, module);
  if (declared.length === 0) return null;
  const files = [...new Set(declared.flatMap((one) => listReached(evaluator, one.module)))];
  const texts = declared.map(({ type, module: file }) => {
    const start = getStart(type);
    return { file, start, text: file.text.slice(start, getEnd(type)) };
  });
  const found = listNaming(texts, files);
  const [first] = found;
  if (first === undefined) return null;
  const line = first.file.text.slice(0, first.start).split('\n').length;
  return { place: `${first.file.path}:${line}`, edit: findEdit(found, module, declared) };
}
