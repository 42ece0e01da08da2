import { UserError } from '../errors.ts';
import type { BaseOption, ClientOption } from '../model/options.ts';
import { parseBaseUrl } from './base-url.ts';
import type { ConfigIssue } from './parse-config.ts';
import type { LoadedConfig } from './read-config.ts';

interface BaseList {
  readonly bases: readonly BaseOption[];
  readonly notices: readonly string[];
}

interface FlagBases {
  readonly baseUrls: readonly string[];
  readonly baseFlag?: string | undefined;
}

function readFlagBases({ baseUrls, baseFlag = '--base-url' }: FlagBases, versionPrefix: string): BaseList {
  const results = baseUrls.map((text) => {
    const result = parseBaseUrl(text, versionPrefix);
    if (!result.ok) throw new UserError(`${baseFlag}: ${result.problem}`);
    return result;
  });
  return {
    bases: results.map(({ base }) => ({ base, source: 'flag' })),
    notices: results.flatMap(({ notice }) => notice ?? []),
  };
}

function readConfigBases({ config, fail }: LoadedConfig, versionPrefix: string): BaseList {
  const results = (config.baseUrls ?? []).map((text) => parseBaseUrl(text, versionPrefix));
  const issues = results.flatMap((result, index): readonly ConfigIssue[] =>
    result.ok ? [] : [{ path: ['baseUrls', index], message: result.problem }],
  );
  if (issues.length > 0) throw fail(issues);
  const good = results.filter((result) => result.ok);
  return {
    bases: good.map(({ base }) => ({ base, source: 'config' })),
    notices: good.flatMap(({ notice }) => notice ?? []),
  };
}

/** The wrappers of the config with their bases in normal form. */
export function readClients({ config, fail }: LoadedConfig, versionPrefix: string): readonly ClientOption[] {
  return (config.clients ?? []).map((client, index) => {
    const result = parseBaseUrl(client.base, versionPrefix);
    if (!result.ok) throw fail([{ path: ['clients', index, 'base'], message: result.problem }]);
    return { ...client, base: result.base };
  });
}

/** Flags, config and the wrappers' bases add up; a base named twice counts as named by the first of these. */
export function readBases(
  flags: FlagBases,
  loaded: LoadedConfig,
  clients: readonly ClientOption[],
  versionPrefix: string,
): BaseList {
  const fromFlags = readFlagBases(flags, versionPrefix);
  const fromConfig = readConfigBases(loaded, versionPrefix);
  const fromClients = clients.map(({ base }): BaseOption => ({ base, source: 'config' }));
  const byName = new Map<string, BaseOption>();
  for (const option of [...fromFlags.bases, ...fromConfig.bases, ...fromClients]) {
    if (!byName.has(option.base)) byName.set(option.base, option);
  }
  return { bases: [...byName.values()], notices: [...fromFlags.notices, ...fromConfig.notices] };
}
