import type { Settings } from '../config/settings.ts';
import type { Io } from './io.ts';
import { DEFAULT_KEY_ENV } from './read-key.ts';
import type { ScopeValues } from './scope.ts';

type Values = ScopeValues & { readonly 'key-env'?: string | undefined };

/** What is in force as one JSON document; each value with where it comes from. Returns the exit code. */
export function printConfig(settings: Settings, values: Values, io: Io): number {
  const from = (flag: unknown, otherwise = 'default'): string => (flag === undefined ? otherwise : 'flag');
  const { bases, include, exclude, levels, clients, catalog, sources, evidence, gitignore, today } = settings;
  const document = {
    configFile: settings.configFile,
    paths: settings.paths,
    baseUrls: bases.map(({ base, source }) => ({ value: base, from: source })),
    include: { value: include, from: sources.include },
    exclude: { value: exclude, from: sources.exclude },
    gitignore: { value: gitignore, from: from(values['no-gitignore']) },
    evidence: { value: evidence, from: from(values.evidence) },
    today: { value: today, from: from(values.today, 'clock') },
    levels: { value: levels, from: sources.levels },
    clients: { value: clients, from: sources.clients },
    catalog: {
      cutoff: catalog.cutoff,
      versionPrefix: catalog.versionPrefix,
      families: catalog.families.length,
      rules: catalog.rules.length,
      from: sources.catalog,
    },
    probe: {
      keyEnv: {
        value: values['key-env'] ?? settings.keyEnv ?? DEFAULT_KEY_ENV,
        from: from(values['key-env'], settings.keyEnv === undefined ? 'default' : 'config'),
      },
    },
  };
  io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  return 0;
}
