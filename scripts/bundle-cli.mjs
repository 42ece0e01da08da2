/**
 * node scripts/bundle-cli.mjs [folder]
 *
 * Puts the command line and the plugin of ESLint into few files, over what tsc wrote to `folder` (default: dist). To load two hundred small modules
 * takes longer than most of what they do. Packages stay packages, but are required: as an import, a CommonJS package is
 * read by a lexer first, which for the parser takes five times as long as to run it.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'rolldown';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = resolve(process.argv[2] ?? resolve(ROOT, 'dist'));
const REQUIRED = '\0require:';

const requirePackages = {
  name: 'require-packages',
  /** @param {string} id @param {string | undefined} importer */
  resolveId(id, importer) {
    if (id.startsWith('node:') || importer?.startsWith(REQUIRED)) return { id, external: true };
    return importer === undefined || /^[./]/.test(id) ? null : { id: REQUIRED + id };
  },
  /** @param {string} id */
  load(id) {
    return id.startsWith(REQUIRED) ? `module.exports = require('${id.slice(REQUIRED.length)}');` : null;
  },
};

/** What every command loads, and what a check without candidates adds; each with all that it imports. */
const GROUPS = [
  // Without bin.ts: it awaits the whole run, and whoever imported from its file would wait for it and it for them.
  { name: 'start', priority: 2, test: /src.cli.main\.ts$/ },
  {
    name: 'run',
    priority: 1,
    test: /src.(cli.(check-baseline|run-with-report)|check|discover.discover|plan.plan|report.formats.text)\.ts$/,
  },
];

/** @param {string} folder @param {string} entry @param {object} splitting */
async function bundle(folder, entry, splitting) {
  const dir = resolve(DIST, 'src', folder);
  rmSync(resolve(dir, 'chunks'), { recursive: true, force: true });
  await build({
    input: resolve(ROOT, 'src', folder, `${entry}.ts`),
    platform: 'node',
    plugins: [requirePackages],
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
    output: {
      dir,
      format: 'esm',
      entryFileNames: `${entry}.js`,
      chunkFileNames: 'chunks/[name]-[hash].js',
      ...splitting,
    },
  });
}

// Otherwise tsc alone would take the bundle for its own, newer than the sources, and leave an old one in place.
rmSync(resolve(DIST, 'tsconfig.tsbuildinfo'), { force: true });
await bundle('cli', 'bin', { codeSplitting: { groups: GROUPS } });
await bundle('eslint-plugin', 'index', { codeSplitting: false });
