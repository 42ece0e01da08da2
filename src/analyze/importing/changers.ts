import { quoteName } from '../../model/name-patterns.ts';
import { writePlainly } from '../../model/plain-code.ts';
import type { SourceFile } from '../../model/project.ts';
import { isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { SharedGlobals } from '../following/shared-globals.ts';
import { Intake } from '../growing.ts';
import type { ModuleExport } from '../modules/collect-exports.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/**
 * Files that hold no word of the catalogue and yet decide where another file sends what it holds: they extend its classes,
 * set members of what it exports, put something into its lists and maps, or pass on to others what they could do so with.
 */

const INHERITS =
  /\bclass\b[^{;]*\bextends\b|\bprototype\b|\b(?:inherits|setPrototypeOf)\b|\bObject(?:\??\.|\[['"])(?:create|assign|define\w+)\b/;
/** `client.host =`, `config['host'] ??=`: the name that is set. */
const SETS = /(?:\.\s*|\[['"])([A-Za-z_$][\w$]*)(?:['"]\])?\s*(?:\?\?|\|\||&&)?=(?![=>])/g;
/** `hosts[0] =`, `config.api.host =`: what it begins with. */
const SETS_PART = /(?<![\w$])([A-Za-z_$][\w$]*)(?:\??\.[\w$]+|\[[^\]\n]*\])*\[[^\]\n]*\]\s*(?:\?\?|\|\||&&)?=(?![=>])/g;
/** `hooks.push(`, `hosts.set(`, `store.run(`: what it is called on. */
const PUTS =
  /(?<![\w$])([A-Za-z_$][\w$]*)\)?(?:\??\.|(?:\?\.)?\[['"])(?:push|unshift|splice|fill|set|add|delete|clear|run|enterWith|next|value)\b/g;
/** `event.locals.voice = makeVoice()`, `Container.set('voice', client)`, `bind('voice').toClass(Voice)`: who has it from there calls it with paths of its own. */
const GIVES =
  /(?:\.\s*[\w$]+\s*(?:\?\?|\|\|)?=(?![=>])\s*|['"`][\w$.:/@-]+['"`]\s*,\s*(?:\(\)\s*=>\s*)?|\.\s*to(?:[A-Z]\w*)?\(\s*)(?:await\s+)?(?:new\s+)?([A-Za-z_$][\w$]*)/g;
/** `getLoadContext: () => ({ voice: new Voice() })`, `container.register({ voice: asClass(Voice) })`, `{ context: { voice } }` */
const HOLDS =
  /(?<![\w$])[\w$]+['"]?\s*:\s*(?:\(\)\s*=>\s*)?(?:await\s+)?(?:new\s+|as[A-Z]\w+\(\s*(?:new\s+)?|(?=[a-z_$][\w$]*\s*[(,}]))([A-Za-z_$][\w$]*)/g;
const HOLDS_BY_NAME = /[{,]\s*([A-Za-z_$][\w$]*)(?=\s*[,}])/g;
const IMPORTS =
  /\b(?:import|export)\s*(?:type\s*)?(?:[\w$]+\s*,\s*)?\{[^}]*\}|\{[^}]*\}(?=\s*=\s*(?:await\s+)?(?:require|import)\b)/g;
/** `export const client = make();`, `export * from './client.js';`, `module.exports = new Client();` */
const PASSES =
  /\bexport\s*(?:\*|\{[^}]*\}\s*from)|(?:\bexport\s+(?:default|(?:const|let|var)\s+[\w$]+[^=\n;]*=)|\bexports(?:\.[\w$]+)?\s*=)\s*(?:await\s+)?(?!async\b|function\b)(?:new\s+)?[\w$.]+\s*\(/;
/** The same in two steps. */
const MAKES = /\bnew\s+[A-Z]/;
const PASSES_LATER = /\bexport\s*(?:\{|default\s+[\w$]+\s*;)|\bexports\s*=\s*(?:\{|[\w$]+\s*;)/;
/** Not the last word of a comment. */
const THIS = /\bthis(?:\?\.|\.[\w$#]|\[)|=\s*this\b/;
const READS = /(?:\.|[{,]\s*|\[['"])([A-Za-z_$][\w$]*)/g;

/** Is it the name that a file gives the whole of what it imports? */
function isImported(text: string, name: string): boolean {
  const local = quoteName(name);
  return new RegExp(
    `\\bimport\\s+(?:\\*\\s*as\\s+)?${local}(?![\\w$])|(?<![\\w$])${local}\\s*=\\s*require\\s*\\(`,
  ).test(text);
}

const FIXED = /^(?:StringLiteral|TemplateLiteral|NumericLiteral|BooleanLiteral|RegExpLiteral|BinaryExpression)$/;

/** `'https://…'` of `process.env.API_URL ?? 'https://…'` */
function findFallback(node: SyntaxNode): SyntaxNode {
  return node.type === 'LogicalExpression' ? unwrap(node.right) : node;
}

/** Is what is exported a text or a function that has no members of its own? Who imports it cannot change it. */
function isFixed({ text }: Module, name: string, found: ModuleExport): boolean {
  if (found.kind === 'from') return true;
  const { source } = found.kind === 'binding' ? found.binding : { source: null };
  // `export { host as base }`: the file calls it by its own name.
  const local = found.kind === 'binding' ? found.binding.name : name;
  const node = found.kind === 'expression' ? unwrap(found.node) : source?.kind === 'value' ? source.node : null;
  // `exports.host = HOST` can be set again, `export const HOST` cannot.
  if (node !== null && FIXED.test(findFallback(node).type)) return found.kind === 'binding';
  if (source?.kind === 'function' || (node !== null && isFunctionNode(node)))
    return !new RegExp(`(?<![\\w$])${quoteName(local)}\\s*[.[]`).test(text);
  return node === null;
}

function isFunction(found: ModuleExport): boolean {
  const source = found.kind === 'binding' ? found.binding.source : null;
  if (source?.kind === 'function') return true;
  const value = source?.kind === 'value' ? source.node : found.kind === 'expression' ? found.node : null;
  return value !== null && isFunctionNode(unwrap(value));
}

/** Does it export what others can extend, fill, or set members of, or functions that they can hand on? */
function isChangeable(module: Module): boolean {
  const { exports, scripts, text } = module;
  if (exports.size === 0) return false;
  if (THIS.test(text) || scripts.some(({ classes }) => classes.length > 0)) return true;
  return [...exports].some(([name, found]) => !isFixed(module, name, found) || isFunction(found));
}

/** Finds, for modules that send what they hold, the files that may change where to. */
export class Changers {
  readonly #path: RegExp;
  readonly #withPaths = new Map<Module, boolean>();
  /** What a base or a path has. */
  readonly #sends: RegExp;
  readonly #changeable = new Set<string>();
  /** The names of members that those read. */
  readonly #read = new Set<string>();
  readonly #exported = new Set<string>();
  readonly #globals = new SharedGlobals();
  /** Who extends what was extended is extended itself. */
  readonly #found = new Set<string>();
  readonly #modules = new Intake();

  /** `words`: the first segments of paths that matter. */
  constructor(words: readonly string[]) {
    const path = `['"\`/](?:${words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')})(?![\\w-])`;
    this.#path = new RegExp(path);
    this.#sends = new RegExp(`://|${path}`);
  }

  /** The paths of the modules, of all that are loaded, whose importers may change something. Each is looked at once. */
  listChangeable({ loaded, project }: ModuleGraph): readonly string[] {
    this.#modules.takeNew(loaded, (module) => this.#take(module, project.isInScope(module.path)));
    return [...this.#changeable];
  }

  /** The texts one of which a file holds that shares a member of the global object with one of those. */
  listGlobalTexts(): readonly string[] {
    return this.#globals.listTexts();
  }

  /** Does the file change what it imports from one of those, if it does (`imports`), or share a global variable with one? */
  takes(source: SourceFile, imports: boolean): boolean {
    const isFound = (imports && this.#mayChange(writePlainly(source.text))) || this.#globals.takes(source.text);
    if (isFound) this.#found.add(source.path);
    return isFound;
  }

  /** Does it export something, and hold paths? Who imports it may hand over another host, or another function that sends. */
  hasPaths(module: Module): boolean {
    const known = this.#withPaths.get(module) ?? (module.exports.size > 0 && this.#path.test(module.text));
    this.#withPaths.set(module, known);
    return known;
  }

  #take(module: Module, isOwn: boolean): void {
    const isOpen = isChangeable(module);
    // What other globals there are around a stub of `fetch` in somebody else's test is nothing to those that are asked about.
    const hasGlobals = SharedGlobals.isNamedIn(module) && (isOwn || this.#globals.spreadsFrom(module.text));
    // Asked last: most modules are long, and have nothing that others could change.
    if (!(isOpen || hasGlobals) || !(this.#found.has(module.path) || this.#sends.test(module.text))) return;
    if (hasGlobals) this.#globals.take(module);
    if (!isOpen) return;
    this.#changeable.add(module.path);
    for (const name of module.exports.keys()) this.#exported.add(name);
    for (const { 1: name = '' } of module.text.matchAll(READS)) this.#read.add(name);
  }

  /** Does it set a member that one of those modules reads? */
  setsMembers(text: string): boolean {
    for (const { 1: name = '' } of text.matchAll(SETS)) if (this.#read.has(name)) return true;
    return false;
  }

  #mayChange(text: string): boolean {
    if (INHERITS.test(text) || PASSES.test(text) || (MAKES.test(text) && PASSES_LATER.test(text))) return true;
    if (this.setsMembers(text)) return true;
    for (const form of [SETS_PART, PUTS, GIVES, HOLDS])
      for (const { 1: name = '' } of text.matchAll(form))
        if (this.#exported.has(name) || isImported(text, name)) return true;
    for (const { 1: name = '' } of text.replace(IMPORTS, '').matchAll(HOLDS_BY_NAME))
      if (this.#exported.has(name) || isImported(text, name)) return true;
    return false;
  }
}
