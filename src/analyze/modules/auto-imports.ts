import { append } from '../../model/append.ts';
import type { Project } from '../../model/project.ts';

/**
 * What frameworks and build tools import by themselves. Of Nuxt and Nitro exports of `composables`, `utils`, `server/utils` and
 * `shared/utils` are names that every file of the application, or of its server, may use without a word; so are those of its
 * layers. WXT has such folders, too, and `unplugin-auto-import` those that the settings list.
 */

const CONFIG = /(?:^|\/)(nuxt|nitro|wxt|vite|vue|webpack|rspack|rsbuild|rollup|astro|quasar)\.config\.[cm]?[jt]s$/;
const PLUGIN = 'unplugin-auto-import';
const OFFERING = /^(?:(?:app\/|src\/)?(?:composables|utils)|shared\/utils|server\/utils)\/.+\.[cm]?[jt]s$/;
const OFFERING_OF_WXT = /^(?:src\/)?(?:composables|hooks|utils)\/.+\.[cm]?[jt]sx?$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
/** Components are named by their folders and files: `components/call/List.vue` is `CallList`. */
const COMPONENT = /^(?:app\/|src\/)?components\/(.+)\.vue$/;
const DECLARED = /\bexport\s+(?:async\s+)?(?:function\s*\*?|const|let|var|class|enum)\s*([\w$]+)/g;
const LISTED = /\bexport\s*\{([^}]*)\}/g;

interface Offer {
  /** The folder of the application whose files may use the name. */
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

/** The texts of a list in the settings, `dirs: ['./src/api/**']`; what is no text in it is left out. */
function listSetTexts(settings: string, name: string): readonly string[] {
  const lists = [...settings.matchAll(new RegExp(`\\b${name}\\s*:\\s*\\[([^\\]]*)\\]`, 'g'))];
  return lists.flatMap(([, list = '']) =>
    Array.from(list.matchAll(/(['"`])([^'"`\n]+)\1/g), ([, , text = '']) => text),
  );
}

/** `./src/api/**`, `~/api` of the settings in `root`: the folder, with a slash at its end. */
function toFolder(root: string, written: string): string {
  const plain = written.replace(/^(?:\.\/|[~@]{1,2}\/)/, '').replace(/\/?\*.*$/, '');
  const folders = root.split('/').filter((part) => part !== '');
  const rest = plain.split('/').filter((part) => part !== '' && part !== '.');
  while (rest[0] === '..' && folders.length > 0) {
    rest.shift();
    folders.pop();
  }
  return [...folders, ...rest].map((part) => `${part}/`).join('');
}

/** An application that has names without imports, by its settings. */
interface Application {
  readonly root: string;
  readonly tool: string;
  /** Folders with the layout of an application, whose names it has as well: itself and its layers. */
  readonly homes: readonly string[];
  /** Other folders whose files offer names. */
  readonly folders: readonly string[];
}

const LAYER = /^layers\/[^/]+\//;

function readApplication(project: Project, config: string, tool: string): Application | null {
  const settings = project.load(config)?.text ?? '';
  const root = config.replace(/[^/]*$/, '');
  const isOfFramework = tool === 'nuxt' || tool === 'nitro' || tool === 'wxt';
  if (!isOfFramework && !settings.includes(PLUGIN)) return null;
  const folders = listSetTexts(settings, 'dirs').flatMap((written) => {
    const folder = toFolder(root, written);
    // Of Nuxt they may stand in the folder of sources.
    return [folder, ...['app/', 'src/'].map((source) => folder.replace(root, `${root}${source}`))];
  });
  if (!isOfFramework) return { root, tool, homes: [], folders };
  const layers = tool === 'nuxt' ? listLayers(project, root, settings) : [];
  return { root, tool, homes: [root, ...layers], folders };
}

function listLayers(project: Project, root: string, settings: string): readonly string[] {
  const single = /\bextends\s*:\s*(['"`])(\.[^'"`\n]+)\1/.exec(settings)?.[2];
  const written = [...listSetTexts(settings, 'extends'), ...(single === undefined ? [] : [single])];
  const below = project.seen.flatMap((path) =>
    path.startsWith(root) ? (LAYER.exec(path.slice(root.length))?.[0] ?? []) : [],
  );
  return [
    ...written.filter((text) => text.startsWith('.')).map((text) => toFolder(root, text)),
    ...new Set(below.map((layer) => root + layer)),
  ];
}

/** Does the path stand for the server of the application, or of one of its layers? */
function isOfServer(root: string, path: string): boolean {
  return path.slice(root.length).replace(LAYER, '').startsWith('server/');
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
        (isServer === isOfServer(root, from) || /(?:^|\/)shared\/utils\//.test(path)),
    );
    const [offer, ...others] = offers;
    return offer === undefined || others.some(({ path }) => path !== offer.path) ? null : offer;
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
    for (const config of this.#project.seen) {
      const [, tool] = CONFIG.exec(config) ?? [];
      const application = tool === undefined ? null : readApplication(this.#project, config, tool);
      if (application === null) continue;
      for (const path of this.#project.seen)
        for (const [name, offer] of this.#listOffers(application, path)) append(found, name, offer);
    }
    this.#offers = found;
    return found;
  }

  /** The names that a file offers to the application. */
  #listOffers({ root, tool, homes, folders }: Application, path: string): readonly (readonly [string, Offer])[] {
    const home = homes.filter((folder) => path.startsWith(folder)).reduce((a, b) => (b.length > a.length ? b : a), '');
    const isAtHome = homes.some((folder) => path.startsWith(folder));
    const inside = path.slice(home.length);
    const offer = { root, path, isServer: isAtHome && inside.startsWith('server/') };
    const [, component] = (isAtHome ? COMPONENT.exec(inside) : null) ?? [];
    const offers: (readonly [string, Offer])[] =
      component === undefined ? [] : [[nameComponent(component), { ...offer, isServer: false, exported: 'default' }]];
    const offering = tool === 'wxt' ? OFFERING_OF_WXT : OFFERING;
    const isInFolder = SCRIPT.test(path) && folders.some((folder) => path.startsWith(folder));
    if (!isInFolder && !(isAtHome && offering.test(inside))) return offers;
    const text = this.#project.load(path)?.text ?? '';
    for (const name of listNames(text)) offers.push([name, { ...offer, exported: name }]);
    if (DEFAULT.test(text)) offers.push([nameDefault(path), { ...offer, exported: 'default' }]);
    return offers;
  }
}
