import type { ESLint, Linter } from 'eslint';
import { VERSION } from '../version.ts';
import { noLegacyPath } from './no-legacy-path.ts';

const NAME = 'v1-migrate';

interface Plugin extends ESLint.Plugin {
  readonly rules: { readonly 'no-legacy-path': typeof noLegacyPath };
  readonly configs: { readonly recommended: Linter.Config };
}

const base = { meta: { name: NAME, version: VERSION, namespace: NAME }, rules: { 'no-legacy-path': noLegacyPath } };

/** The plugin of ESLint's flat config: `export default [v1Migrate.configs.recommended]`. */
const plugin: Plugin = {
  ...base,
  configs: {
    recommended: {
      name: `${NAME}/recommended`,
      plugins: { [NAME]: base },
      rules: { [`${NAME}/no-legacy-path`]: 'error' },
    },
  },
};

export default plugin;
