import { type Catalog, splitPath } from '../contract/catalog.ts';
import { matchPathForMethods } from '../contract/match.ts';
import type { Analysis } from '../model/analysis.ts';
import { flatMap } from '../model/flat-map.ts';
import { isTestFile } from '../model/test-files.ts';
import type { Use } from './uses.ts';

/** Rows of a table of which others are sent and move: nobody asks for them today, and whoever does tomorrow gets the old path. */

const MAX_LISTED = 5;

function listLiterals({ url }: Use): readonly number[] {
  return flatMap(url.parts, (part) => (part.kind === 'text' && part.origin !== null ? [part.origin.literal] : []));
}

function isMoving({ request, target, decision }: Use): boolean {
  return request !== null && target.kind === 'platform' && decision === 'rewrite';
}

/** Of `/calls/:id?page=1` the names, with null for what a caller fills in. */
function readPath(text: string): readonly (string | null)[] {
  return splitPath(text.replace(/[?#].*$/, '')).map((segment) => (/^[\w.-]+$/.test(segment) ? segment : null));
}

/** One notice for all of them. `edited`: the files in which texts change; others get the version where the URL is put together. */
export function describeIdleRows(
  uses: readonly Use[],
  analysis: Analysis,
  catalog: Catalog,
  edited: ReadonlySet<string>,
): readonly string[] {
  const used = new Set(flatMap(uses, listLiterals));
  const covered = new Set(flatMap(uses, ({ url }) => url.references));
  const rows = analysis
    .listRowsBeside(new Set(flatMap(uses.filter(isMoving), listLiterals)))
    .filter(
      ({ file, text, literal }) =>
        edited.has(file) &&
        !used.has(literal) &&
        !isTestFile(file) &&
        analysis.isInScope(file) &&
        matchPathForMethods(catalog, null, readPath(text)).some(({ outcome }) => outcome === 'rewrite') &&
        analysis.findForeignUses(literal, covered).length === 0,
    );
  const [first, ...others] = rows.map(({ file, line, text }) => `${text} (${file}:${line})`);
  if (first === undefined) return [];
  const listed = [first, ...others].slice(0, MAX_LISTED).join(', ');
  const more = others.length < MAX_LISTED ? '' : ` and ${others.length + 1 - MAX_LISTED} more`;
  return [
    `no request was found for ${listed}${more}, beside paths that change: change them as well if they are the platform's.`,
  ];
}
