import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';
import { listImports } from './read-on.ts';

interface Reached {
  /** How many files were loaded when it was found. */
  readonly loaded: number;
  readonly byModule: Map<Module, ReadonlySet<Module>>;
}

const reached = new WeakMap<ModuleGraph, Reached>();

function getReached(graph: ModuleGraph): Reached['byModule'] {
  const known = reached.get(graph);
  if (known?.loaded === graph.loaded.length) return known.byModule;
  const byModule: Reached['byModule'] = new Map();
  reached.set(graph, { loaded: graph.loaded.length, byModule });
  return byModule;
}

/** The file, what it imports, and what those do, as far as they are loaded. */
export function findReached(graph: ModuleGraph, start: Module): ReadonlySet<Module> {
  const known = getReached(graph);
  const found = known.get(start) ?? followImports(graph, start);
  known.set(start, found);
  return found;
}

export function listReached(graph: ModuleGraph, start: Module): readonly Module[] {
  return [...findReached(graph, start)];
}

function followImports(graph: ModuleGraph, start: Module): ReadonlySet<Module> {
  const found = new Set<Module>([start]);
  for (const module of found) {
    for (const [specifier] of listImports(module)) {
      const target = graph.isLoaded(module, specifier) ? graph.resolve(module, specifier) : null;
      if (target !== null && typeof target !== 'string') found.add(target);
    }
  }
  return found;
}

/** The paths of the files that each file reaches, found once for each. */
export class ReachedFiles {
  readonly #graph: ModuleGraph;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
  }

  list(file: string): ReadonlySet<string> {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const module = this.#graph.load(file);
    const found = new Set(module === null ? [] : listReached(this.#graph, module).map(({ path }) => path));
    this.#known.set(file, found);
    return found;
  }
}
