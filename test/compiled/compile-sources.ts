import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from 'rolldown/utils';

const ROOT = resolve(import.meta.dirname, '../..');

/** With a map beside it, by which the runner names the source in the stack of a crash. */
function compile(path: string, output: string): void {
  const { code, map, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    target: 'es2023',
    sourcemap: true,
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `${code}\n//# sourceMappingURL=${output}.map\n`);
  writeFileSync(`${output}.map`, JSON.stringify(map));
}

/** The sources as the package has them, file by file, without the type check that `npm run types` does. */
export function compileSources(folder: string): void {
  for (const source of ['src', 'transforms']) {
    for (const entry of readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
      const path = join(entry.parentPath, entry.name);
      compile(path, join(folder, path.slice(ROOT.length)).replace(/\.ts$/, '.js'));
    }
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
}
