import type { Project, Sought, SourceFile } from '../../model/project.ts';
import type { Changers } from './changers.ts';
import { ImportsOf, importsWanted, listImportEndings } from './import-endings.ts';
import { type AskedExports, takeNew, type WantedExports } from './wanted-exports.ts';

/** Exports of modules whose importers matter: all of them, or those only that may change what they import. */
export interface Searched {
  readonly wanted: WantedExports;
  readonly changeable: WantedExports;
}

/** Looks for importers among files that were not looked at; for those of each export once. */
export class ImporterSearch {
  readonly #changers: Changers;
  readonly #asked: AskedExports = new Map();
  readonly #askedToChange: AskedExports = new Map();

  readonly #askedTexts = new Set<string>();

  constructor(changers: Changers) {
    this.#changers = changers;
  }

  /** `findMentions`: the files that hold one of some texts. Gives back also of which modules all importers were new. */
  run(
    project: Project,
    { wanted, changeable }: Searched,
    findMentions: (texts: readonly Sought[]) => readonly SourceFile[],
  ): {
    readonly asked: readonly string[];
    readonly askedToChange: readonly string[];
    readonly files: readonly SourceFile[];
  } {
    const asked = takeNew(wanted, this.#asked);
    const ofChangers = takeNew(changeable, this.#askedToChange);
    const paths = [...new Set([...asked.keys(), ...ofChangers.keys()])];
    const imports = new ImportsOf(project, paths);
    const globals = this.#changers.listGlobalTexts().filter((text) => !this.#askedTexts.has(text));
    for (const text of globals) this.#askedTexts.add(text);
    const texts = [...listImportEndings(paths, project), ...globals];
    if (texts.length === 0) return { asked: [], askedToChange: [], files: [] };
    const files = findMentions(texts).filter((source) => {
      const imported = imports.list(source);
      return this.#changers.takes(source, importsWanted(imported, ofChangers)) || importsWanted(imported, asked);
    });
    return { asked: [...asked.keys()], askedToChange: [...ofChangers.keys()], files };
  }
}
