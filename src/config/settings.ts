import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { isCalendarDate } from '../calendar.ts';
import type { Catalog } from '../contract/catalog.ts';
import { checkCatalog } from '../contract/check-catalog.ts';
import { type CustomCatalog, mergeCatalog } from '../contract/custom-catalog.ts';
import { PLATFORM } from '../contract/platform.ts';
import { UserError } from '../errors.ts';
import type { ClientOption, GlobCwd, PlanOptions } from '../model/options.ts';
import { findGlobProblem } from './check-glob.ts';
import { readBases, readClients } from './read-bases.ts';
import { type LoadedConfig, openConfig } from './read-config.ts';
import { readOpenApi } from './read-openapi.ts';

/** What a run was asked for, by flags or by a caller of the library; nothing is checked yet. */
export interface SettingsInput {
  /** Absolute. */
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly baseUrls: readonly string[];
  /** What `baseUrls` were named by, for messages; default `--base-url`. */
  readonly baseFlag?: string | undefined;
  /** Undefined: the nearest one; null: none, whatever is there. */
  readonly config: string | null | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly gitignore: boolean;
  readonly evidence: PlanOptions['evidence'];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** An OpenAPI 3 description, relative to `cwd`. */
  readonly openapi?: string | undefined;
}

type SourcedKey = 'include' | 'exclude' | 'levels' | 'clients' | 'catalog';

/** What is in force: input before config before default. */
export interface Settings extends PlanOptions {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly globCwd: GlobCwd;
  readonly gitignore: boolean;
  readonly clients: readonly ClientOption[];
  readonly catalog: Catalog;
  readonly today: string;
  /** The variable of the key, as the config names it. */
  readonly keyEnv: string | undefined;
  /** Name of the config file, relative to the cwd. */
  readonly configFile: string | null;
  /** Where each value comes from, for `--print-config`. */
  readonly sources: Readonly<Record<SourcedKey, 'flag' | 'config' | 'default'>>;
  /** Things to say on stderr. */
  readonly notices: readonly string[];
}

/** Rows that name no source of their own come from the line of the config on which they stand. */
function addSources({ config, locate }: LoadedConfig): CustomCatalog {
  const custom = config.catalog ?? {};
  const add = <Row extends object>(
    key: string,
    rows: readonly Row[] | undefined,
  ): readonly (Row & { section: string })[] =>
    (rows ?? []).map((row, index) => ({ section: locate(['catalog', key, index]), ...row }));
  return { ...custom, families: add('families', custom.families), rules: add('rules', custom.rules) };
}

function readCatalog(loaded: LoadedConfig): Catalog {
  const { fail } = loaded;
  const custom = addSources(loaded);
  const issues = checkCatalog(custom, PLATFORM);
  if (issues.length > 0) throw fail(issues.map((issue) => ({ ...issue, path: ['catalog', ...issue.path] })));
  return mergeCatalog(custom, PLATFORM);
}

function describeCatalog(catalog: Catalog, { cwd, openapi }: SettingsInput): Catalog {
  if (openapi === undefined) return catalog;
  return { ...catalog, description: readOpenApi(cwd, openapi, catalog.versionPrefix) };
}

function checkToday(today: string): void {
  if (isCalendarDate(today)) return;
  throw new UserError(`--today: "${today}" is not a date.`, { hint: 'Write it as YYYY-MM-DD.' });
}

function checkGlobs(input: SettingsInput, { config, fail }: LoadedConfig): void {
  for (const key of ['include', 'exclude'] as const) {
    const problem = input[key].map(findGlobProblem).find((found) => found !== null);
    if (problem !== undefined) throw new UserError(`--${key}: ${problem}.`);
    const issues = (config[key] ?? []).flatMap((glob, index) => {
      const message = findGlobProblem(glob);
      return message === null ? [] : [{ path: [key, index], message }];
    });
    if (issues.length > 0) throw fail(issues);
  }
}

/** Globs of a config that was found count from its folder; those of flags, and of a config that a flag names, from the cwd. */
function findGlobCwd({ cwd, config, include, exclude }: SettingsInput, file: string | null): GlobCwd {
  const isFound = file !== null && config === undefined;
  const seen = isFound
    ? relative(dirname(resolve(cwd, file)), cwd)
        .split(sep)
        .join('/')
    : '';
  return { include: include.length > 0 ? '' : seen, exclude: exclude.length > 0 ? '' : seen };
}

/** The first of `paths` that does not exist below `cwd`; nothing may be written before this was asked. */
export function findMissingPath(cwd: string, paths: readonly string[]): string | undefined {
  // An empty name, as a variable that is not set gives one, would mean the cwd.
  return paths.find((path) => path === '' || !existsSync(resolve(cwd, path)));
}

/** Checks everything and says what is in force; `loaded` is the config of `input.config`. Every mistake is a UserError. */
export function resolveSettings(input: SettingsInput, loaded: LoadedConfig): Settings {
  checkToday(input.today);
  const missing = findMissingPath(input.cwd, input.paths);
  if (missing !== undefined) throw new UserError(`There is no file or folder ${missing || '""'}.`);
  checkGlobs(input, loaded);
  const { config } = loaded;
  const catalog = describeCatalog(readCatalog(loaded), input);
  const clients = readClients(loaded, catalog.versionPrefix);
  const { bases, notices } = readBases(input, loaded, clients, catalog.versionPrefix);
  const from = (flag: boolean, key: SourcedKey) => (flag ? 'flag' : config[key] === undefined ? 'default' : 'config');
  return {
    cwd: input.cwd,
    paths: input.paths,
    bases,
    baseFlag: input.baseFlag,
    include: input.include.length > 0 ? input.include : (config.include ?? []),
    exclude: input.exclude.length > 0 ? input.exclude : (config.exclude ?? []),
    globCwd: findGlobCwd(input, loaded.file),
    gitignore: input.gitignore,
    evidence: input.evidence,
    levels: config.levels ?? {},
    clients,
    catalog,
    today: input.today,
    keyEnv: config.probe?.keyEnv,
    configFile: loaded.file,
    sources: {
      include: from(input.include.length > 0, 'include'),
      exclude: from(input.exclude.length > 0, 'exclude'),
      levels: from(false, 'levels'),
      clients: from(false, 'clients'),
      catalog: from(false, 'catalog'),
    },
    notices,
  };
}

/** Loads the config, too. */
export async function openSettings(input: SettingsInput): Promise<Settings> {
  return resolveSettings(input, await openConfig(input.cwd, input.config));
}
