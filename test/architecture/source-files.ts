import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseFile } from '../../src/syntax/parse.ts';
import type { SyntaxNode } from '../../src/syntax/tree.ts';
import { walk } from '../../src/syntax/walk.ts';

/** What one source file imports and touches, as its syntax says. */

export interface ImportFact {
  /** A file of ours relative to the root, or the name of a package or of a built-in module (`node:fs`). */
  readonly target: string;
  readonly isOurs: boolean;
  /** Gone after compilation. */
  readonly isType: boolean;
  /** The imported names; empty for `import()` and for namespaces. */
  readonly names: readonly string[];
  readonly isNamespace: boolean;
}

export interface SourceFacts {
  readonly path: string;
  readonly imports: readonly ImportFact[];
  /** Globals and their members in use, among those that reach out of the program: `process`, `Date.now`, `new Date()`. */
  readonly globals: ReadonlySet<string>;
}

const ROOT = resolve(import.meta.dirname, '../..');
const WATCHED = new Set(['process', 'console', 'fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'setInterval']);
const WATCHED_MEMBERS = new Set(['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID']);

function toPackage(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function makeImport(from: string, specifier: string, rest: Omit<ImportFact, 'target' | 'isOurs'>): ImportFact {
  const isOurs = specifier.startsWith('.');
  return { target: isOurs ? posix.join(posix.dirname(from), specifier) : toPackage(specifier), isOurs, ...rest };
}

function nameOf(node: SyntaxNode): string {
  return node.type === 'Identifier' ? node.name : node.type === 'StringLiteral' ? node.value : '';
}

/** `import('…')`, `require('…')` or `createRequire(…)('…')`. */
function isLoading({ callee }: Extract<SyntaxNode, { type: 'CallExpression' }>): boolean {
  if (callee.type === 'CallExpression') return nameOf(callee.callee) === 'createRequire';
  return callee.type === 'Import' || nameOf(callee) === 'require';
}

/** The import that a node makes: a declaration, a re-export, a call, or `import('…')` in a type. */
function findImport(path: string, node: SyntaxNode): ImportFact | null {
  if (node.type === 'ImportDeclaration') {
    const named = node.specifiers.flatMap((one) => (one.type === 'ImportSpecifier' ? [one] : []));
    const areTypes = named.length > 0 && named.every(({ importKind }) => importKind === 'type');
    return makeImport(path, node.source.value, {
      isType: node.importKind === 'type' || (areTypes && named.length === node.specifiers.length),
      names: named.map(({ imported }) => nameOf(imported)),
      isNamespace: node.specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier'),
    });
  }
  const plain = { isType: false, names: [], isNamespace: false };
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') {
    if (!node.source) return null;
    return makeImport(path, node.source.value, { ...plain, isType: node.exportKind === 'type' });
  }
  if (node.type === 'CallExpression' && isLoading(node)) {
    return makeImport(path, node.arguments[0] ? nameOf(node.arguments[0]) : '', plain);
  }
  if (node.type !== 'TSImportType') return null;
  return makeImport(path, nameOf(node.argument), { ...plain, isType: true });
}

/** Is this identifier read as a variable, and not a name of a member or a property? */
function isVariable(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (parent?.type === 'MemberExpression' || parent?.type === 'OptionalMemberExpression') {
    return parent.object === node || parent.computed;
  }
  return parent?.type !== 'ObjectProperty' || parent.value === node || parent.computed;
}

function findGlobal(node: SyntaxNode, parent: SyntaxNode | null): string | null {
  if (node.type === 'NewExpression' && node.arguments.length === 0 && nameOf(node.callee) === 'Date')
    return 'new Date()';
  if (node.type === 'MemberExpression' && !node.computed) {
    const name = `${nameOf(node.object)}.${nameOf(node.property)}`;
    return WATCHED_MEMBERS.has(name) ? name : name === 'process.exit' ? name : null;
  }
  return node.type === 'Identifier' && WATCHED.has(node.name) && isVariable(node, parent) ? node.name : null;
}

export function readFacts(path: string, text: string): SourceFacts {
  const parsed = parseFile(path, text);
  if (!parsed.ok) throw new Error(`${path}:${parsed.failure.line}: ${parsed.failure.message}`);
  const imports: ImportFact[] = [];
  const globals = new Set<string>();
  for (const { program } of parsed.file.scripts) {
    walk(program, undefined, (node, parent) => {
      const found = findImport(path, node);
      if (found !== null) imports.push(found);
      const global = findGlobal(node, parent);
      if (global !== null) globals.add(global);
      return undefined;
    });
  }
  return { path, imports, globals };
}

/** All of src and transforms, sorted. */
export function readSourceFiles(): readonly SourceFacts[] {
  return ['src', 'transforms']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
    )
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => readFacts(path, readFileSync(join(ROOT, path), 'utf8')));
}
