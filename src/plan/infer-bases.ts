import type { Catalog } from '../contract/catalog.ts';
import { matchPathForMethods } from '../contract/match.ts';
import type { Analysis } from '../model/analysis.ts';
import type { BaseOption } from '../model/options.ts';
import type { UrlValue } from '../model/url-value.ts';
import { findVariable, isLoopback, parseOrigin, readAuthority } from './origins.ts';
import { readUrlPath } from './url-path.ts';

/** Looks for the platform's base when none is given: who is asked for paths of the catalogue, weighed by how telling they are. */

/** Words that any API may have: they never make a winner alone. */
const COMMON = new Set(['agents', 'calls', 'workflows', 'voices', 'languages', 'assistant', 'campaigns', 'campaign']);
const COMMON_WEIGHT = 1;
const TELLING_WEIGHT = 3;
const MIN_SCORE = 4;

interface Candidate {
  readonly base: string;
  readonly paths: Map<string, number>;
}

interface Inference {
  readonly winner: BaseOption | null;
  /** Bases that look like it, best first, when there is no clear winner. */
  readonly contenders: readonly string[];
}

function weigh(legacyPath: string): number {
  const segments = legacyPath.split('/').filter((segment) => segment !== '');
  const telling = segments.filter((segment) => !segment.startsWith('{') && !COMMON.has(segment));
  return telling.length > 0 ? TELLING_WEIGHT : COMMON_WEIGHT;
}

function nameOrigin(text: string): string | null {
  const origin = parseOrigin(text);
  if (origin === null || isLoopback(origin.host)) return null;
  return `${/^http:/i.test(text) ? 'http' : 'https'}://${origin.host}`;
}

/** The base that a URL begins with, as a user would name it; null when it has none, or a loopback one. */
export function nameBase(url: UrlValue): string | null {
  const variable = findVariable(url);
  if (variable !== null) return `env:${variable}`;
  const authority = readAuthority(url);
  return authority === null ? null : nameOrigin(authority);
}

function scoreOf(candidate: Candidate): number {
  return [...candidate.paths.values()].reduce((sum, weight) => sum + weight, 0);
}

/** A literal base beats the variable that falls back to it or is set to it: both are the same platform. */
function dropVariables(candidates: Map<string, Candidate>, aliases: ReadonlyMap<string, string>): void {
  for (const [variable, base] of aliases) {
    const alias = candidates.get(variable);
    const main = candidates.get(base);
    if (alias === undefined || main === undefined) continue;
    for (const [path, weight] of alias.paths) main.paths.set(path, weight);
    candidates.delete(variable);
  }
}

export function inferBases(analysis: Analysis, catalog: Catalog): Inference {
  const candidates = new Map<string, Candidate>();
  const aliases = new Map<string, string>();
  const named = analysis.references.filter(({ isEmbedded }) => isEmbedded !== true);
  for (const { urls } of [...analysis.requests, ...named]) {
    const names = urls.map(nameBase);
    const literal = names.find((name) => name !== null && !name.startsWith('env:'));
    for (const [index, url] of urls.entries()) {
      const base = names[index];
      if (base === null || base === undefined) continue;
      if (base.startsWith('env:') && literal) aliases.set(base, literal);
      const path = readUrlPath(url);
      if (path.unknown !== null) continue;
      const [match] = matchPathForMethods(catalog, null, path.segments);
      if (match === undefined || match.outcome === 'unlisted') continue;
      const candidate = candidates.get(base) ?? { base, paths: new Map() };
      candidates.set(base, candidate);
      candidate.paths.set(match.legacyPath, weigh(match.legacyPath));
    }
  }
  for (const { name, value } of analysis.env) {
    const base = nameOrigin(value);
    if (base !== null && candidates.has(base)) aliases.set(`env:${name}`, base);
  }
  dropVariables(candidates, aliases);
  const ranked = [...candidates.values()].sort((a, b) => scoreOf(b) - scoreOf(a) || (a.base < b.base ? -1 : 1));
  const [best, second] = ranked;
  const contenders = ranked.map((candidate) => candidate.base);
  if (best === undefined) return { winner: null, contenders };
  const isTelling = [...best.paths.values()].includes(TELLING_WEIGHT) && best.paths.size > 1;
  const isClear = scoreOf(best) >= MIN_SCORE && (second === undefined || scoreOf(best) >= 2 * scoreOf(second));
  return { winner: isTelling && isClear ? { base: best.base, source: 'inferred' } : null, contenders };
}
