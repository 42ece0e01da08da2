import type { Catalog } from '../contract/catalog.ts';
import { splitPath } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import type { UrlValue } from '../model/url-value.ts';
import type { UrlPath } from './url-path.ts';

/**
 * `call('web')` of ``(id) => fetch(`${BASE}/calls/${id}`)``: what stands in the place of an id can be the name of an operation
 * that does not move with its family.
 */

/** The index of the one unknown segment with which a path would be that of the pattern; null where it cannot, or is it. */
function findOpenIndex(pattern: readonly string[], segments: UrlPath['segments']): number | null {
  const fixed = pattern.filter((word) => word !== '**');
  const fits = fixed.length === pattern.length ? segments.length === fixed.length : segments.length >= fixed.length;
  if (!fits) return null;
  const open: number[] = [];
  for (const [index, word] of fixed.entries()) {
    if (word.startsWith('{') || word === segments[index]) continue;
    if (segments[index] !== null) return null;
    open.push(index);
  }
  return open.length === 1 ? (open[0] ?? null) : null;
}

/** The hole of a URL with which a segment begins. */
export function findHoleOf({ parts }: UrlValue, { slashes }: UrlPath, segment: number): number | null {
  const slash = slashes[segment];
  if (!slash) return null;
  const before = parts[slash.part];
  const isWhole = before?.kind === 'text' && slash.index === before.text.length - 1;
  return isWhole && parts[slash.part + 1]?.kind === 'hole' ? slash.part + 1 : null;
}

/** The legacy path of an operation with another fate that the URL can be, too; null where it can be none. */
export function findSpecial(
  url: UrlValue,
  path: UrlPath,
  catalog: Catalog,
  analysis: Pick<Analysis, 'listHoleTexts'>,
): string | null {
  if (!path.segments.includes(null)) return null;
  for (const { legacy, outcome } of catalog.rules) {
    if (outcome === 'rewrite') continue;
    const pattern = splitPath(legacy);
    const index = findOpenIndex(pattern, path.segments);
    const part = index === null ? null : findHoleOf(url, path, index);
    if (index === null || part === null) continue;
    const word = pattern[index];
    if (word !== undefined && analysis.listHoleTexts(url, part).includes(word))
      return `/${pattern.filter((entry) => entry !== '**').join('/')}`;
  }
  return null;
}
