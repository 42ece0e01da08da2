import type { Catalog, Envelope, Operation } from '../contract/catalog.ts';
import { type Answer, isSuccess } from './answer.ts';
import { checkEnvelope } from './envelope.ts';
import { getFingerprint, isSamePrint } from './fingerprint.ts';
import { conclude, concludeOpen, type Outcome, PASSING } from './outcome.ts';
import { parseBody } from './parse-body.ts';
import { getListQuery } from './record-ids.ts';
import { getAsked, type Run } from './run.ts';
import { type FetchPage, walkPages } from './walk-pages.ts';

/** Pages of one list that a run reads at most. */
export const PAGE_CAP = 3;

type Judged =
  | { readonly outcome: Outcome }
  | { readonly body: unknown; readonly records: readonly unknown[]; readonly notes: readonly string[] };

/** One 2xx answer against the documented envelope. */
function judgePage(answer: Answer, operation: Operation, envelope: Envelope): Judged {
  const { status } = answer;
  if (status !== 200) return { outcome: conclude('drift', `status: ${status}, expected 200`, status) };
  const parsed = parseBody(answer);
  if (!parsed.ok) return { outcome: conclude(parsed.isCut ? 'unverified' : 'drift', parsed.reason, status) };
  const { drift, notes, records } = checkEnvelope(operation, envelope, parsed.value);
  const all = [...parsed.notes, ...notes];
  return drift === null
    ? { body: parsed.value, records, notes: all }
    : { outcome: conclude('drift', drift, status, all) };
}

/** `/v1/voices/s2s` below `/v1/voices`: a route `/v1/voices/{id}` could answer for it. */
function findParentList(catalog: Catalog, path: string): string | null {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const isList = catalog.operations.some((row) => row.path === parent && row.envelope !== undefined);
  return isList ? parent : null;
}

/** Paths that do not exist and that a route for everything, or one with a parameter, would answer. */
export function listImpostors(catalog: Catalog, path: string, stray: string): readonly string[] {
  const parent = findParentList(catalog, path);
  return [catalog.versionPrefix, ...(parent === null ? [] : [parent])].map((above) => `${above}/${stray}`);
}

/**
 * Five lists have the same shape, and two more hide below another list, so an envelope alone does not say who answered: a
 * path that does not exist must not get the same answer.
 */
async function findImpostor(run: Run, path: string, answer: Answer): Promise<string | null> {
  const own = getFingerprint(answer, getAsked(run, { method: 'GET', path }));
  for (const [index, stray] of listImpostors(run.catalog, path, run.stray).entries()) {
    const control = await run.read(stray);
    const isSame =
      isSuccess(control) && isSamePrint(getFingerprint(control, getAsked(run, { method: 'GET', path: stray })), own);
    if (isSame) return index === 0 ? 'catch-all' : 'parameter-route';
  }
  return null;
}

/** A list that answered 2xx: type, envelope, paging. */
export async function judgeList(
  run: Run,
  operation: Operation & { readonly envelope: Envelope },
  path: string,
  answer: Answer,
): Promise<Outcome> {
  const { envelope } = operation;
  const first = judgePage(answer, operation, envelope);
  if ('outcome' in first) return first.outcome;
  const impostor = await findImpostor(run, path, answer);
  if (impostor !== null) return conclude('unverified', impostor, answer.status, first.notes);
  if (!envelope.acceptsPage) return conclude('confirmed', 'documented-envelope', answer.status, first.notes);

  const { limit, query } = getListQuery(envelope);
  const fetchPage: FetchPage = async (page) => {
    const exchange = await run.read(path, { ...query, page: String(page) });
    if (!isSuccess(exchange)) {
      const open = concludeOpen(exchange, run.session.address.origin);
      if (open !== null || exchange.kind === 'failure') return { failed: open?.reason ?? 'network' };
      const { status } = exchange;
      return status === 403 || PASSING.includes(status) ? { failed: `status ${status}` } : { refused: status };
    }
    const judged = judgePage(exchange, operation, envelope);
    if (!('outcome' in judged)) return judged;
    const { verdict, reason } = judged.outcome;
    return verdict === 'drift' ? { drift: `${reason} (page ${page})` } : { failed: reason };
  };
  const walk = await walkPages(first, envelope, fetchPage, { limit, cap: PAGE_CAP });
  const notes = [...new Set([...first.notes, ...walk.notes])];
  if (walk.drift !== null) return conclude('drift', walk.drift, answer.status, notes);
  return conclude('confirmed', 'documented-envelope', answer.status, notes);
}
