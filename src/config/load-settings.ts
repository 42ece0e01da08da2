import { loadConfig } from './load-config.ts';
import { resolveSettings, type Settings, type SettingsInput } from './settings.ts';

/** As `openSettings`, for those who cannot wait: a rule of ESLint answers at once. */
export function loadSettings(input: SettingsInput): Settings {
  return resolveSettings(input, loadConfig(input.cwd, input.config));
}
