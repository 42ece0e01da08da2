import { exportsOpenAddress } from '../classes/open-fields.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { Around } from './around.ts';
import { ImportsOf, listImportEndings } from './import-endings.ts';
import { listPassingOn } from './passing-on.ts';
import { listSharing } from './shared-texts.ts';
import { type AskedExports, listWanted, takeNew, type WantedExports } from './wanted-exports.ts';

/**
 * Takes in the files that name a module: one that only wires things together (`new CallsService(http)`) holds no word of
 * the catalogue. Whose importers matter whatever the search finds is known before it, and so need not be searched twice.
 */
export class UserLoader {
  readonly #words: readonly string[];
  readonly #around = new Around();
  readonly #asked: AskedExports = new Map();

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** Loads who imports what the modules export, or from one that shares its paths, be it through others that pass it on. */
  load(graph: ModuleGraph, wanting: readonly string[]): void {
    for (let before = -1; before < graph.loaded.length; ) {
      before = graph.loaded.length;
      const sharing = listSharing(graph, this.#words);
      const open = graph.loaded.filter(exportsOpenAddress).map((module) => module.path);
      const passing = listPassingOn(graph);
      const wanted = listWanted(graph, [...wanting, ...sharing, ...open], passing);
      this.#loadImporters(graph, wanted);
      // Who only sends what it writes itself need not know what is around it.
      if (![...sharing].some((path) => graph.project.isInScope(path))) continue;
      const shared = new Set([...sharing, ...passing]);
      this.#around.load(
        graph,
        new Map([...wanted].filter(([path]) => shared.has(path) || graph.project.isInScope(path))),
      );
    }
  }

  #loadImporters(graph: ModuleGraph, wanted: WantedExports): void {
    const asked = takeNew(wanted, this.#asked);
    if (asked.size === 0) return;
    const open = [...asked.keys()];
    const { project } = graph;
    const imports = new ImportsOf(project, asked);
    for (const source of project.findMentions(open.flatMap((path) => listImportEndings(path, project))))
      if (imports.has(source)) graph.load(source.path);
    const offered = open.flatMap((path) => graph.autoImports.listOffered(path));
    if (offered.length > 0) for (const { path } of project.findMentions(offered)) graph.load(path);
    for (const path of open.flatMap((declaring) => graph.scriptGlobals.listAllUsers(declaring))) graph.load(path);
  }
}
