import { isBuiltin } from 'node:module';
import type { Project, Sought, SourceFile } from '../../model/project.ts';
import { findLoadedByName } from '../modules/loader-names.ts';
import { isWanted, type WantedExports } from './wanted-exports.ts';

/** How imports of a file are written, to find those who import it among files that were not parsed. */

/** Folders that an import of what they hold seldom names: `@acme/http` is `http/src/index.ts`. */
const UNNAMED_FOLDERS = /^(?:src|lib|source)$/;
const QUOTES = `'"`;
/** What an alias of tsconfig or of a manifest puts before a name. */
const ALIAS_MARKS = '/#~@$';

/** Imports of an index file from its own folder and from those in it. */
const FOLDER_IMPORTS: readonly Sought[] = ['from ', 'require(', 'import(', 'import '].flatMap((before) =>
  [...QUOTES].flatMap((quote) => ['.', './', '..', '../', '../..'].map((path) => `${before}${quote}${path}${quote}`)),
);

/** The name alone, as below the `baseUrl` of tsconfig. */
function listBare(stem: string): readonly Sought[] {
  return isBuiltin(stem) ? [] : [{ before: [' ([', QUOTES], text: stem, after: [QUOTES] }];
}

function listNamed(stem: string): readonly Sought[] {
  return [{ before: [ALIAS_MARKS], text: stem, after: [QUOTES] }, `/${stem}.`, `/${stem}/index`, ...listBare(stem)];
}

/** The package itself, and what it calls its subpaths. */
function namePackaged(name: string): Sought {
  return { before: [QUOTES], text: name, after: [`${QUOTES}/`] };
}

interface Names {
  /** The file, and the folders whose index it is. */
  readonly stems: readonly string[];
  readonly packageName: string | undefined;
  readonly isIndex: boolean;
}

function listNames(path: string, { getPackageName }: Pick<Project, 'getPackageName'>): Names {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) ?? path;
  const stem = last === 'index' ? (parts.at(-2) ?? last) : last;
  const folder = last === 'index' && UNNAMED_FOLDERS.test(stem) ? parts.at(-3) : undefined;
  const stems = [...new Set([last, stem, folder ?? last])];
  return { stems, packageName: getPackageName(path), isIndex: last === 'index' };
}

/** How an import of one of the files can end: with its name, or its folder's for an index file; or it is that of its package. */
export function listImportEndings(
  paths: Iterable<string>,
  project: Pick<Project, 'getPackageName'>,
): readonly Sought[] {
  const names = Array.from(paths, (path) => listNames(path, project));
  // Files of many folders have the same names.
  const stems = new Set(names.flatMap((name) => name.stems));
  const packages = new Set(names.flatMap(({ packageName }) => packageName ?? []));
  return [
    ...[...stems].flatMap(listNamed),
    ...[...packages].map(namePackaged),
    ...(names.some(({ isIndex }) => isIndex) ? FOLDER_IMPORTS : []),
  ];
}

/** Texts in quotes, those between two of them as well: an apostrophe in a comment must not hide an import. */
const QUOTED = /(?<=['"`])[^'"`\n]+(?=['"`])/g;
const ONLY_DOTS = /^[./]+$/;

const NAMED = /(?:^|[^\w$.])(?:import|export)\s+(?:type\s+)?(?:([\w$]+)\s*,\s*)?\{([^{}]*)\}\s*from\s*$/;
const DEFAULT = /(?:^|[^\w$.])import\s+(?:type\s+)?[\w$]+\s+from\s*$/;
/** Longer lists of names are taken for all names. */
const MAX_CLAUSE = 4000;

/** The names that are imported in front of a specifier; `*` for the module as a whole. */
function listImported(text: string, specifierStart: number): readonly string[] {
  const head = text.slice(Math.max(0, specifierStart - MAX_CLAUSE), specifierStart - 1);
  const [named, first, list] = NAMED.exec(head) ?? [];
  if (named === undefined) return DEFAULT.test(head) ? ['default'] : ['*'];
  const names = (list ?? '').split(',').map(
    (entry) =>
      entry
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s/, 1)[0] ?? '',
  );
  return first === undefined ? names : [...names, 'default'];
}

/** What a file imports of one that matters: its path, and the names; `*` for all of it. */
interface Imported {
  readonly path: string;
  readonly names: readonly string[];
}

/** Is anything of that wanted? */
export function importsWanted(imported: readonly Imported[], wanted: WantedExports): boolean {
  return imported.some(({ path, names }) => {
    const asked = wanted.get(path);
    return asked !== undefined && names.some((name) => isWanted(asked, name));
  });
}

/** What do files import of some others? Names of files are often the same in many folders, so imports are resolved. */
export class ImportsOf {
  readonly #project: Project;
  readonly #paths: ReadonlySet<string>;
  readonly #stems = new Set<string>();
  readonly #packages = new Set<string>();

  constructor(project: Project, paths: Iterable<string>) {
    this.#project = project;
    this.#paths = new Set(paths);
    for (const path of this.#paths) {
      const { stems, packageName } = listNames(path, project);
      for (const stem of stems) this.#stems.add(stem);
      if (packageName !== undefined) this.#packages.add(packageName);
    }
  }

  list(file: SourceFile): readonly Imported[] {
    const { path: from, text } = file;
    const imported: Imported[] = [];
    for (const { 0: specifier, index } of text.matchAll(QUOTED)) {
      if (!this.#mayLead(specifier)) continue;
      const target = this.#project.resolve(specifier, from);
      const path = target.kind === 'file' ? target.path : findLoadedByName(this.#project, file, specifier);
      if (path !== null && this.#paths.has(path)) imported.push({ path, names: listImported(text, index) });
    }
    return imported;
  }

  /** To resolve a text means to look for files. */
  #mayLead(specifier: string): boolean {
    if (ONLY_DOTS.test(specifier)) return true;
    const [scope = '', name] = specifier.split('/', 2);
    if (this.#packages.has(scope.startsWith('@') ? `${scope}/${name}` : scope)) return true;
    const last = specifier.replace(/\/+$/, '').split('/').at(-1) ?? '';
    const stem = /^[^A-Za-z]?(.*?)$/.exec(last)?.[1] ?? last;
    return [last, stem].some((end) => this.#stems.has(end) || this.#stems.has(end.replace(/\.[^.]+$/, '')));
  }
}
