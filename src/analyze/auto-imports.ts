import type { Project } from '../model/project.ts';

/**
 * What Nuxt and Nitro import by themselves: exports of `composables`, `utils`, `server/utils` and `shared/utils` are
 * names that every file of the application, or of its server, may use without a word.
 */

const CONFIG = /(?:^|\/)(?:nuxt|nitro)\.config\.[cm]?[jt]s$/;
const OFFERING = /^(?:(?:app\/|src\/)?(?:composables|utils)|shared\/utils|server\/utils)\/.+\.[cm]?[jt]s$/;
const DECLARED = /\bexport\s+(?:async\s+)?(?:function\s*\*?|const|let|var|class|enum)\s*([\w$]+)/g;
const LISTED = /\bexport\s*\{([^}]*)\}/g;

interface Offer {
  readonly root: string;
  readonly path: string;
  readonly isServer: boolean;
}

function listNames(text: string): readonly string[] {
  const declared = [...text.matchAll(DECLARED)].map((match) => match[1] ?? '');
  const listed = [...text.matchAll(LISTED)].flatMap((match) =>
    (match[1] ?? '').split(',').map(
      (entry) =>
        entry
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    ),
  );
  return [...declared, ...listed].filter((name) => name !== '' && name !== 'default');
}

export class AutoImports {
  readonly #project: Project;
  #offers: ReadonlyMap<string, readonly Offer[]> | null = null;

  constructor(project: Project) {
    this.#project = project;
  }

  /** The file that gives this name to one that does not declare it; null when none or several do. */
  find(from: string, name: string): string | null {
    const offers = (this.#read().get(name) ?? []).filter(
      ({ root, path, isServer }) =>
        from.startsWith(root) &&
        path !== from &&
        (isServer === from.startsWith(`${root}server/`) || path.startsWith(`${root}shared/`)),
    );
    const [offer, ...others] = offers;
    return offer === undefined || others.length > 0 ? null : offer.path;
  }

  /** The names that a file gives to others. */
  listOffered(path: string): readonly string[] {
    return [...this.#read()].flatMap(([name, offers]) => (offers.some((offer) => offer.path === path) ? [name] : []));
  }

  #read(): ReadonlyMap<string, readonly Offer[]> {
    if (this.#offers !== null) return this.#offers;
    const found = new Map<string, Offer[]>();
    const roots = this.#project.seen.filter((path) => CONFIG.test(path)).map((path) => path.replace(/[^/]*$/, ''));
    for (const root of roots) {
      for (const path of this.#project.seen) {
        if (!path.startsWith(root) || !OFFERING.test(path.slice(root.length))) continue;
        const offer = { root, path, isServer: path.startsWith(`${root}server/`) };
        for (const name of listNames(this.#project.load(path)?.text ?? ''))
          found.set(name, [...(found.get(name) ?? []), offer]);
      }
    }
    this.#offers = found;
    return found;
  }
}
