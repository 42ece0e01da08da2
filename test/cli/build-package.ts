import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUNDLER = join(ROOT, 'scripts/bundle-cli.mjs');
/** Inside node_modules, so that the packages are found from there. */
const CACHE = join(ROOT, 'node_modules/.cache');

/** The package as it is shipped, without the type check that `npm run types` does, in a folder of its own. */
export function buildPackage(): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'v1-migrate-'));
  for (const source of ['src', 'transforms']) {
    for (const entry of readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
      const path = join(entry.parentPath, entry.name);
      const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
        compilerOptions: {
          target: ts.ScriptTarget.ES2023,
          module: ts.ModuleKind.ESNext,
          rewriteRelativeImportExtensions: true,
          verbatimModuleSyntax: true,
        },
      });
      const output = join(folder, path.slice(ROOT.length)).replace(/\.ts$/, '.js');
      mkdirSync(dirname(output), { recursive: true });
      writeFileSync(output, outputText);
    }
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  execFileSync(process.execPath, [BUNDLER, folder]);
  return folder;
}
