import { type FunctionNode, getEnd, getStart, isFunctionNode, nameKey } from '../../syntax/nodes.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { evaluateSuperclass } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { Importers } from '../importing/importers.ts';
import { evaluateExport } from '../modules/exports.ts';
import { findMainFile, isOfLibrary, listEntryNames } from '../modules/libraries.ts';
import { findParameterOwner, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { ClassValue, Value } from '../values/values.ts';

/**
 * The functions that a published package offers to those who install it: they may be called with what no file of the project
 * hands over.
 */

/** What an exported function gives back offers functions, too; and what those give back. */
const MAX_DEPTH = 3;
/** Functions that hand on what they are given: `request(path) { return this._send(path); }` */
const MAX_HOPS = 4;

function isOwn(member: ClassValue['node']['body']['body'][number]): boolean {
  if (!('key' in member) || member.key.type === 'PrivateName') return true;
  const isGuarded = 'accessibility' in member && member.accessibility != null && member.accessibility !== 'public';
  return isGuarded || (nameKey(member)?.startsWith('_') ?? true);
}

class Offered {
  readonly functions = new Set<FunctionNode>();
  readonly #evaluator: Evaluator;
  readonly #seen = new Set<unknown>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  addModule(module: Module): void {
    for (const name of module.exports.keys()) this.#addExport(module, name);
    for (const specifier of module.stars) {
      const target = this.#evaluator.graph.resolve(module, specifier);
      if (typeof target !== 'string' && !this.#seen.has(target)) {
        this.#seen.add(target);
        this.addModule(target);
      }
    }
  }

  #addExport(module: Module, name: string): void {
    const value = evaluateExport(this.#evaluator, module, name);
    if (value !== undefined) this.add(value, 0);
  }

  add(value: Value, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const option of listOptions(value)) {
      if (option.type === 'class') this.#addClass(option);
      else if (option.type === 'instance') this.#addClass(option.of);
      else if (option.type === 'module' && !this.#seen.has(option.module)) {
        this.#seen.add(option.module);
        this.addModule(option.module);
      } else if (option.type === 'object') {
        for (const entry of option.entries)
          if (entry.kind === 'slot') this.add(this.#evaluator.evaluateSlot(entry.slot, option), depth + 1);
      } else if (option.type === 'function' && !this.functions.has(option.fn)) {
        this.functions.add(option.fn);
        const from = this.#evaluator.anyCaller;
        this.add(evaluateReturn(this.#evaluator, option, { args: [], call: null, from }, true), depth + 1);
      }
    }
  }

  #addClass(start: ClassValue): void {
    for (let at: Value | null = start; at?.type === 'class' && !this.#seen.has(at.node); ) {
      this.#seen.add(at.node);
      for (const member of at.node.body.body) {
        if (isOwn(member)) continue;
        if (member.type === 'ClassMethod' && member.kind === 'method') this.functions.add(member);
        const given = member.type === 'ClassProperty' ? member.value : null;
        if (given && isFunctionNode(given)) this.functions.add(given);
      }
      at = evaluateSuperclass(this.#evaluator, at);
    }
  }
}

export class OfferedFunctions {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #byEntry = new Map<string, ReadonlySet<FunctionNode>>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#importers = new Importers(evaluator.graph);
  }

  /** Does a place lie in a function that others than the project may call, or in one that is handed on what those are given? */
  reaches(file: string, offset: number): boolean {
    const module = this.#evaluator.graph.load(file);
    if (module === null || !this.#isOffering(module)) return false;
    const offered = this.#list(module);
    const isAt = (fn: FunctionNode): boolean =>
      getStart(fn) <= offset && offset < getEnd(fn) && this.#evaluator.graph.findOwner(fn) === module;
    const open = new Set(offered);
    for (let hops = 0, size = -1; hops < MAX_HOPS && size < open.size; hops += 1) {
      if ([...open].some(isAt)) return true;
      size = open.size;
      this.#addHandedOn(open);
    }
    return false;
  }

  /**
   * A file that others install, or the `main` of a manifest, which exports something that no file of the project imports. An app
   * that exports nothing has one, too.
   */
  #isOffering(module: Module): boolean {
    const { graph } = this.#evaluator;
    if (isOfLibrary(graph, module)) return true;
    const entry = findMainFile(graph, module);
    const main = entry === null ? null : graph.load(entry);
    if (main === null || main.exports.size === 0) return false;
    return [...main.exports.keys()].every((name) => this.#importers.listExportReadings(main, name).length === 0);
  }

  #addHandedOn(open: Set<FunctionNode>): void {
    const { index } = this.#evaluator;
    for (const { node, module } of index.calls) {
      if (!('arguments' in node)) continue;
      const isHandedOn = node.arguments.some((argument) => {
        const owner = argument.type === 'Identifier' ? findParameterOwner(argument, module) : null;
        return owner !== null && open.has(owner);
      });
      const callee = isHandedOn ? index.getCallee(node) : undefined;
      for (const option of callee === undefined ? [] : listOptions(callee))
        if (option.type === 'function') open.add(option.fn);
    }
  }

  #list(module: Module): ReadonlySet<FunctionNode> {
    const { graph } = this.#evaluator;
    const names = listEntryNames(graph, module);
    const key = names.join('\n');
    const known = this.#byEntry.get(key);
    if (known !== undefined) return known;
    const offered = new Offered(this.#evaluator);
    const entries = names.flatMap((name) => (graph.project.load(name) === undefined ? [] : (graph.load(name) ?? [])));
    for (const entry of entries.length === 0 ? [module] : entries) offered.addModule(entry);
    if (entries.length > 0) this.#byEntry.set(key, offered.functions);
    return offered.functions;
  }
}
