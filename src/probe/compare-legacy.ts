import { type Catalog, splitPath } from '../contract/catalog.ts';
import type { LegacyComparison } from '../model/probe-result.ts';
import { type Exchange, isSuccess } from './answer.ts';
import { getFingerprint, isSamePrint, type Print } from './fingerprint.ts';
import type { Query } from './interlock.ts';
import { describeLegacyHeaders } from './legacy-headers.ts';
import { parseBody } from './parse-body.ts';
import { fillPath, getListQuery } from './record-ids.ts';
import { getAsked, type Run } from './run.ts';
import { compareShapes, readShape, type Shape } from './shape.ts';

/** The unversioned twin of a v1 path, by its family; null when it has none. */
export function findLegacyPath(catalog: Catalog, path: string): string | null {
  const family = catalog.families
    .filter(({ v1 }) => path === v1 || path.startsWith(`${v1}/`))
    .sort((a, b) => b.v1.length - a.v1.length)[0];
  return family === undefined ? null : family.legacy + path.slice(family.v1.length);
}

function toShape(exchange: Exchange): Shape | null {
  if (!isSuccess(exchange)) return null;
  const body = parseBody(exchange);
  return body.ok ? readShape(body.value) : null;
}

/** The path beside it that no platform has. */
export function replaceFirst(path: string, stray: string): string {
  return `/${[stray, ...splitPath(path).slice(1)].join('/')}`;
}

/** Is the legacy path answered as an unknown one, or as gone? */
async function isRemoved(run: Run, path: string, answer: Exchange): Promise<boolean> {
  if (answer.kind === 'failure') return false;
  if (answer.status === 410) return true;
  if (answer.status !== 404) return false;
  const stray = replaceFirst(path, run.stray);
  const control = await run.read(stray);
  if (control.kind === 'failure') return false;
  const print = (asked: string, exchange: typeof answer): Print =>
    getFingerprint(exchange, getAsked(run, { method: 'GET', path: asked }));
  return isSamePrint(print(path, answer), print(stray, control));
}

/**
 * V1, L1, L2, V2: members that differ between two answers of the same path are noise and are listed as ignored; what is
 * left is the difference between the two generations.
 */
export async function compareLegacy(
  run: Run,
  template: string,
  query: Query,
  now: Date,
): Promise<LegacyComparison | null> {
  const legacyTemplate = findLegacyPath(run.catalog, template);
  if (legacyTemplate === null) return null;
  const { path } = await fillPath(run, template);
  const legacyPath = findLegacyPath(run.catalog, path) ?? '';
  const ask = (asked: string): Promise<Exchange> =>
    run.session.exchange({ kind: 'keyed', method: 'GET', path: asked, query });
  const result = (outcome: LegacyComparison['outcome'], rest: Partial<LegacyComparison> = {}): LegacyComparison => ({
    path: template,
    legacyPath: legacyTemplate,
    outcome,
    differences: [],
    ignored: [],
    notes: [],
    ...rest,
  });
  const v1 = toShape(await run.read(path, query));
  const legacy = await ask(legacyPath);
  const headers = legacy.kind === 'answer' ? legacy.headers : {};
  const notes = describeLegacyHeaders(headers, legacy.kind === 'answer' ? legacy.status : 0, run.catalog.cutoff, now);
  if (await isRemoved(run, legacyPath, legacy)) return result('removed', { notes });
  const l1 = toShape(legacy);
  const l2 = l1 === null ? null : toShape(await ask(legacyPath));
  const v2 = l2 === null ? null : toShape(await ask(path));
  if (v1 === null || l1 === null || l2 === null || v2 === null) return result('unverified', { notes });
  const noise = new Set([...compareShapes(l1, l2).keys(), ...compareShapes(v1, v2).keys()]);
  const differences = [...compareShapes(l1, v1)].filter(([member]) => !noise.has(member)).map(([, text]) => text);
  const isAllNoise = [...v1.keys()].every((member) => noise.has(member));
  const outcome = isAllNoise ? 'unverified' : differences.length === 0 ? 'same' : 'differs';
  return result(outcome, { differences, ignored: [...noise].sort(), notes });
}

/** The query of both generations: that of the documented list. */
export function findComparisonQuery(catalog: Catalog, template: string): Query {
  const operation = catalog.operations.find(({ method, path }) => method === 'GET' && path === template);
  return operation?.envelope === undefined ? {} : getListQuery(operation.envelope).query;
}
