import type { Project } from '../../model/project.ts';

/**
 * What Nuxt and Nitro import by themselves: exports of `composables`, `utils`, `server/utils` and `shared/utils` are
 * names that every file of the application, or of its server, may use without a word.
 */

const CONFIG = /(?:^|\/)(?:nuxt|nitro)\.config\.[cm]?[jt]s$/;
const OFFERING = /^(?:(?:app\/|src\/)?(?:composables|utils)|shared\/utils|server\/utils)\/.+\.[cm]?[jt]s$/;
/** Components are named by their folders and files: `components/call/List.vue` is `CallList`. */
const COMPONENT = /^(?:app\/|src\/)?components\/(.+)\.vue$/;
const DECLARED = /\bexport\s+(?:async\s+)?(?:function\s*\*?|const|let|var|class|enum)\s*([\w$]+)/g;
const LISTED = /\bexport\s*\{([^}]*)\}/g;

interface Offer {
  readonly root: string;
  readonly path: string;
  readonly isServer: boolean;
  /** The name of the export, which for a default is not the one that is used. */
  readonly exported: string;
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

const DEFAULT = /\bexport\s+default\b/;

/** A default export is offered under the name of its file, in camel case; that of an index file under its folder's. */
function nameDefault(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) ?? '';
  const stem = last === 'index' ? (parts.at(-2) ?? '') : last;
  return stem.replace(/[-_.]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A file that repeats the end of its folder's name says it once. */
function nameComponent(path: string): string {
  const parts = path.split(/[/\-_.]/).filter((part) => part !== 'index');
  const words = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return words.filter((word, at) => at + 1 === words.length || !words[at + 1]?.startsWith(word)).join('');
}

export class AutoImports {
  readonly #project: Project;
  #offers: ReadonlyMap<string, readonly Offer[]> | null = null;

  constructor(project: Project) {
    this.#project = project;
  }

  /** The file that gives this name to one that does not declare it; null when none or several do. */
  find(from: string, name: string): Pick<Offer, 'path' | 'exported'> | null {
    const offers = (this.#read().get(name) ?? []).filter(
      ({ root, path, isServer }) =>
        from.startsWith(root) &&
        path !== from &&
        (isServer === from.startsWith(`${root}server/`) || path.startsWith(`${root}shared/`)),
    );
    const [offer, ...others] = offers;
    return offer === undefined || others.length > 0 ? null : offer;
  }

  /** The names that a file gives to others. */
  listOffered(path: string): readonly string[] {
    return [...this.#read()].flatMap(([name, offers]) => (offers.some((offer) => offer.path === path) ? [name] : []));
  }

  /** The names under which one export of a file is used. */
  listNames(path: string, exported: string): readonly string[] {
    return [...this.#read()].flatMap(([name, offers]) =>
      offers.some((offer) => offer.path === path && offer.exported === exported) ? [name] : [],
    );
  }

  #read(): ReadonlyMap<string, readonly Offer[]> {
    if (this.#offers !== null) return this.#offers;
    const found = new Map<string, Offer[]>();
    const roots = this.#project.seen.filter((path) => CONFIG.test(path)).map((path) => path.replace(/[^/]*$/, ''));
    for (const root of roots) {
      for (const path of this.#project.seen) {
        if (!path.startsWith(root)) continue;
        const [, component] = COMPONENT.exec(path.slice(root.length)) ?? [];
        if (component !== undefined) {
          const name = nameComponent(component);
          const offer = { root, path, isServer: false, exported: 'default' };
          found.set(name, [...(found.get(name) ?? []), offer]);
        }
        if (!OFFERING.test(path.slice(root.length))) continue;
        const offer = { root, path, isServer: path.startsWith(`${root}server/`) };
        const text = this.#project.load(path)?.text ?? '';
        for (const name of listNames(text)) found.set(name, [...(found.get(name) ?? []), { ...offer, exported: name }]);
        const name = nameDefault(path);
        if (DEFAULT.test(text)) found.set(name, [...(found.get(name) ?? []), { ...offer, exported: 'default' }]);
      }
    }
    this.#offers = found;
    return found;
  }
}
