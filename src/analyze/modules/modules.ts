import type * as t from '@babel/types';
import { computeLineStarts, getPosition, type Location, type Region } from '../../model/location.ts';
import type { FileProblem, Project, SourceFile } from '../../model/project.ts';
import { findDefined } from '../../syntax/amd.ts';
import { isModuleExports, listExportedStars, readExportedGetter } from '../../syntax/compiled-modules.ts';
import { contains, type FunctionNode, getEnd, getStart, isMemberNode } from '../../syntax/nodes.ts';
import { getParent, getRoot } from '../../syntax/parents.ts';
import { parseSource } from '../../syntax/parse.ts';
import { type Binding, findBinding, type Scope } from '../../syntax/scopes.ts';
import { collectFacts, type ScriptFacts } from '../../syntax/script-facts.ts';
import type { Comment, Script, SyntaxNode } from '../../syntax/tree.ts';
import { makeSetup } from '../components/component-setup.ts';
import { declareTemplateMembers } from '../components/template-members.ts';
import { AutoImports } from './auto-imports.ts';
import { findLoadedByName, nameKept } from './loader-names.ts';
import { namePackage } from './package-names.ts';
import { ScriptGlobals } from './script-globals.ts';

/** What a module exports under one name. */
export type ModuleExport =
  | { readonly kind: 'expression'; readonly node: SyntaxNode }
  | { readonly kind: 'binding'; readonly binding: Binding }
  | { readonly kind: 'from'; readonly specifier: string; readonly imported: string };

/** One parsed file: its syntax facts and its exports. */
export interface Module {
  readonly path: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
  readonly scripts: readonly ScriptFacts[];
  readonly comments: readonly Comment[];
  readonly exports: ReadonlyMap<string, ModuleExport>;
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
  /** The function of a component's properties that its code stands in. */
  readonly setup: FunctionNode | null;
}

export function findScript(module: Module, node: SyntaxNode): ScriptFacts {
  const [first] = module.scripts;
  if (module.scripts.length > 1) {
    // The program of the markup reaches over the scripts that stand between its pieces.
    const root = getRoot(node);
    const own =
      module.scripts.find(({ program }) => program === root) ??
      module.scripts.find(({ program }) => contains(program, node));
    if (own !== undefined) return own;
  }
  if (first === undefined) throw new Error(`no script in ${module.path}`);
  return first;
}

/** What the name stands for that a node is; undefined for all other nodes. */
export function findBindingOf(module: Module, node: SyntaxNode | null | undefined): Binding | undefined {
  if (node?.type !== 'Identifier' && node?.type !== 'JSXIdentifier') return undefined;
  return findBinding(findScript(module, node), node);
}

export function getLocation(module: Module, offset: number): Location {
  const { line, column } = getPosition(module.lineStarts, offset, module.text);
  return { file: module.path, line, column };
}

export function getRegion(module: Module, start: number, end: number): Region {
  const { line, column } = getPosition(module.lineStarts, start, module.text);
  const last = getPosition(module.lineStarts, end, module.text);
  return { file: module.path, line, column, endLine: last.line, endColumn: last.column };
}

/** Does an identifier read a value, rather than name a property, a type or an export? */
export function isRead(identifier: SyntaxNode): boolean {
  const parent = getParent(identifier);
  if (parent === undefined) return false;
  if (isMemberNode(parent)) return parent.object === identifier || parent.computed;
  if (parent.type === 'ObjectProperty') return parent.value === identifier || parent.computed;
  if ('key' in parent && parent.key === identifier) return 'computed' in parent && parent.computed === true;
  return (
    !/^(?:Import|Export)(?:Default|Namespace)?Specifier$/.test(parent.type) &&
    !parent.type.startsWith('TSType') &&
    parent.type !== 'TSQualifiedName'
  );
}

/** A node as it is written, in one line: what is written alike in one place means the same. */
export function readCode({ text }: Module, node: SyntaxNode): string {
  return text.slice(getStart(node), getEnd(node)).replace(/\s+/g, ' ');
}

/** An expression as the reader of a report sees it: one line, at most `limit` characters. */
export function quoteSource(module: Module, node: SyntaxNode, limit = 60): string {
  const text = readCode(module, node);
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function exportedName(node: t.Identifier | t.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

class ExportCollector {
  readonly exports = new Map<string, ModuleExport>();
  readonly stars: string[] = [];
  readonly #facts: ScriptFacts;

  constructor(facts: ScriptFacts) {
    this.#facts = facts;
  }

  #addBinding(exported: string, local: string): void {
    const binding = this.#facts.root.bindings.get(local);
    if (binding !== undefined) this.exports.set(exported, { kind: 'binding', binding });
  }

  #addDeclaration(declaration: SyntaxNode): void {
    if (declaration.type === 'VariableDeclaration') {
      for (const binding of this.#facts.root.bindings.values()) {
        if (contains(declaration, binding.declaration)) this.exports.set(binding.name, { kind: 'binding', binding });
      }
    } else if (
      'id' in declaration &&
      declaration.id &&
      'name' in declaration.id &&
      typeof declaration.id.name === 'string'
    ) {
      this.#addBinding(declaration.id.name, declaration.id.name);
    }
  }

  #addNamed(node: t.ExportNamedDeclaration): void {
    if (node.declaration) this.#addDeclaration(node.declaration);
    for (const specifier of node.specifiers) {
      if (specifier.type === 'ExportNamespaceSpecifier') {
        if (node.source)
          this.exports.set(specifier.exported.name, { kind: 'from', specifier: node.source.value, imported: '*' });
      } else if (specifier.type === 'ExportSpecifier') {
        const exported = exportedName(specifier.exported);
        const local = exportedName(specifier.local);
        if (node.source) this.exports.set(exported, { kind: 'from', specifier: node.source.value, imported: local });
        else this.#addBinding(exported, local);
      } else if (node.source) {
        this.exports.set(specifier.exported.name, { kind: 'from', specifier: node.source.value, imported: 'default' });
      }
    }
  }

  addStatement(node: SyntaxNode): void {
    if (node.type === 'ExportNamedDeclaration') this.#addNamed(node);
    else if (node.type === 'ExportAllDeclaration') this.stars.push(node.source.value);
    else if (node.type === 'TSExportAssignment') this.exports.set('=', { kind: 'expression', node: node.expression });
    else if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node;
      if ('id' in declaration && declaration.id && this.#facts.root.bindings.has(declaration.id.name)) {
        this.#addBinding('default', declaration.id.name);
      } else this.exports.set('default', { kind: 'expression', node: declaration });
    }
  }

  addCommonJs(): void {
    for (const { object, target, name, value } of this.#facts.memberAssignments) {
      if (isModuleExports(target)) this.exports.set('=', { kind: 'expression', node: value });
      else if (object.type === 'Identifier' && object.name === 'exports')
        this.exports.set(name, { kind: 'expression', node: value });
      else if (isModuleExports(object)) this.exports.set(name, { kind: 'expression', node: value });
    }
    for (const call of this.#facts.calls) {
      this.stars.push(...listExportedStars(call));
      const getter = readExportedGetter(call);
      if (getter !== null) this.exports.set(getter.name, { kind: 'expression', node: getter.node });
      const defined = this.exports.has('=') ? null : findDefined(call);
      if (defined !== null) this.exports.set('=', { kind: 'expression', node: defined });
    }
  }
}

/** The names that a script of a component sees beside its own: those of the first, in markup those of all. */
function findOuterScope(path: string, script: Script, before: readonly ScriptFacts[]): Scope | null {
  const [first] = before;
  // The other scripts of an Astro file run in the browser.
  if (script.kind === 'script' || path.endsWith('.astro')) return first?.root ?? null;
  const last = before.at(-1);
  return last === undefined ? null : declareTemplateMembers(last);
}

/** Modules of a project, parsed once, on demand. */
export class ModuleGraph {
  readonly project: Project;
  readonly autoImports: AutoImports;
  readonly scriptGlobals: ScriptGlobals;
  readonly problems: FileProblem[] = [];
  readonly #modules = new Map<string, Module | null>();
  /** By the programs of its scripts. */
  readonly #owners = new Map<SyntaxNode, Module>();

  constructor(project: Project) {
    this.project = project;
    this.autoImports = new AutoImports(project);
    this.scriptGlobals = new ScriptGlobals(project);
  }

  /** Every module parsed so far; the list grows. */
  readonly loaded: Module[] = [];

  /** The parsed module, or null when the file is missing or does not parse (then `problems` says so). */
  load(path: string): Module | null {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const source = this.project.load(path);
    const module = source === undefined ? null : this.#parse(path, source);
    this.#modules.set(path, module);
    if (module === null) return null;
    this.loaded.push(module);
    for (const { program } of module.scripts) this.#owners.set(program, module);
    return module;
  }

  /** The module that a node was parsed in. */
  findOwner(node: SyntaxNode): Module | undefined {
    return this.#owners.get(getRoot(node));
  }

  #parse(path: string, source: SourceFile): Module | null {
    const { text } = source;
    const result = parseSource(source);
    if (!result.ok) {
      const { line, column, message } = result.failure;
      this.problems.push({ code: 'unparsed-file', file: path, line, column, message });
      return null;
    }
    const scripts: ScriptFacts[] = [];
    const exports = new Map<string, ModuleExport>();
    const stars: string[] = [];
    for (const script of result.file.scripts) {
      const facts = collectFacts(script, findOuterScope(path, script, scripts));
      scripts.push(facts);
      const collector = new ExportCollector(facts);
      for (const statement of facts.exports) collector.addStatement(statement);
      collector.addCommonJs();
      for (const [name, value] of collector.exports) exports.set(name, value);
      stars.push(...collector.stars);
    }
    const { comments } = result.file;
    const setup = makeSetup(path, text, result.file.scripts);
    return { path, text, lineStarts: computeLineStarts(text), scripts, comments, exports, stars, setup };
  }

  /** The export that a name stands for in a module which neither declares nor imports it. */
  resolveName(from: Module, name: string): { readonly module: Module; readonly exported: string } | null {
    const offer = this.autoImports.find(from.path, name) ?? this.#findScript(from, name);
    const module = offer === null ? null : this.load(offer.path);
    return offer === null || module === null ? null : { module, exported: offer.exported };
  }

  #findScript(from: Module, name: string): { readonly path: string; readonly exported: string } | null {
    const path = this.scriptGlobals.find(from.path, name);
    return path === null ? null : { path, exported: name };
  }

  hasLoaded(path: string): boolean {
    return this.#modules.has(path);
  }

  /** The file that a specifier leads to; null for a package outside the project. */
  findFile(from: SourceFile, specifier: string): string | null {
    const target = this.project.resolve(specifier, from.path);
    return target.kind === 'file' ? target.path : findLoadedByName(this.project, from, specifier);
  }

  /** Does a specifier lead to a module that was parsed already? */
  isLoaded(from: Module, specifier: string): boolean {
    const path = this.findFile(from, specifier);
    return path !== null && this.#modules.has(path);
  }

  /** The module that a specifier leads to, or the name of the package outside the project. */
  resolve(from: Module, specifier: string): Module | string {
    const path = this.findFile(from, specifier);
    if (path !== null) return this.load(path) ?? specifier;
    const target = this.project.resolve(specifier, from.path);
    return namePackage((target.kind === 'external' ? target.address : undefined) ?? nameKept(from, specifier));
  }
}
