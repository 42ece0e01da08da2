import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ignore from 'ignore';
import * as jsoncParser from 'jsonc-parser';
import picomatch from 'picomatch';
import * as tinyglobby from 'tinyglobby';
import * as yaml from 'yaml';
import { analyze } from './analyze/analyze.ts';
import { parseBaseUrl } from './config/base-url.ts';
import { type Catalog, getCatalogWords } from './contract/catalog.ts';
import { PLATFORM } from './contract/platform.ts';
import { discover, setLibraryLoader } from './discover/discover.ts';
import type { ClientOption, GlobCwd, PlanOptions } from './model/options.ts';
import { toRelative } from './model/paths.ts';
import type { Edit, Finding } from './model/plan.ts';
import type { Project, SourceFile } from './model/project.ts';
import { plan } from './plan/plan.ts';

/** What is in force for one file; a run's settings are this and more. */
export interface FileSettings extends PlanOptions {
  /** Absolute; paths of findings are relative to it. */
  readonly cwd: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly globCwd?: GlobCwd | undefined;
  readonly catalog: Catalog;
  readonly clients: readonly ClientOption[];
}

export interface FilePlan {
  /** The file as findings and edits name it. */
  readonly file: string;
  /** Of this file and of those that it imports. */
  readonly findings: readonly Finding[];
  readonly edits: readonly Edit[];
}

interface PlanFileOptions {
  /** `https://…` or `env:NAME`. */
  readonly baseUrl: string;
  /** Only `add`: what a single file does not show may be the cause of a comment in it. */
  readonly annotate?: 'add' | undefined;
}

// Stock jscodeshift loads this file as CommonJS made by Babel, where only static imports find their way.
const LIBRARIES: Readonly<Record<string, unknown>> = {
  ignore,
  'jsonc-parser': jsoncParser,
  picomatch,
  tinyglobby,
  yaml,
};

function getLibrary(name: string): unknown {
  if (!(name in LIBRARIES)) throw new Error(`${name} is not among what is imported here`);
  return LIBRARIES[name];
}

/** The folder that holds the whole project of a file, so that its imports can be followed. */
export function findRoot(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return dirname(file);
  }
}

/** A file that was never saved is looked for in the nearest folder that is there. */
function findExisting(path: string): string {
  for (let at = path; ; at = dirname(at)) if (existsSync(at) || dirname(at) === at) return at;
}

function discoverFile(path: string, { cwd, include, exclude, globCwd, catalog }: FileSettings): Project {
  const words = getCatalogWords(catalog);
  setLibraryLoader(getLibrary);
  const shared = { cwd, exclude, gitignore: true, words, texts: [] };
  if (existsSync(path)) return discover({ ...shared, paths: [path], include, globCwd });
  const own = { include: [toRelative(cwd, path)], globCwd: { include: '', exclude: globCwd?.exclude ?? '' } };
  return discover({ ...shared, ...own, paths: [findExisting(path)] });
}

/** The project with one file's text as the caller has it, which may differ from the disk. */
function withSource(project: Project, source: SourceFile): Project {
  return {
    ...project,
    candidates: [source],
    matters: () => true,
    load: (path) => (path === source.path ? source : project.load(path)),
    findSettings: () => [],
    findMentions: () => [],
    findMentionsAround: () => [],
    findPages: () => [],
    isInScope: (path) => path === source.path,
  };
}

/**
 * What one file shows together with what it imports; who calls it from elsewhere is not looked at. Null for a file that
 * the settings leave out. Synchronous, for editors.
 */
export function planSource(path: string, text: string, settings: FileSettings): FilePlan | null {
  const { cwd, catalog, clients, bases, evidence, levels, annotate } = settings;
  const found = discoverFile(path, settings);
  const [seen] = found.seen;
  const isLeftOut = found.skipped.length > 0 || (settings.include.length > 0 && existsSync(path));
  if (seen === undefined && isLeftOut) return null;
  // Not seen: it was never saved, or only the caller takes a file of this name for source.
  const own = seen ?? toRelative(cwd, path);
  const project = withSource(found, { path: own, text });
  const analysis = analyze(project, { words: getCatalogWords(catalog), versionPrefix: catalog.versionPrefix, clients });
  const facts = { seen: 1, noCandidate: 0, skipped: [], problems: [] };
  const { findings, edits } = plan(analysis, catalog, { bases, evidence, levels, annotate, isOfOneFile: true }, facts);
  return { file: own, findings, edits };
}

/** The edits of one file for one base, as jscodeshift wants them. Throws for what is no base: it would look like a file without edits. */
export function planFile(path: string, text: string, options: PlanFileOptions): readonly Edit[] {
  const named = parseBaseUrl(options.baseUrl, PLATFORM.versionPrefix);
  if (!named.ok) throw new Error(`--baseUrl: ${named.problem}`);
  const file = resolve(path);
  const planned = planSource(file, text, {
    cwd: findRoot(file),
    bases: [{ base: named.base, source: 'flag' }],
    include: [],
    exclude: [],
    catalog: PLATFORM,
    clients: [],
    evidence: 'family',
    levels: {},
    annotate: options.annotate,
  });
  return planned === null ? [] : planned.edits.filter((edit) => edit.file === planned.file);
}
