import { exportsOpenAddress } from '../classes/open-fields.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { Around } from './around.ts';
import { ImportsOf, listImportEndings } from './import-endings.ts';
import { listPassingOn } from './passing-on.ts';
import { listSharing } from './shared-texts.ts';

/**
 * Takes in the files that name a module: one that only wires things together (`new CallsService(http)`) holds no word of
 * the catalogue. Whose importers matter whatever the search finds is known before it, and so need not be searched twice.
 */
export class UserLoader {
  readonly #graph: ModuleGraph;
  readonly #words: readonly string[];
  readonly #around: Around;
  readonly #asked = new Set<string>();

  constructor(graph: ModuleGraph, words: readonly string[]) {
    this.#graph = graph;
    this.#words = words;
    this.#around = new Around(graph);
  }

  /** Loads who names one of the modules, a module that passes on what others export, or one that shares its paths. */
  load(wanting: readonly string[]): void {
    const graph = this.#graph;
    for (let before = -1; before < graph.loaded.length; ) {
      before = graph.loaded.length;
      const sharing = listSharing(graph, this.#words);
      const passing = [...sharing, ...listPassingOn(graph)];
      const open = graph.loaded.filter(exportsOpenAddress).map((module) => module.path);
      this.#loadNaming([...wanting, ...passing, ...open]);
      // Who only sends what it writes itself need not know what is around it.
      if ([...sharing].some((path) => graph.project.isInScope(path)))
        this.#around.load([...passing, ...[...wanting, ...open].filter((path) => graph.project.isInScope(path))]);
    }
  }

  #loadNaming(modules: readonly string[]): void {
    const graph = this.#graph;
    const open = [...new Set(modules)].filter((path) => !this.#asked.has(path));
    if (open.length === 0) return;
    for (const path of open) this.#asked.add(path);
    const { project } = graph;
    const imports = new ImportsOf(project, new Set(open));
    for (const source of project.findMentions(open.flatMap((path) => listImportEndings(path, project))))
      if (imports.has(source)) graph.load(source.path);
    const offered = open.flatMap((path) => graph.autoImports.listOffered(path));
    if (offered.length > 0) for (const { path } of project.findMentions(offered)) graph.load(path);
    for (const path of open.flatMap((declaring) => graph.scriptGlobals.listAllUsers(declaring))) graph.load(path);
  }
}
