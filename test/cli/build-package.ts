import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSources } from '../compiled/compile-sources.ts';

const BUNDLER = fileURLToPath(new URL('../../scripts/bundle-cli.mjs', import.meta.url));

/** The package as it is shipped, without the type check that `npm run types` does; one for all tests of a run, to be left as it is. */
export function buildPackage(): string {
  const compiled = process.env.V1_COMPILED ?? '';
  const folder = join(compiled, 'package');
  if (existsSync(folder)) return folder;
  const made = mkdtempSync(join(compiled, 'making-'));
  compileSources(made);
  execFileSync(process.execPath, [BUNDLER, made]);
  chmodSync(join(made, 'src/cli/bin.js'), 0o755);
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
  return folder;
}
