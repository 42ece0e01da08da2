import { exportsOpenAddress } from '../classes/open-fields.ts';
import { isFilledByCallers } from '../following/filled-by-callers.ts';
import { setsUpGivenClients } from '../following/given-clients.ts';
import { listHandedFiles } from '../following/handed-modules.ts';
import { listMaking } from '../following/made-exports.ts';
import { Intake } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { exportsOpenDefault } from '../outsiders/open-defaults.ts';
import { loadBaseUsers } from './base-users.ts';
import { Changers } from './changers.ts';
import { ImporterSearch, type Searched } from './importer-search.ts';
import { listPassingOn } from './passing-on.ts';
import { listSharing } from './shared-texts.ts';
import { listWanted, type WantedExports } from './wanted-exports.ts';

/**
 * Takes in the files that name a module: one that only wires things together (`new CallsService(http)`) holds no word of
 * the catalogue. Whose importers matter whatever the search finds is known before it, and so need not be searched twice.
 */
export class UserLoader {
  readonly #words: readonly string[];
  readonly #changers: Changers;
  readonly #within: ImporterSearch;
  readonly #ofBases: ImporterSearch;
  /** Out of scope: what is found is not edited, but its uses count. */
  readonly #around: ImporterSearch;
  readonly #handing = new Intake();

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#changers = new Changers(words);
    this.#within = new ImporterSearch(this.#changers);
    this.#ofBases = new ImporterSearch(this.#changers);
    this.#around = new ImporterSearch(this.#changers);
  }

  /** Loads the importers of what the modules export, and of files that share their paths, also through files that pass it on. */
  load(graph: ModuleGraph, wanting: readonly string[]): void {
    for (let before = -1; before < graph.loaded.length; ) {
      before = graph.loaded.length;
      const sharing = listSharing(graph, this.#words);
      const open = graph.loaded
        .filter((module) => isOpen(module) || this.#changers.hasPaths(module))
        .map((module) => module.path);
      const passing = listPassingOn(graph);
      const wanted = listWanted(graph, [...wanting, ...sharing, ...open], [...passing, ...listMaking(graph.loaded)]);
      const changeable = listWanted(graph, this.#changers.listChangeable(graph), passing);
      this.#loadWithin(graph, { wanted, changeable });
      loadBaseUsers(graph, this.#ofBases, passing);
      this.#loadHanded(graph);
      const isOwn = (path: string): boolean => graph.project.isInScope(path);
      // Who only sends what it writes itself need not know what is around it.
      const shared = new Set([...sharing].some(isOwn) ? [...sharing, ...passing] : []);
      this.#loadAround(graph, {
        wanted: takePart(wanted, (path) => shared.size > 0 && (shared.has(path) || isOwn(path))),
        changeable: takePart(changeable, isOwn),
      });
    }
  }

  #loadWithin(graph: ModuleGraph, searched: Searched): void {
    const { project } = graph;
    const { asked, askedToChange, files } = this.#within.run(project, searched, (texts) => project.findMentions(texts));
    for (const { path } of files) graph.load(path);
    const offered = asked.flatMap((path) => graph.autoImports.listOffered(path));
    if (offered.length > 0) for (const { path } of project.findMentions(offered)) graph.load(path);
    const changeable = askedToChange.flatMap((path) => graph.autoImports.listOffered(path));
    if (changeable.length > 0)
      for (const source of project.findMentions(changeable))
        if (this.#changers.takes(source, true)) graph.load(source.path);
    for (const path of asked.flatMap((declaring) => graph.scriptGlobals.listAllUsers(declaring))) graph.load(path);
  }

  /** What is handed to a call may change the client that it is handed in turn. */
  #loadHanded(graph: ModuleGraph): void {
    this.#handing.takeNew(graph.loaded, (module) => {
      for (const path of listHandedFiles(graph, module)) {
        const source = graph.project.load(path);
        if (source !== undefined && this.#changers.setsMembers(source.text)) graph.load(path);
      }
    });
  }

  #loadAround(graph: ModuleGraph, searched: Searched): void {
    const { project } = graph;
    const { files } = this.#around.run(project, searched, (texts) => project.findMentionsAround(texts));
    for (const { path } of files) graph.load(path);
  }
}

/** Can anyone who imports the module give what it sends with another address? */
function isOpen(module: Module): boolean {
  return (
    exportsOpenAddress(module) || exportsOpenDefault(module) || isFilledByCallers(module) || setsUpGivenClients(module)
  );
}

function takePart(wanted: WantedExports, isPart: (path: string) => boolean): WantedExports {
  return new Map([...wanted].filter(([path]) => isPart(path)));
}
