import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { formatDay } from '../calendar.ts';
import { findMissingPath, openSettings, type Settings } from '../config/settings.ts';
import { UserError } from '../errors.ts';
import { toRelative } from '../model/paths.ts';
import { findNearest, suggest } from '../nearest.ts';
import type { OptionValues } from './command.ts';
import type { Io } from './io.ts';
import type { SCOPE_OPTIONS } from './options.ts';
import { quoteForShell } from './quote-for-shell.ts';

export interface ScopeValues extends OptionValues<typeof SCOPE_OPTIONS> {
  /** What the values of `base-url` were named by, where that is another option or a variable. */
  readonly baseFlag?: string;
  /** Then the values of `--base-url` itself, as they were typed. */
  readonly askedAt?: string[] | undefined;
}

const EVIDENCE = ['documented', 'family'] as const;

function parseEvidence(text: string | undefined): Settings['evidence'] {
  if (text === undefined) return 'family';
  const evidence = EVIDENCE.find((word) => word === text);
  if (evidence !== undefined) return evidence;
  throw new UserError(`--evidence: "${text}" is neither documented nor family.${suggest(text, EVIDENCE)}`);
}

/** The folder that the run works in: absolute, and there. */
export function resolveCwd(io: Io, cwd: string | undefined): string {
  if (cwd === undefined) return io.cwd;
  const folder = resolve(io.cwd, cwd);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UserError(`--cwd: there is no folder ${cwd}.`);
}

/** The root of the repository around a folder. */
export function findRepository(cwd: string): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/**
 * From the root of the repository to `cwd`, with "/" behind each folder: readers of machine formats look for files from
 * there. Empty outside a repository.
 */
export function findPrefix(cwd: string): string {
  const root = findRepository(cwd);
  const path = root === null ? '' : toRelative(root, cwd);
  return path === '' ? '' : `${path}/`;
}

/** Commands of one word, of two (`webhook verfy`), and those whose second word is missing (`webhook`). */
function suggestCommands(first: string, second: string | undefined, commands: readonly string[]): readonly string[] {
  const command = findNearest(first, commands) ?? findNearest(`${first} ${second ?? ''}`.trim(), commands);
  if (command !== undefined) return [command];
  const groups = commands.flatMap((name) => (name.includes(' ') ? name.replace(/ .*/, '') : []));
  const group = findNearest(first, groups);
  return commands.filter((name) => name.startsWith(`${group} `));
}

/** A command that is mistyped arrives as a path, and the default command would go on to write files. */
function checkPaths(cwd: string, paths: readonly string[], commands: readonly string[]): void {
  const missing = findMissingPath(cwd, paths);
  if (missing === undefined) return;
  const meant = missing === paths[0] ? suggestCommands(missing, paths[1], commands) : [];
  const hint = meant.map((name) => `\`v1-migrate ${name}\``).join(' or ');
  throw new UserError(
    `There is no file or folder ${missing || '""'}.`,
    hint === '' ? {} : { hint: `Did you mean ${hint}?` },
  );
}

/** Flags and config as one. `commands` are the words that a first path may be a misspelling of. */
export async function readSettings(
  values: ScopeValues,
  paths: readonly string[],
  io: Io,
  commands: readonly string[] = [],
): Promise<Settings> {
  const cwd = resolveCwd(io, values.cwd);
  checkPaths(cwd, paths, commands);
  return openSettings({
    cwd,
    paths,
    baseUrls: values['base-url'] ?? [],
    baseFlag: values.baseFlag,
    config: values.config,
    include: values.include ?? [],
    exclude: values.exclude ?? [],
    gitignore: values['no-gitignore'] !== true,
    evidence: parseEvidence(values.evidence),
    openapi: values.openapi,
    today: values.today ?? formatDay(io.now),
  });
}

/** As it is typed, but for an absolute path: a report must not tell where on a machine the project lies. */
export function hideRoot(path: string, from: string): string {
  return isAbsolute(path) ? toRelative(from, path) || '.' : path;
}

/** A file whose name begins like an option. */
function guardDash(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** The same choice of files and bases as arguments, to be typed again where `started` is the folder, and `cwd` that of the run. */
export function renderScope(values: ScopeValues, paths: readonly string[], started: string, cwd: string): string {
  const repeat = (name: string, texts: readonly string[] = []): readonly string[] =>
    texts.flatMap((text) => [`--${name}`, text]);
  const words = [
    ...paths.map((path) => guardDash(hideRoot(path, cwd))),
    ...repeat('base-url', values['base-url']),
    ...repeat('config', values.config === undefined ? [] : [hideRoot(values.config, cwd)]),
    ...repeat('cwd', values.cwd === undefined ? [] : [hideRoot(values.cwd, started)]),
    ...repeat('include', values.include),
    ...repeat('exclude', values.exclude),
    ...(values['no-gitignore'] === true ? ['--no-gitignore'] : []),
    ...repeat('openapi', values.openapi === undefined ? [] : [hideRoot(values.openapi, cwd)]),
    ...repeat('evidence', values.evidence === undefined ? [] : [values.evidence]),
  ];
  return words.map(quoteForShell).join(' ');
}
