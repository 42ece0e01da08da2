import { listMadeExports } from '../following/made-exports.ts';
import type { ModuleExport } from '../modules/collect-exports.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findRequired, findSpecifier } from '../modules/required.ts';
import { listImportBindings } from './importers.ts';
import { passesOnExpression } from './passing-on.ts';

/** Exports whose importers matter, by the modules that have them; null for everything that a module exports. */
export type WantedExports = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Does somebody who imports this name get something that is wanted? The whole of a module is wanted with any part of it. */
export function isWanted(names: ReadonlySet<string> | null, imported: string): boolean {
  if (names === null || names.has(imported) || names.has('=')) return true;
  // The default import of a CommonJS module that fills `exports` is the whole of it.
  return imported === '*' || imported === 'default';
}

/** What is imported or required, be it in the midst of an expression: `exports.voice = require('./client').voice`. */
function listSpecifiers(module: Module): readonly string[] {
  return module.scripts.flatMap((script) => [
    ...listImportBindings(script).flatMap(({ source }) => findSpecifier(source, module) ?? []),
    ...script.calls.flatMap((call) => findRequired(call, module) ?? []),
  ]);
}

/** What a module passes on of it; null for all that it exports. */
function findPassed(graph: ModuleGraph, module: Module, wanted: WantedExports): ReadonlySet<string> | null {
  const lookUp = (specifier: string): ReadonlySet<string> | null | undefined => {
    const path = graph.findFile(module, specifier);
    return path === null ? undefined : wanted.get(path);
  };
  const passed = new Set<string>();
  for (const star of module.stars) {
    const names = lookUp(star);
    if (names === null || names?.has('=')) return null;
    for (const name of names ?? []) passed.add(name);
  }
  const isOfWanted = (specifier: string, imported: string): boolean => {
    const names = lookUp(specifier);
    return names !== undefined && isWanted(names, imported);
  };
  const isPassed = (found: ModuleExport): boolean => {
    if (found.kind === 'expression')
      return (
        passesOnExpression(module, found.node) && listSpecifiers(module).some((name) => lookUp(name) !== undefined)
      );
    const source = found.kind === 'from' ? found : found.binding.source;
    const specifier = 'specifier' in source ? source.specifier : findSpecifier(source, module);
    return specifier !== null && isOfWanted(specifier, 'imported' in source ? source.imported : '*');
  };
  for (const [exported, found] of module.exports) if (isPassed(found)) passed.add(exported);
  for (const [exported, imports] of listMadeExports(module))
    if (imports.some(({ specifier, imported }) => isOfWanted(specifier, imported))) passed.add(exported);
  return passed;
}

/** Null where not all names are known: a component and a plain script have none. */
function listExported({ exports, stars, setup }: Module): ReadonlySet<string> | null {
  return exports.size === 0 || stars.length > 0 || setup !== null ? null : new Set(exports.keys());
}

/** All that modules export, with what others pass on of it. */
export function listWanted(graph: ModuleGraph, modules: Iterable<string>, passingOn: readonly string[]): WantedExports {
  const wanted = new Map<string, ReadonlySet<string> | null>();
  for (const path of modules) {
    const module = graph.load(path);
    wanted.set(path, module === null ? null : listExported(module));
  }
  for (let grows = true; grows; ) {
    grows = false;
    for (const path of passingOn) {
      const known = wanted.get(path);
      const module = known === null ? null : graph.load(path);
      if (module === null) continue;
      const passed = findPassed(graph, module, wanted);
      const names = passed === null ? null : new Set([...(known ?? []), ...passed]);
      if (names !== null && names.size === (known?.size ?? 0)) continue;
      wanted.set(path, names);
      grows = true;
    }
  }
  return wanted;
}

/** For which exports somebody has looked for importers. */
export type AskedExports = Map<string, ReadonlySet<string> | null>;

/** What nobody has looked for yet; from now on somebody has. */
export function takeNew(wanted: WantedExports, asked: AskedExports): WantedExports {
  const fresh = [...wanted].filter(([path, names]) => {
    const known = asked.get(path);
    if (known === null) return false;
    return known === undefined || names === null || [...names].some((name) => !known.has(name));
  });
  for (const [path, names] of fresh) asked.set(path, names);
  return new Map(fresh);
}
