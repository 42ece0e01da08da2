import { toRelative } from '../model/paths.ts';
import type { ConfigText } from './find-config.ts';
import { parseConfig } from './parse-config.ts';
import { type LoadedConfig, NO_CONFIG, readConfigText } from './read-config.ts';

export function parseText(cwd: string, source: ConfigText): LoadedConfig {
  const file = toRelative(cwd, source.file);
  return { ...parseConfig(source, file), file };
}

/** The config named by `--config`, else the nearest one; an empty config when there is none, or none is wanted. */
export function loadConfig(cwd: string, explicit: string | null | undefined): LoadedConfig {
  const source = readConfigText(cwd, explicit);
  return source === null ? NO_CONFIG : parseText(cwd, source);
}
