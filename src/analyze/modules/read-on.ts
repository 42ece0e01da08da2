import { flatMap } from '../../model/flat-map.ts';
import type { SourceFile } from '../../model/project.ts';
import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';
import { namePackage } from './package-names.ts';
import { findRequired } from './required.ts';
import type { Wanted } from './unread.ts';

/** Which modules of which a part was left out have to be read in full after all. */

const PACKAGE = /^(?![.#~]|@\/|\/)/;
const ROOT = /^(?:@[^/]+\/)?[^/]+/;
/** `require<typeof Api>('./api')`, `jest.requireActual('./api')`, `vi.importActual('./api')` */
const LOADS = /\b(?:require|import)(?:Actual|Mock)?\s*[<(]/;

type Imported = readonly [specifier: string, imported: string];

function collectImports(module: Module): readonly Imported[] {
  const found: Imported[] = [];
  const loads = LOADS.test(module.text);
  for (const script of module.scripts) {
    for (const { source } of script.root.bindings.values())
      if (source.kind === 'import') found.push([source.specifier, source.imported]);
    for (const call of loads ? script.calls : []) {
      const specifier = findRequired(call, module);
      if (specifier !== null) found.push([specifier, '*']);
    }
  }
  for (const own of module.exports.values()) if (own.kind === 'from') found.push([own.specifier, own.imported]);
  for (const specifier of module.stars) found.push([specifier, '*']);
  return found;
}

const collected = new WeakMap<Module, readonly Imported[]>();

/** What the code that is read imports, with the names that it gets. */
export function listImports(module: Module): readonly Imported[] {
  const known = collected.get(module) ?? collectImports(module);
  collected.set(module, known);
  return known;
}

/** The names at the end of paths and above, of which an import of a file has to say one. */
export function listNames(paths: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(flatMap([...paths], (path) => path.split('/').map((name) => name.replace(/\..*$/, ''))));
}

/** The package of which a specifier names a part: what one part keeps, others may find. Null for what names none. */
function nameWhole(specifier: string): string | null {
  return PACKAGE.test(specifier) ? (ROOT.exec(namePackage(specifier))?.[0] ?? null) : null;
}

/** Can a specifier lead to a file of whose path these are the names? To look for files takes longest. */
export function mayLead(specifier: string, names: ReadonlySet<string>): boolean {
  if (PACKAGE.test(specifier) || /^[./]+$/.test(specifier)) return true;
  return names.has((specifier.split('/').at(-1) ?? '').replace(/\..*$/, ''));
}

/** Does a specifier, as a file writes it, lead to one of these? Names are compared before files are looked for. */
export function createLeads(
  graph: ModuleGraph,
  paths: Iterable<string>,
): (source: SourceFile, specifier: string) => boolean {
  const known = new Set(paths);
  const names = listNames(known);
  return (source, specifier) => {
    if (!mayLead(specifier, names)) return false;
    const path = graph.findFile(source, specifier);
    return path !== null && known.has(path);
  };
}

/** What is wanted of the modules of which a part was left out; of those that are not named, nothing. */
export function findWanted(
  graph: ModuleGraph,
  asked: ReadonlyMap<Module, ReadonlySet<string>>,
): ReadonlyMap<Module, Wanted> {
  const partial = graph.loaded.filter(({ unread }) => unread !== null);
  if (partial.length === 0) return new Map();
  const byPath = new Map(partial.map((module) => [module.path, module]));
  const names = listNames(new Set(byPath.keys()));
  const exported = new Map<Module, Set<string>>([...asked].map(([module, names]) => [module, new Set(names)]));
  const packages = new Set<string>();
  for (const module of graph.loaded) {
    for (const [specifier, imported] of listImports(module)) {
      const whole = nameWhole(specifier);
      if (whole !== null) packages.add(whole);
      const path = mayLead(specifier, names) ? graph.findFile(module, specifier) : null;
      const target = path === null ? undefined : byPath.get(path);
      if (target?.unread == null || target === module) continue;
      const wanted = [...target.unread.exported].filter((name) => imported === '*' || imported === name);
      if (wanted.length > 0) exported.set(target, new Set([...(exported.get(target) ?? []), ...wanted]));
    }
  }
  const leads = createLeads(
    graph,
    graph.loaded.map(({ path }) => path),
  );
  const wanted = new Map<Module, Wanted>();
  for (const module of partial) {
    const specifiers = [...(module.unread?.specifiers ?? [])].filter((specifier) => {
      const name = nameWhole(specifier);
      return (name !== null && packages.has(name)) || leads(module, specifier);
    });
    const names = exported.get(module);
    if (specifiers.length > 0 || names !== undefined)
      wanted.set(module, { exported: names ?? new Set(), specifiers: new Set(specifiers) });
  }
  return wanted;
}
