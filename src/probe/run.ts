import type { Catalog } from '../contract/catalog.ts';
import type { Exchange } from './answer.ts';
import { createStray } from './compile-plan.ts';
import { type Asked, getFingerprint } from './fingerprint.ts';
import type { ProbeRequest, Query } from './interlock.ts';
import { createUnseen, type Seen } from './observation.ts';
import type { Session } from './session.ts';

/** What the checks of a run share. */
export interface Run {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly createWord: () => string;
  /** A segment that no platform has, one for the run. */
  readonly stray: string;
  /** The last answers to keyless requests. */
  readonly controls: Map<string, { readonly seen: Seen; readonly at: number }>;
  /** The answer to a keyed GET, asked once: lists give ids, controls serve several endpoints. */
  read(path: string, query?: Query): Promise<Exchange>;
}

/** Milliseconds in which a control is not asked again; a server that is replaced meanwhile differs in the last control. */
const RECENT = 3_000;

function nameRequest({ kind, method, path }: ProbeRequest): string {
  return `${kind} ${method} ${path}`;
}

export function createRun(session: Session, catalog: Catalog, createWord: () => string): Run {
  const answers = new Map<string, Exchange>();
  return {
    session,
    catalog,
    createWord,
    stray: createStray(createWord),
    controls: new Map(),
    read: async (path, query = {}) => {
      const name = `${path}?${new URLSearchParams(query)}`;
      const known = answers.get(name);
      if (known !== undefined) return known;
      const exchange = await session.exchange({ kind: 'keyed', method: 'GET', path, query });
      answers.set(name, exchange);
      return exchange;
    },
  };
}

export function getAsked(run: Run, { method, path }: Pick<ProbeRequest, 'method' | 'path'>): Asked {
  return { method, path: run.session.address.prefix + path };
}

export function see(run: Run, request: Pick<ProbeRequest, 'method' | 'path'>, exchange: Exchange): Seen {
  if (exchange.kind === 'failure') return createUnseen(`failure ${exchange.reason}`);
  return { status: exchange.status, print: getFingerprint(exchange, getAsked(run, request)) };
}

/** Sends, and remembers only what the decision table looks at. */
export async function look(run: Run, request: ProbeRequest): Promise<Seen> {
  const seen = see(run, request, await run.session.exchange(request));
  run.controls.set(nameRequest(request), { seen, at: performance.now() });
  return seen;
}

/** The answer of a moment ago, else a new one: the last control of one endpoint is the first of the next. */
export async function lookRecent(run: Run, request: ProbeRequest): Promise<Seen> {
  const recent = run.controls.get(nameRequest(request));
  return recent !== undefined && performance.now() - recent.at < RECENT ? recent.seen : look(run, request);
}
