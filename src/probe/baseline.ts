import type { Catalog } from '../contract/catalog.ts';
import { type Exchange, isSuccess } from './answer.ts';
import { listSiblings } from './compile-plan.ts';
import { createUnseen, isSame, type Observation, type Seen } from './observation.ts';
import { concludeOpen } from './outcome.ts';
import { parseBody } from './parse-body.ts';
import { type Run, see } from './run.ts';
import { RunStopped } from './session.ts';

/** What holds for the whole run: K, a documented list with the key, and P, the same without. */
export interface Baseline extends Pick<Observation, 'hasPositive' | 'keyless'> {
  /** Why there is no positive control; null when there is one. */
  readonly problem: string | null;
}

const NOT_ASKED = createUnseen('not asked');

/** How many lists are tried before the run goes on without a positive control. */
const MAX_CANDIDATES = 3;

/** Documented lists without parameters; the agents first, which are returned in full without paging (§8.1). */
export function listCandidates(catalog: Catalog): readonly string[] {
  const lists = catalog.operations.filter(
    ({ method, path, envelope }) => method === 'GET' && envelope !== undefined && !path.includes('{'),
  );
  const unpaged = lists.filter(({ envelope }) => envelope?.acceptsPage === false);
  return [...new Set([...unpaged, ...lists])].slice(0, MAX_CANDIDATES).map(({ path }) => path);
}

/** What an address that is not the platform's, or a filter before it, says to everything. */
const BLANKET: readonly number[] = [403, 404];

/** A documented list that is answered as a path which cannot exist: then nothing that is asked here says anything of the platform. */
async function isUnknownHere(run: Run, path: string, exchange: Exchange): Promise<boolean> {
  if (exchange.kind === 'failure' || !BLANKET.includes(exchange.status)) return false;
  const [sibling] = listSiblings(path, path, run.catalog.versionPrefix, run.stray);
  if (sibling === undefined) return false;
  const control = await run.read(sibling);
  return isSame(see(run, { method: 'GET', path: sibling }, control), see(run, { method: 'GET', path }, exchange));
}

async function askWithoutKey(run: Run, path: string): Promise<Seen> {
  const request = { kind: 'keyless', method: 'GET', path } as const;
  const exchange = await run.session.exchange(request);
  // Authentication is off, or something on the way puts a credential in: nothing that writes may be sent.
  if (isSuccess(exchange)) throw new RunStopped('auth-off');
  return see(run, request, exchange);
}

/**
 * Asks K and P. Throws RunStopped when the key is refused, the host is not known, no list is told from a path that cannot
 * exist, or P is answered.
 */
export async function findBaseline(run: Run): Promise<Baseline> {
  let refused = 0;
  let unknown = 0;
  let problem = 'no-positive-control';
  const candidates = listCandidates(run.catalog);
  for (const path of candidates) {
    const exchange = await run.read(path);
    if (isSuccess(exchange) && parseBody(exchange).ok) {
      return { hasPositive: true, problem: null, keyless: await askWithoutKey(run, path) };
    }
    const open = concludeOpen(exchange, run.session.address.origin);
    problem = open?.reason ?? problem;
    if (exchange.kind === 'failure' && exchange.reason === 'dns') throw new RunStopped('dns');
    // A certificate is the host's, whatever is asked there.
    if (exchange.kind === 'failure' && exchange.reason === 'tls') throw new RunStopped('tls', exchange.detail);
    if (exchange.kind === 'failure') break;
    if (exchange.status === 401) refused += 1;
    // One family may be closed to this key; two are a key that does not work.
    if (refused === Math.min(2, candidates.length)) throw new RunStopped('key-refused');
    if (await isUnknownHere(run, path, exchange)) unknown += 1;
  }
  if (unknown > 0 && unknown === candidates.length) throw new RunStopped('no-platform');
  return { hasPositive: false, problem, keyless: NOT_ASKED };
}
