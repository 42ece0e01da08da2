import { existsSync, readFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { UserError } from '../errors.ts';
import { CONFIG_FILE, type ConfigText, findConfig } from './find-config.ts';
import { type ParsedConfig, parseConfig } from './parse-config.ts';

export interface LoadedConfig extends ParsedConfig {
  /** Relative to the cwd with "/"; null when there is no config. */
  readonly file: string | null;
}

const NO_CONFIG: LoadedConfig = {
  file: null,
  config: {},
  locate: () => 'config',
  fail: () => new UserError('There is no config.'),
};

function readExplicit(cwd: string, name: string): ConfigText {
  const file = resolve(cwd, name);
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new UserError(`--config: there is no file ${name}.`, {
      hint: `Without --config, ${CONFIG_FILE} is looked for.`,
    });
  }
  const isPackage = /(^|[\\/])package\.json$/.test(name);
  return { file, text: readFileSync(file, 'utf8'), key: isPackage ? 'v1-migrate' : null };
}

/** The text of the config that is in force, before anything is made of it. */
export function readConfigText(cwd: string, explicit: string | undefined): ConfigText | null {
  return explicit === undefined ? findConfig(cwd) : readExplicit(cwd, explicit);
}

/** The config named by `--config`, else the nearest one; an empty config when there is none, or none is wanted. */
export function loadConfig(cwd: string, explicit: string | null | undefined): LoadedConfig {
  if (explicit === null) return NO_CONFIG;
  const source = readConfigText(cwd, explicit);
  if (source === null) return NO_CONFIG;
  const file = relative(cwd, source.file).split(sep).join('/');
  return { ...parseConfig(source, file), file };
}
