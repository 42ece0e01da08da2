import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import ignore from 'ignore';
import * as jsoncParser from 'jsonc-parser';
import picomatch from 'picomatch';
import * as tinyglobby from 'tinyglobby';
import { analyze } from './analyze/analyze.ts';
import { getCatalogWords } from './contract/catalog.ts';
import { PLATFORM } from './contract/platform.ts';
import { discover, setLibraryLoader } from './discover/discover.ts';
import type { Edit } from './model/plan.ts';
import type { Project, SourceFile } from './model/project.ts';
import { plan } from './plan/plan.ts';

export interface PlanFileOptions {
  /** `https://…` or `env:NAME`. */
  readonly baseUrl: string;
  /** Only `add`: what a single file does not show may be the cause of a comment in it. */
  readonly annotate?: 'add' | undefined;
}

// Stock jscodeshift loads this file as CommonJS made by Babel, where only static imports find their way.
const LIBRARIES: Readonly<Record<string, unknown>> = { ignore, 'jsonc-parser': jsoncParser, picomatch, tinyglobby };

/** The folder that holds the whole project of a file, so that its imports can be followed. */
function findRoot(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return dirname(file);
  }
}

/** The project with one file's text as the caller has it, which may differ from the disk. */
function withSource(project: Project, source: SourceFile): Project {
  return {
    ...project,
    candidates: [source],
    load: (path) => (path === source.path ? source : project.load(path)),
    findMentions: () => [],
  };
}

/**
 * The edits of one file, found from it and what it imports. Synchronous, for jscodeshift and editors; who calls this
 * file from elsewhere is not looked at.
 */
export function planFile(path: string, text: string, options: PlanFileOptions): readonly Edit[] {
  const file = resolve(path);
  const cwd = findRoot(file);
  const words = getCatalogWords(PLATFORM);
  setLibraryLoader((name) => LIBRARIES[name]);
  const found = discover({ cwd, paths: [file], include: [], exclude: [], gitignore: true, words, texts: [] });
  const own = found.seen.find((entry) => resolve(cwd, entry) === file) ?? basename(file);
  const project = withSource(found, { path: own, text });
  const analysis = analyze(project, { words, clients: [] });
  const bases = [{ base: options.baseUrl, source: 'flag' as const }];
  const facts = { seen: 1, noCandidate: 0, skipped: [], problems: [] };
  const planned = plan(
    analysis,
    PLATFORM,
    { bases, evidence: 'family', levels: {}, annotate: options.annotate },
    facts,
  );
  return planned.edits.filter((edit) => edit.file === own);
}
