import type { FunctionNode } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { ModuleExport } from './collect-exports.ts';
import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';
import { findCopiedPackage } from './packages-beside.ts';

/** Where an export is declared, behind all that passes it on. */

/** Chains of re-exports longer than this are not followed. */
const MAX_HOPS = 500;

export type ExportPlace =
  | { readonly kind: 'setup'; readonly setup: FunctionNode; readonly module: Module }
  | {
      readonly kind: 'expression';
      readonly node: SyntaxNode;
      readonly others?: readonly SyntaxNode[];
      readonly module: Module;
    }
  | { readonly kind: 'binding'; readonly binding: Binding; readonly module: Module }
  /** Something of a package outside, which `module` names. */
  | { readonly kind: 'package'; readonly specifier: string; readonly imported: string; readonly module: Module }
  /** A module with all that it exports. */
  | { readonly kind: 'namespace'; readonly module: Module }
  /** A member of what the module exports as one (`module.exports = …`). */
  | { readonly kind: 'member'; readonly name: string; readonly whole: SyntaxNode; readonly module: Module };

const places = new WeakMap<ModuleGraph, Map<Module, Map<string, ExportPlace | null>>>();

/** What a script without exports declares at its top is there for the scripts beside it. */
function findGlobal({ exports, stars, scripts: [script] }: Module, name: string): ModuleExport | undefined {
  const binding = exports.size === 0 && stars.length === 0 ? script?.root.bindings.get(name) : undefined;
  return binding === undefined || binding.source.kind === 'import' ? undefined : { kind: 'binding', binding };
}

/** Null when the module has no such export. */
export function findExport(graph: ModuleGraph, start: Module, name: string): ExportPlace | null {
  const inGraph = places.get(graph) ?? new Map<Module, Map<string, ExportPlace | null>>();
  places.set(graph, inGraph);
  const known = inGraph.get(start) ?? new Map<string, ExportPlace | null>();
  inGraph.set(start, known);
  const place = known.get(name);
  if (place !== undefined) return place;
  const found = searchExport(graph, start, name);
  known.set(name, found);
  return found;
}

function searchExport(graph: ModuleGraph, start: Module, name: string): ExportPlace | null {
  const queue: { readonly module: Module; readonly name: string }[] = [{ module: start, name }];
  const visited = new Set<string>();
  for (let next = queue.shift(); next !== undefined && visited.size < MAX_HOPS; next = queue.shift()) {
    const { module } = next;
    const key = `${module.path}\0${next.name}`;
    if (visited.has(key)) continue;
    visited.add(key);
    if (next.name === 'default' && module.setup !== null) return { kind: 'setup', setup: module.setup, module };
    const found = module.exports.get(next.name) ?? findGlobal(module, next.name);
    if (found?.kind === 'expression' || found?.kind === 'binding') {
      const specifier = findCopiedPackage(module, next.name);
      return specifier === null ? { module, ...found } : { kind: 'package', specifier, imported: next.name, module };
    }
    if (found?.kind === 'from') {
      const target = graph.resolve(module, found.specifier);
      if (typeof target === 'string') return { kind: 'package', specifier: target, imported: found.imported, module };
      if (found.imported === '*') return { kind: 'namespace', module: target };
      queue.unshift({ module: target, name: found.imported });
      continue;
    }
    if (module.unread?.exported.has(next.name)) graph.askFor(module, [next.name]);
    const whole = module.exports.get('=');
    if (whole?.kind === 'expression') return { kind: 'member', name: next.name, whole: whole.node, module };
    if (next.name === 'default') continue;
    for (const specifier of module.stars) {
      const target = graph.resolve(module, specifier);
      if (typeof target !== 'string') queue.push({ module: target, name: next.name });
    }
  }
  return null;
}
