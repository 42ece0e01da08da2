import { type Catalog, type Envelope, type Operation, splitPath } from '../contract/catalog.ts';
import { findOperation, namePath } from '../contract/match.ts';
import { isJsonObject } from '../model/json-object.ts';
import { isPlainSegment } from './address.ts';
import { isSuccess } from './answer.ts';
import { createRandomId, isParameter } from './compile-plan.ts';
import { checkEnvelope } from './envelope.ts';
import { parseBody } from './parse-body.ts';
import type { Run } from './run.ts';

/**
 * Ids that make a path with parameters askable: the first record of the list before the parameter. They are used in
 * requests and never printed; what is not plainly one segment is refused, as `..` would ask for another path.
 */

export interface FilledPath {
  readonly path: string;
  /** `random`: no list gave an id, so the record cannot exist. */
  readonly ids: 'none' | 'real' | 'random';
}

/** The query that a list is asked with: one record is enough, unless a documented maximum shows a clamp (§8). */
export function getListQuery(envelope: { readonly acceptsPage: boolean; readonly maxLimit?: number }): {
  readonly limit: number;
  readonly query: Readonly<Record<string, string>>;
} {
  const limit = envelope.maxLimit ?? 1;
  return { limit, query: envelope.acceptsPage ? { page: '1', limit: String(limit) } : {} };
}

function readId(records: readonly unknown[]): string | null {
  for (const record of records) {
    const id = isJsonObject(record) && Object.hasOwn(record, 'id') ? record.id : undefined;
    const text = typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? String(id) : id;
    if (typeof text === 'string' && isPlainSegment(text)) return text;
  }
  return null;
}

/** The documented list of this path. */
export function findList(catalog: Catalog, template: string): (Operation & { readonly envelope: Envelope }) | null {
  const operation = findOperation(catalog, 'GET', template);
  if (operation?.path !== template) return null;
  const { envelope } = operation;
  return envelope === undefined ? null : { ...operation, envelope };
}

async function findId(run: Run, template: string, path: string): Promise<string | null> {
  const operation = findList(run.catalog, template);
  if (operation === null) return null;
  const exchange = await run.read(path, getListQuery(operation.envelope).query);
  if (!isSuccess(exchange)) return null;
  const body = parseBody(exchange);
  return body.ok ? readId(checkEnvelope(operation, operation.envelope, body.value).records) : null;
}

function hasHiddenParameter({ catalog }: Run, segments: readonly string[]): boolean {
  const prefix = splitPath(catalog.versionPrefix);
  if (!prefix.every((segment, index) => segments[index] === segment)) return false;
  const tail = segments.slice(prefix.length);
  return namePath(catalog, tail) !== `/${tail.join('/')}`;
}

/** The path to ask for. Throws RunStopped when a list could not be asked any more. */
export async function fillPath(run: Run, template: string): Promise<FilledPath> {
  const segments = splitPath(template);
  const filled: string[] = [];
  let ids: FilledPath['ids'] = 'none';
  for (const [index, segment] of segments.entries()) {
    if (!isParameter(segment)) {
      filled.push(segment);
      continue;
    }
    const list = `/${segments.slice(0, index).join('/')}`;
    const id: string | null = ids === 'random' ? null : await findId(run, list, `/${filled.join('/')}`);
    ids = id === null ? 'random' : 'real';
    filled.push(id ?? createRandomId(run.createWord));
  }
  // A word where the catalogue has a parameter may be a record's id: that it is missing says nothing of the path.
  if (ids === 'none' && hasHiddenParameter(run, segments)) ids = 'random';
  return { path: `/${filled.join('/')}`, ids };
}
