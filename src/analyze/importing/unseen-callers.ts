import type { ModuleGraph } from '../modules/modules.ts';
import { ImportsOf, listImportEndings } from './import-endings.ts';

/** Says whether functions of a module may be called from files that were not loaded. */
export class UnseenCallers {
  readonly #graph: ModuleGraph;
  readonly #answers = new Map<string, boolean>();

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
  }

  /** `passingOn`: the loaded files that pass on what others export. */
  has(path: string, passingOn: readonly string[]): boolean {
    const known = this.#answers.get(path);
    if (known !== undefined) return known;
    const answer = this.#find(this.#listNames(path, passingOn));
    this.#answers.set(path, answer);
    return answer;
  }

  /** The file, and those through which it can be imported as well. */
  #listNames(path: string, passingOn: readonly string[]): ReadonlySet<string> {
    const modules = new Set([path]);
    for (let before = 0; before < modules.size; ) {
      before = modules.size;
      const imports = new ImportsOf(this.#graph.project, modules);
      for (const other of passingOn) {
        const source = modules.has(other) ? null : this.#graph.load(other);
        if (source !== null && imports.list(source).length > 0) modules.add(other);
      }
    }
    return modules;
  }

  #find(modules: ReadonlySet<string>): boolean {
    const { project } = this.#graph;
    const endings = listImportEndings(modules, project);
    const mentions = [...project.findMentions(endings), ...project.findMentionsAround(endings)];
    const imports = new ImportsOf(project, modules);
    return mentions.some((source) => !this.#graph.hasLoaded(source.path) && imports.list(source).length > 0);
  }
}
