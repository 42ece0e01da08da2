import type { Project } from '../../model/project.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';

/**
 * Which files of one package end up in one program, by what they import: a script and a page may both use `axios`, and
 * what the script says of its defaults the page never hears. Files are searched as texts, and only when somebody asks.
 */

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"`])([^'"`\n]+)\1/g;
/** What loads files that it does not name. */
const LOADS_MANY =
  /\bimport\.meta\.glob|\brequire\.context\b|\breaddir|\b(?:import|require)\s*\(\s*(?!['"])[^)]|__dirname/;
/** Files that a framework loads beside all others. */
const WIRED =
  /(?:^|\/)(?:_app|_document|_?layout|root|middleware|instrumentation|entry[\w.-]*|(?:\w+[.-])?setup[\w.-]*)\.\w+$|\/(?:plugins|boot|providers|initializers)\//i;

/** Folders of programs of their own. */
const OWN_PROGRAM =
  /(?:^|\/)(?:(?:apps|packages|services|projects|examples)\/[^/]+|pages\/api|scripts?|bin|tools?|seeds?|cli|server|backend|client|frontend|web|public|admin|(?<!\bsrc\/)api|jobs|workers?|functions|lambdas?)(?=\/)/;

/** Of part of a program, say the files of a library, nobody can see what loads it; a folder of scripts is none of the app. */
function nameProgram(path: string): string {
  return OWN_PROGRAM.exec(path)?.[0] ?? '';
}

function getFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

class ImportLinks {
  readonly #project: Project;
  readonly #imports = new Map<string, ReadonlySet<string>>();
  readonly #importers = new Map<string, Set<string>>();
  readonly #programs = new Map<string, ReadonlySet<string>>();

  constructor(graph: ModuleGraph) {
    this.#project = graph.project;
    for (const path of this.#project.seen) {
      const source = this.#project.load(path);
      const found = new Set(source === undefined ? [] : this.#listImported(path, source.text));
      this.#imports.set(path, found);
      for (const imported of found) {
        const importers = this.#importers.get(imported) ?? new Set();
        this.#importers.set(imported, importers.add(path));
      }
    }
  }

  #listImported(path: string, text: string): readonly string[] {
    const named = Array.from(text.matchAll(SPECIFIER), ([, , specifier = '']) => {
      const found = this.#project.resolve(specifier, path);
      return found.kind === 'file' ? found.path : null;
    }).filter((found) => found !== null);
    const folder = getFolder(path);
    return LOADS_MANY.test(text)
      ? [...named, ...this.#project.seen.filter((other) => other.startsWith(folder))]
      : named;
  }

  /** All files that what leads to this one leads to; every file where a framework loads one of those beside all others. */
  #listProgram(path: string): ReadonlySet<string> {
    const known = this.#programs.get(path);
    if (known !== undefined) return known;
    const above = new Set([path]);
    for (const at of above)
      for (const importer of this.#importers.get(at) ?? [])
        if (!isTestFile(importer) || isTestFile(path)) above.add(importer);
    const all = new Set(above);
    for (const at of all) for (const imported of this.#imports.get(at) ?? []) all.add(imported);
    if ([...above].some((at) => WIRED.test(at))) for (const other of this.#project.seen) all.add(other);
    this.#programs.set(path, all);
    return all;
  }

  areLinked(one: string, other: string): boolean {
    return this.#listProgram(one).has(other) || this.#listProgram(other).has(one);
  }
}

const links = new WeakMap<ModuleGraph, ImportLinks>();

export function areLinked(graph: ModuleGraph, one: Module, other: Module): boolean {
  const known = links.get(graph) ?? new ImportLinks(graph);
  links.set(graph, known);
  return known.areLinked(one.path, other.path);
}

/** Do the two lie in folders of two programs, `apps/sales` and `apps/studio`, with nothing that loads both? */
export function areApart(graph: ModuleGraph, one: Module, other: Module): boolean {
  const [own, others] = [nameProgram(one.path), nameProgram(other.path)];
  return own !== '' && others !== '' && own !== others && !areLinked(graph, one, other);
}

/** Those of the places that something loads together with the module that asks, or may: they are files of one program. */
export function keepLinked<Place extends { readonly module: Module }>(
  { graph }: Evaluator,
  places: readonly Place[],
  asking: Module,
): readonly Place[] {
  const [own, home] = [nameProgram(asking.path), graph.programs.number(asking.path)];
  const isBeside = ({ path }: Module): boolean => nameProgram(path) === own && graph.programs.number(path) === home;
  return places.filter(({ module }) => isBeside(module) || areLinked(graph, module, asking));
}
