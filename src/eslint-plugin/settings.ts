import { dirname } from 'node:path';
import { loadSettings } from '../config/load-settings.ts';
import { readConfigText } from '../config/read-config.ts';
import { getCatalogWords } from '../contract/catalog.ts';
import { PLATFORM } from '../contract/platform.ts';
import { compileSearch } from '../discover/word-search.ts';
import { type FileSettings, findRoot } from '../plan-file.ts';

/** Options of the rule as a config file of ESLint gives them. */
export interface RuleOptions {
  /** `https://…` or `env:NAME`, added to those of the config. */
  readonly baseUrls?: readonly string[];
  /** A config of v1-migrate, relative to where ESLint runs; otherwise the nearest one above the file. */
  readonly config?: string;
  /** The weakest level that is reported. */
  readonly level?: 'error' | 'warning';
}

export interface RuleSettings {
  readonly file: FileSettings;
  /** Can the text hold a platform call at all? Answered without parsing. */
  readonly matters: (text: string) => boolean;
}

interface Place {
  readonly cwd: string;
  readonly config: string | undefined;
}

interface Cached {
  readonly text: string | undefined;
  readonly settings: RuleSettings;
}

/** By place and options: a run of ESLint asks for every file, an editor for every key. */
const cache = new Map<string, Cached>();

/** Paths in a config are relative to its folder, and so the ids are those of a check that runs there. */
function findPlace(path: string, eslintCwd: string, { config }: RuleOptions): Place {
  if (config !== undefined) return { cwd: eslintCwd, config };
  const found = readConfigText(dirname(path), undefined) ?? readConfigText(eslintCwd, undefined);
  return { cwd: found === null ? findRoot(path) : dirname(found.file), config: undefined };
}

function createSettings({ cwd, config }: Place, { baseUrls = [] }: RuleOptions): RuleSettings {
  const file = loadSettings({
    cwd,
    config,
    baseUrls,
    paths: [],
    include: [],
    exclude: [],
    gitignore: true,
    evidence: 'family',
    // Nothing that the rule says depends on the day.
    today: PLATFORM.cutoff,
  });
  const hosts = file.bases.map(({ base }) =>
    base.startsWith('env:') ? base.slice('env:'.length) : new URL(base).host,
  );
  const search = compileSearch(getCatalogWords(file.catalog), hosts);
  return { file, matters: (text) => search(Buffer.from(text)) };
}

/** What is in force for a file; read again when the config's text changes. Throws UserError for a config with mistakes. */
export function readRuleSettings(path: string, eslintCwd: string, options: RuleOptions): RuleSettings {
  const place = findPlace(path, eslintCwd, options);
  const key = JSON.stringify([place, options]);
  const text = readConfigText(place.cwd, place.config)?.text;
  const known = cache.get(key);
  if (known !== undefined && known.text === text) return known.settings;
  const settings = createSettings(place, options);
  cache.set(key, { text, settings });
  return settings;
}
