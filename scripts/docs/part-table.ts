import { readSourceFiles, type SourceFacts } from '../../test/architecture/source-files.ts';
import { code } from './sections.ts';

/** The last column of the table of parts in ARCHITECTURE.md: what the parts of a row really import from others. */

/** Everybody may import these two, and most do. */
const EVERYWHERE = ['model', 'errors'];

/** A folder of src, a file directly in it, or `transforms`. */
export function toPart(path: string): string {
  const [root = '', name = '', ...rest] = path.split('/');
  if (root !== 'src') return root;
  return rest.length === 0 ? name.replace(/\.ts$/, '') : name;
}

/** The parts that the first cell of a row names. */
export function listParts(row: string): readonly string[] {
  const cell = row.split('|')[1] ?? '';
  return [...cell.matchAll(/`([\w-]+)`/g)].flatMap(([, part]) => part ?? []);
}

function listImports(parts: readonly string[], files: readonly SourceFacts[]): readonly string[] {
  const own = files.filter(({ path }) => parts.includes(toPart(path)));
  const targets = own.flatMap(({ imports }) =>
    imports.filter(({ isOurs }) => isOurs).map(({ target }) => toPart(target)),
  );
  return [...new Set(targets)].filter((part) => !parts.includes(part) && !EVERYWHERE.includes(part)).sort();
}

/** Keeps the words of each row and writes its last cell anew; throws for a part that no row names, and for one that is none. */
export function fillImports(table: string): string {
  const files = readSourceFiles();
  const [head = '', line = '', ...rows] = table.trimEnd().split('\n');
  const named = rows.flatMap(listParts);
  const parts = [...new Set(files.map(({ path }) => toPart(path)))];
  const missing = parts.filter((part) => !named.includes(part));
  const gone = named.filter((part) => !parts.includes(part));
  if (missing.length > 0) throw new Error(`ARCHITECTURE.md: the table of parts lacks ${missing.join(', ')}`);
  if (gone.length > 0) throw new Error(`ARCHITECTURE.md: the table of parts has ${gone.join(', ')}, which is no part`);
  const filled = rows.map((row) => {
    const imports = listImports(listParts(row), files);
    const cell = imports.length === 0 ? '–' : imports.map(code).join(' ');
    return `${row.split('|').slice(0, 3).join('|')}| ${cell} |`;
  });
  return [head, line, ...filled].join('\n');
}
