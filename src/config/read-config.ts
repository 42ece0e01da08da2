import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readNamed, UserError } from '../errors.ts';
import { CONFIG_FILE, type ConfigText, findConfig } from './find-config.ts';
import type { ParsedConfig } from './parse-config.ts';

export interface LoadedConfig extends ParsedConfig {
  /** Relative to the cwd with "/"; null when there is no config. */
  readonly file: string | null;
}

export const NO_CONFIG: LoadedConfig = {
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
  return { file, text: readNamed(name, () => readFileSync(file, 'utf8')), key: isPackage ? 'v1-migrate' : null };
}

/** The text of the config that is in force, before anything is made of it; null: none is wanted, or there is none. */
export function readConfigText(cwd: string, explicit: string | null | undefined): ConfigText | null {
  if (explicit === null) return null;
  return explicit === undefined ? findConfig(cwd) : readExplicit(cwd, explicit);
}

/** As `loadConfig`, but what parses and checks a config is loaded only where there is one. */
export async function openConfig(cwd: string, explicit: string | null | undefined): Promise<LoadedConfig> {
  const source = readConfigText(cwd, explicit);
  return source === null ? NO_CONFIG : (await import('./load-config.ts')).parseText(cwd, source);
}
