import type { Catalog } from '../../contract/catalog.ts';
import { matchPathForMethods } from '../../contract/match.ts';
import type { UrlPattern } from '../../model/analysis.ts';
import { parseOrigin } from '../bases.ts';
import type { FindingDraft } from '../findings.ts';

/** Regular expressions that match platform paths: a finding, never an edit (contract 6.8). */

/** The first path segments that a pattern names behind one of the hosts. */
function readPath(text: string, host: string): readonly string[] | null {
  const at = text.toLowerCase().indexOf(host);
  if (at === -1) return null;
  const path = /^(?::\d+)?((?:\/[\w-]+)+)/.exec(text.slice(at + host.length))?.[1];
  return path === undefined ? null : path.split('/').filter((segment) => segment !== '');
}

export function draftPattern(pattern: UrlPattern, bases: readonly string[], catalog: Catalog): FindingDraft | null {
  for (const base of bases) {
    const host = parseOrigin(base)?.host;
    const path = host === undefined ? null : readPath(pattern.text, host);
    if (path === null) continue;
    const [match] = matchPathForMethods(catalog, null, path);
    if (match === undefined || match.outcome !== 'rewrite') continue;
    return {
      code: 'legacy-path',
      fix: 'manual',
      region: pattern.expression,
      subject: pattern.text,
      legacyPaths: [match.legacyPath],
      v1Path: match.v1Path,
      v1Method: null,
      evidence: match.evidence,
      requests: [],
      trail: [],
      message: `This regular expression matches ${match.legacyPath}; it is not changed by itself.`,
      hint: `Let it match ${match.v1Path} as well, or instead.`,
    };
  }
  return null;
}
