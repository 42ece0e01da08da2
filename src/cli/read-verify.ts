import { openConfig } from '../config/read-config.ts';
import { UserError } from '../errors.ts';
import { escapeControls } from '../escape/controls.ts';
import type { Verify } from '../migrate.ts';
import { verifyEndpoints } from '../probe/verify-endpoints.ts';
import type { Io } from './io.ts';
import { readCheckedKey, readTerms, requireAddress } from './probe-access.ts';
import { readSettings, resolveCwd } from './scope.ts';
import { readCodeBases, type VerifyValues } from './verify-values.ts';

/**
 * Where the key goes: with --code-base-url what --base-url says, as for the probe; otherwise V1_MIGRATE_BASE_URL, or the
 * one URL among the bases that were typed.
 */
function findAddress(values: VerifyValues, io: Io): string {
  const typed = (values['base-url'] ?? []).filter((base) => !base.startsWith('env:'));
  const fromEnvironment = values['code-base-url'] === undefined ? io.env.V1_MIGRATE_BASE_URL : undefined;
  const candidates = fromEnvironment === undefined || fromEnvironment === '' ? typed : [fromEnvironment];
  if (candidates.length > 1) {
    throw new UserError('--verify asks one platform, and --base-url names several.', {
      hint: 'V1_MIGRATE_BASE_URL=https://api.voice.example says which.',
    });
  }
  return requireAddress(candidates[0] ?? io.env.V1_MIGRATE_BASE_URL);
}

/** Key and address are checked here, before any work; the platform is asked when the endpoints are known. */
export async function readVerify(values: VerifyValues, paths: readonly string[], io: Io): Promise<Verify> {
  const baseUrl = findAddress(values, io);
  const cwd = resolveCwd(io, values.cwd);
  const { catalog } = await readSettings(readCodeBases(values), paths, io);
  const { config } = await openConfig(cwd, values.config);
  const terms = readTerms(values, cwd, io);
  const key = await readCheckedKey(values, config.probe?.keyEnv, paths.length === 0 ? ['.'] : paths, cwd, io);
  return (endpoints, { onProgress }) =>
    verifyEndpoints(endpoints, {
      ...terms,
      baseUrl,
      key,
      catalog,
      onProgress: (done, total, { method, path }) =>
        onProgress?.(escapeControls(`asking ${done + 1} of ${total}: ${method ?? '?'} ${path}`)),
    });
}
