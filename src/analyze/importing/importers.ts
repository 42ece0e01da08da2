import { append } from '../../model/append.ts';
import { flatMap } from '../../model/flat-map.ts';
import { findFactory } from '../../syntax/amd.ts';
import { findInterop } from '../../syntax/compiled-modules.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import { findMemberRoot, isCallNode, isMemberNode, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { type Binding, findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { Intake } from '../growing.ts';
import type { ModuleExport } from '../modules/collect-exports.ts';
import { findExport } from '../modules/find-export.ts';
import { isRead, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findRequired } from '../modules/required.ts';
import { findExportPath } from '../uses/places.ts';

/** Who gets what from which module: where names are read, beyond the file that declares them. */

export interface Reading {
  readonly node: SyntaxNode;
  readonly module: Module;
  /** Members on the way from the read value to what was asked for: `['CALLS']` for `paths.CALLS` of `import * as paths`. */
  readonly path: readonly string[];
}

interface Shared {
  readonly reading: Reading;
  readonly path: readonly string[];
}

interface Importer {
  readonly module: Module;
  readonly binding: Binding;
  readonly imported: string;
}

/** Longer chains of re-exports are not followed. */
const MAX_HOPS = 50;

const exportNames = new WeakMap<Module, ReadonlyMap<Binding, readonly string[]>>();

/** The names under which a module exports what it declares: a table may have thousands. */
function listExportNames(module: Module): ReadonlyMap<Binding, readonly string[]> {
  const known = exportNames.get(module);
  if (known !== undefined) return known;
  const names = new Map<Binding, string[]>();
  for (const [name, found] of module.exports) if (found.kind === 'binding') append(names, found.binding, name);
  exportNames.set(module, names);
  return names;
}

const passedOn = new WeakMap<Module, readonly (readonly [string, ModuleExport])[]>();

/** The exports of a module that may be those of another one. */
function listPassed(module: Module): readonly (readonly [string, ModuleExport])[] {
  const known = passedOn.get(module);
  if (known !== undefined) return known;
  const passed = [...module.exports].filter(
    ([, found]) => found.kind === 'from' || (found.kind === 'binding' && found.binding.source.kind === 'import'),
  );
  passedOn.set(module, passed);
  return passed;
}

/** The names of a file, and the names that a loader gives to a function of it. */
export function listImportBindings({ root, scopes, calls }: ScriptFacts): readonly Binding[] {
  const factories = calls.map(findFactory).filter((fn) => fn !== null);
  const loaded = flatMap(factories, (fn) => [...(scopes.get(fn)?.bindings.values() ?? [])]);
  return [...root.bindings.values(), ...loaded];
}

/** An export that a module has from another one, and passes on. */
interface Passing {
  readonly by: Module;
  readonly specifier: string;
  readonly imported: string;
  /** Null for all names as they are: `export * from './calls'`. */
  readonly exported: string | null;
}

/** `export { X as Y } from './x'`; `import { X } from './x'; export { X }` reads the import where it is exported. */
function listPassing(by: Module): readonly Passing[] {
  const named = flatMap(listPassed(by), ([exported, found]): readonly Passing[] => {
    if (found.kind === 'from') return [{ by, specifier: found.specifier, imported: found.imported, exported }];
    const source = found.kind === 'binding' ? found.binding.source : null;
    return source?.kind === 'import' ? [{ by, specifier: source.specifier, imported: source.imported, exported }] : [];
  });
  return [...named, ...by.stars.map((specifier) => ({ by, specifier, imported: '*', exported: null }))];
}

/** `http.request` of `import * as http from './http'`: what a reading of a whole module leads to, where it is asked for that. */
export function findRead({ node, path }: Pick<Reading, 'node' | 'path'>): SyntaxNode | null {
  let at = findOutermost(node);
  for (const name of path) {
    const member = getParent(at);
    if (member === undefined || !isMemberNode(member) || member.object !== at || nameMember(member) !== name)
      return null;
    at = findOutermost(member);
  }
  return at;
}

export class Importers {
  readonly #graph: ModuleGraph;
  readonly #importers = new Map<Module, Importer[]>();
  readonly #requires = new Map<Module, { readonly node: SyntaxNode; readonly module: Module }[]>();
  /** Who passes on what a module exports. */
  readonly #passing = new Map<Module, Passing[]>();
  readonly #indexed = new Intake();

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
  }

  #index(): void {
    this.#indexed.takeNew(this.#graph.loaded, (module) => {
      for (const passing of listPassing(module)) {
        const target = this.#graph.resolve(module, passing.specifier);
        if (typeof target !== 'string') append(this.#passing, target, passing);
      }
      for (const script of module.scripts) {
        for (const call of script.calls) {
          // What a compiler wraps it in is followed from there.
          const specifier = findInterop(call) === null ? findRequired(call, module) : null;
          const target = specifier === null ? null : this.#graph.resolve(module, specifier);
          if (target !== null && typeof target !== 'string') append(this.#requires, target, { node: call, module });
        }
        for (const binding of listImportBindings(script)) {
          if (binding.source.kind !== 'import') continue;
          const target = this.#graph.resolve(module, binding.source.specifier);
          if (typeof target !== 'string')
            append(this.#importers, target, { module, binding, imported: binding.source.imported });
        }
      }
    });
  }

  /** Where a binding is read, in its module and in those that import it. */
  listReadings(module: Module, binding: Binding): readonly Reading[] {
    const names = listExportNames(module).get(binding) ?? [];
    const others = flatMap(names, (name) => this.listExportReadings(module, name));
    return [...listOwnReadings(module, binding), ...others, ...this.#listGlobal(module, binding)];
  }

  /**
   * Where what an imported name stands for is read, from the file that declares it, and the way from there to `path` of it:
   * an object that is changed is so everywhere.
   */
  listShared(module: Module, binding: Binding, path: readonly string[]): readonly Shared[] {
    const imported = findImported(module, binding);
    const target = imported === null ? null : this.#graph.resolve(module, imported.specifier);
    if (imported === null || target === null || typeof target === 'string') return [];
    const [name, ...rest] = imported.name === '*' ? path : [imported.name, ...path];
    if (name === undefined) return [];
    const place = findExport(this.#graph, target, name);
    return place?.kind === 'binding'
      ? this.listReadings(place.module, place.binding).map((reading) => ({ reading, path: rest }))
      : this.listExportReadings(target, name).map((reading) => ({ reading, path: rest }));
  }

  /** Where an export is read by other modules: by name, through a namespace, by `require` and behind re-exports. */
  listExportReadings(module: Module, name: string, hops = 0): readonly Reading[] {
    if (hops > MAX_HOPS) return [];
    this.#index();
    const direct = flatMap(this.#importers.get(module) ?? [], (entry) => {
      const path = findWay(module, entry.imported, name);
      if (path === null) return [];
      const [member] = path;
      return member === undefined
        ? listOwnReadings(entry.module, entry.binding)
        : extend(listReadingsOf(entry.module, entry.binding, member), path);
    });
    const required = (this.#requires.get(module) ?? []).map((place) => ({
      ...place,
      path: name === '=' ? [] : [name],
    }));
    const through = flatMap(this.#passing.get(module) ?? [], ({ by, imported, exported }) => {
      const path = exported === null ? [] : findWay(module, imported, name);
      return path === null ? [] : extend(this.listExportReadings(by, exported ?? name, hops + 1), path);
    });
    return [...direct, ...required, ...listReadByItself(module, name), ...this.#listUnnamed(module, name), ...through];
  }

  /** Files that use the name without an import, where a framework adds it. */
  #listUnnamed(module: Module, name: string): readonly Reading[] {
    return flatMap(this.#graph.autoImports.listNames(module.path, name), (used) =>
      flatMap(this.#graph.loaded, (other) =>
        this.#graph.autoImports.find(other.path, used)?.path !== module.path ? [] : listFreeReadings(other, used),
      ),
    );
  }

  /** Scripts that share the scope of the one that declares the name. */
  #listGlobal(module: Module, { name, scope }: Binding): readonly Reading[] {
    if (scope.parent !== null || module.exports.size > 0) return [];
    return flatMap(this.#graph.scriptGlobals.listUsers(module.path, name), (path) => {
      const other = this.#graph.load(path);
      return other === null ? [] : listFreeReadings(other, name);
    });
  }
}

/** `import { visited } from './state'`, `const { visited } = require('./state')`, and `*` for the whole of a module. */
function findImported(
  module: Module,
  { source }: Binding,
): { readonly specifier: string; readonly name: string } | null {
  if (source.kind === 'import') return { specifier: source.specifier, name: source.imported };
  if (source.kind !== 'value' || source.node === null || !isCallNode(source.node)) return null;
  const specifier = findRequired(source.node, module);
  const [step, ...others] = source.steps;
  if (specifier === null || others.length > 0) return null;
  if (step === undefined) return { specifier, name: '*' };
  return step.kind === 'property' ? { specifier, name: step.name } : null;
}

/** `fetch(exports.links)` below `exports.links = …`: compilers read so what a file exports and uses by itself. */
function listReadByItself(module: Module, name: string): readonly Reading[] {
  return flatMap(module.scripts, (script) =>
    script.members
      .get(name)
      .filter((node) => findExportPath(node) !== null && !isTarget(node) && isFree(script, node.object))
      .map((node) => ({ node, module, path: [] })),
  );
}

/** `module` and `exports` that no function has for a parameter. */
function isFree(script: ScriptFacts, object: SyntaxNode): boolean {
  const root = findMemberRoot(object);
  return root.type === 'Identifier' && findBinding(script, root) === undefined;
}

function isTarget(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';
}

/** Where a name is read that the file does not declare. */
function listFreeReadings(module: Module, name: string): readonly Reading[] {
  return flatMap(module.scripts, (script) =>
    script.identifiers
      .get(name)
      .filter((node) => isRead(node) && findBinding(script, node) === undefined)
      .map((node) => ({ node, module, path: [] })),
  );
}

function extend(readings: readonly Reading[], path: readonly string[]): readonly Reading[] {
  return path.length === 0 ? readings : readings.map((reading) => ({ ...reading, path: [...reading.path, ...path] }));
}

/** From an import of one name to an export of another: nothing in between, a member of the whole, or no way. */
function findWay(module: Module, imported: string, exported: string): readonly string[] | null {
  if (imported === exported || (exported === '=' && (imported === 'default' || imported === '*'))) return [];
  if (exported === '=') return null;
  // The default import of a CommonJS module is the whole of it.
  const isWhole = imported === '*' || (imported === 'default' && !module.exports.has('default'));
  return isWhole ? [exported] : null;
}

/** What a file reads of its names does not change, and every text that goes through them asks. */
const ownReadings = new WeakMap<Binding, readonly Reading[]>();

function listOwnReadings(module: Module, binding: Binding): readonly Reading[] {
  const known = ownReadings.get(binding);
  if (known !== undefined) return known;
  const found = flatMap(module.scripts, (script) =>
    flatMap(script.identifiers.get(binding.name), (node): readonly Reading[] => {
      if (node === binding.declaration || !isRead(node) || findBinding(script, node) !== binding) return [];
      return [{ node, module, path: [] }];
    }),
  );
  ownReadings.set(binding, found);
  return found;
}

/** By the member that is asked for; under `*` where the whole goes on. */
const readingsByMember = new WeakMap<Binding, ReadonlyMap<string, readonly Reading[]>>();

/** `api.listAgents` of `import * as api`: where a name that stands for a whole module may be asked for this member. */
function listReadingsOf(module: Module, binding: Binding, member: string): readonly Reading[] {
  let known = readingsByMember.get(binding);
  if (known === undefined) {
    const made = new Map<string, Reading[]>();
    for (const reading of listOwnReadings(module, binding)) {
      const parent = getParent(reading.node);
      const isAsked = parent !== undefined && isMemberNode(parent) && parent.object === reading.node;
      append(made, (isAsked ? nameMember(parent) : null) ?? '*', reading);
    }
    readingsByMember.set(binding, made);
    known = made;
  }
  return [...(known.get(member) ?? []), ...(known.get('*') ?? [])];
}
