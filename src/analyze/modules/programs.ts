import { getFolder } from '../../model/paths.ts';
import type { Evaluator } from '../evaluator.ts';
import { Intake } from '../growing.ts';
import { areApart } from './import-links.ts';
import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';
import { listImports } from './read-on.ts';

/**
 * Which files can run in one program. Two applications of one repository have globals, settings and containers of their own:
 * what one says of `axios.defaults`, `window.API_BASE` or the token `API_URL`, the other never hears.
 */

function isInside(folder: string, other: string): boolean {
  return other === folder || other.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** `import './setup.js'`, which no name stands for. */
function listBareImports({ scripts }: Module): readonly string[] {
  return scripts.flatMap(({ program }) =>
    (program.type === 'Program' ? program.body : []).flatMap((node) =>
      node.type === 'ImportDeclaration' && node.specifiers.length === 0 ? [node.source.value] : [],
    ),
  );
}

export class Programs {
  readonly #graph: ModuleGraph;
  /** By folder of a file: the folder of its package. */
  readonly #homes = new Map<string, string | undefined>();
  /** By folder of a package: its number. */
  readonly #numbers = new Map<string, number>();
  /** By number less one. */
  readonly #numbered: string[] = [];
  /** By package: those that import it or name it as a dependency. */
  readonly #users = new Map<string, Set<string>>();
  readonly #answers = new Map<string, boolean>();
  readonly #reached = new Map<string, ReadonlySet<string>>();
  #areManifestsRead = false;
  readonly #imports = new Intake();

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
  }

  /** The package of a file by number, so that two can be told apart; 0 for one without a manifest. */
  number(path: string): number {
    const home = this.#findHome(path);
    if (home === undefined) return 0;
    const known = this.#numbers.get(home) ?? this.#numbered.push(home);
    this.#numbers.set(home, known);
    return known;
  }

  /** The same of packages by number. */
  canPackagesMeet(one: number, other: number): boolean {
    return this.#canMeet(this.#numbered[one - 1], this.#numbered[other - 1]);
  }

  /** Can the two files run in one program? Where nobody can tell, they can. */
  canMeet(one: string, other: string): boolean {
    return this.#canMeet(this.#findHome(one), this.#findHome(other));
  }

  #canMeet(left: string | undefined, right: string | undefined): boolean {
    // What lies above all packages, a script or the settings of a tool, is about all of them.
    if (left === undefined || right === undefined || isInside(left, right) || isInside(right, left)) return true;
    this.#takeIn();
    const key = `${left}\0${right}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const users = this.#listUsers(left);
    const answer = [...this.#listUsers(right)].some((user) => users.has(user));
    this.#answers.set(key, answer);
    return answer;
  }

  /** The package and all that use it, however far away. */
  #listUsers(home: string): ReadonlySet<string> {
    const known = this.#reached.get(home);
    if (known !== undefined) return known;
    const users = new Set([home]);
    for (const user of users) for (const next of this.#users.get(user) ?? []) users.add(next);
    this.#reached.set(home, users);
    return users;
  }

  #findHome(path: string): string | undefined {
    const folder = getFolder(path);
    if (!this.#homes.has(folder)) this.#homes.set(folder, this.#graph.project.findPackageFolder(path));
    return this.#homes.get(folder);
  }

  #link(user: string | undefined, used: string | undefined): void {
    if (user === undefined || used === undefined || user === used) return;
    const users = this.#users.get(used) ?? new Set<string>();
    if (!users.has(user)) {
      this.#answers.clear();
      this.#reached.clear();
    }
    this.#users.set(used, users.add(user));
  }

  /** What manifests name, and what files import of other packages without it. */
  #takeIn(): void {
    const { project, loaded } = this.#graph;
    if (!this.#areManifestsRead) {
      this.#areManifestsRead = true;
      const homes = new Set(project.seen.map((path) => this.#findHome(path)));
      for (const home of homes)
        for (const used of home === undefined ? [] : project.listLinkedPackages(home)) this.#link(home, used);
    }
    this.#imports.takeNew(loaded, (module) => this.#takeImports(module));
  }

  #takeImports(module: Module): void {
    for (const specifier of new Set([...listBareImports(module), ...listImports(module).map(([name]) => name)])) {
      const found = this.#graph.project.resolve(specifier, module.path);
      if (found.kind === 'file') this.#link(this.#findHome(module.path), this.#findHome(found.path));
    }
  }
}

/** Those of the places that can run in one program with the module that asks. */
export function keepMeeting<Place extends { readonly module: Module }>(
  evaluator: Evaluator,
  places: readonly Place[],
  asking: Module,
): readonly Place[] {
  const { graph } = evaluator;
  const met = places.filter(
    ({ module }) =>
      module === asking || (graph.programs.canMeet(module.path, asking.path) && !areApart(graph, module, asking)),
  );
  // Files that are loaded later may bring the two together.
  if (met.length < places.length) evaluator.noteQuestionOfAnyCaller();
  return met;
}
