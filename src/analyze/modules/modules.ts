import { computeLineStarts } from '../../model/location.ts';
import type { FileProblem, Project, SourceFile } from '../../model/project.ts';
import { isComponentPath } from '../../syntax/components.ts';
import { getRoot } from '../../syntax/parents.ts';
import { parseAnew } from '../../syntax/parse.ts';
import type { Scope } from '../../syntax/scopes.ts';
import { collectFacts, type ScriptFacts } from '../../syntax/script-facts.ts';
import type { Script, SyntaxNode } from '../../syntax/tree.ts';
import { makeSetup } from '../components/component-setup.ts';
import { declareTemplateMembers } from '../components/template-members.ts';
import { AutoImports } from './auto-imports.ts';
import { collectExports, type ModuleExport } from './collect-exports.ts';
import { findLoadedByName, nameKept } from './loader-names.ts';
import type { Module } from './module.ts';
import { namePackage } from './package-names.ts';
import { Programs } from './programs.ts';
import { createLeads, findWanted } from './read-on.ts';
import { ScriptGlobals } from './script-globals.ts';
import { takeUnread, type Unread, type Wanted } from './unread.ts';

/** The names that a script of a component sees beside its own: those of the first, in markup those of all. */
function findOuterScope(path: string, script: Script, before: readonly ScriptFacts[]): Scope | null {
  const [first] = before;
  // The other scripts of an Astro file run in the browser.
  if (script.kind === 'script' || path.endsWith('.astro')) return first?.root ?? null;
  const last = before.at(-1);
  return last === undefined ? null : declareTemplateMembers(last);
}

const NOTHING: Wanted = { exported: new Set(), specifiers: new Set() };

/** Modules of a project, parsed once, on demand. */
export class ModuleGraph {
  readonly project: Project;
  readonly autoImports: AutoImports;
  readonly scriptGlobals: ScriptGlobals;
  readonly programs = new Programs(this);
  readonly problems: FileProblem[] = [];
  readonly #modules = new Map<string, Module | null>();
  /** By the programs of its scripts. */
  readonly #owners = new Map<SyntaxNode, Module>();
  readonly #candidates: ReadonlySet<string>;
  /** What somebody asked for of that which was left out. */
  readonly #asked = new Map<Module, Set<string>>();
  /** By path: what was wanted of it so far. */
  readonly #wanted: Map<string, Wanted>;
  readonly #leads: (source: SourceFile, specifier: string) => boolean;

  /** `earlier`: the graph whose modules it begins with. */
  constructor(project: Project, earlier: ModuleGraph | null = null) {
    this.project = project;
    this.#candidates = new Set(project.candidates.map(({ path }) => path));
    this.#wanted = earlier === null ? new Map() : earlier.#wanted;
    this.#leads = createLeads(this, this.#candidates);
    this.autoImports = earlier?.autoImports ?? new AutoImports(project);
    this.scriptGlobals = earlier?.scriptGlobals ?? new ScriptGlobals(project);
    this.problems.push(...(earlier?.problems ?? []));
    if (earlier === null) return;
    for (const [path, module] of earlier.#modules) this.#modules.set(path, module);
    for (const module of earlier.loaded) this.#take(module);
  }

  /** Every module parsed so far; the list grows. */
  readonly loaded: Module[] = [];

  #take(module: Module): void {
    this.#modules.set(module.path, module);
    this.loaded.push(module);
    for (const { program } of module.scripts) this.#owners.set(program, module);
  }

  /** The parsed module, or null when the file is missing or does not parse (then `problems` says so). */
  load(path: string): Module | null {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const source = this.project.load(path);
    const module = source === undefined ? null : this.#parse(path, source);
    if (module === null) this.#modules.set(path, null);
    else this.#take(module);
    return module;
  }

  /** Somebody asks for a name that was left out of a module: an answer without it is none. */
  askFor(module: Module, names: Iterable<string>): void {
    this.#asked.set(module, new Set([...(this.#asked.get(module) ?? []), ...names]));
  }

  /**
   * A graph in which all is read that was left out and now matters: what was found out in this one may be wrong, also about
   * other modules. Null when there is nothing.
   */
  readOn(): ModuleGraph | null {
    const found = findWanted(this, this.#asked);
    if (found.size === 0) return null;
    for (const [{ path }, { exported, specifiers }] of found) {
      const before = this.#wanted.get(path);
      this.#wanted.set(path, {
        exported: new Set([...(before?.exported ?? []), ...exported]),
        specifiers: new Set([...(before?.specifiers ?? []), ...specifiers]),
      });
      const source = this.project.load(path);
      const module = source === undefined ? null : this.#parse(path, source);
      if (module !== null) this.loaded[this.loaded.findIndex((other) => other.path === path)] = module;
    }
    return new ModuleGraph(this.project, this);
  }

  /** The module that a node was parsed in. */
  findOwner(node: SyntaxNode): Module | undefined {
    return this.#owners.get(getRoot(node));
  }

  #parse(path: string, source: SourceFile): Module | null {
    const { text } = source;
    const result = parseAnew(source);
    if (!result.ok) {
      const { line, column, message } = result.failure;
      this.problems.push({ code: 'unparsed-file', file: path, line, column, message });
      return null;
    }
    const [first] = result.file.scripts;
    const canLeave = this.#candidates.has(path) && first !== undefined && !isComponentPath(path);
    const unread = canLeave ? this.#takeUnread(source, first.program) : null;
    const scripts: ScriptFacts[] = [];
    const exports = new Map<string, ModuleExport>();
    const stars: string[] = [];
    for (const script of result.file.scripts) {
      const facts = collectFacts(script, findOuterScope(path, script, scripts));
      scripts.push(facts);
      const own = collectExports(facts);
      for (const [name, value] of own.exports) exports.set(name, value);
      stars.push(...own.stars);
    }
    const { comments } = result.file;
    const setup = makeSetup(path, text, result.file.scripts);
    return { path, text, lineStarts: computeLineStarts(text), scripts, comments, exports, stars, setup, unread };
  }

  #takeUnread(source: SourceFile, program: SyntaxNode): Unread | null {
    return takeUnread(program, source.text, {
      matters: (piece) => this.project.matters(piece),
      leads: (specifier) => this.#leads(source, specifier),
      wanted: this.#wanted.get(source.path) ?? NOTHING,
    });
  }

  /** The export that a name stands for in a module which neither declares nor imports it. */
  resolveName(from: Module, name: string): { readonly module: Module; readonly exported: string } | null {
    const offer = this.autoImports.find(from.path, name) ?? this.#findScript(from, name);
    // What others add to it has to be read, too.
    for (const path of this.scriptGlobals.listExtenders(from.path, name)) this.load(path);
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
