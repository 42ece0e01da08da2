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
  /** The answer to a keyed GET, asked once: lists give ids, controls serve several endpoints. */
  read(path: string, query?: Query): Promise<Exchange>;
}

export function createRun(session: Session, catalog: Catalog, createWord: () => string): Run {
  const answers = new Map<string, Exchange>();
  return {
    session,
    catalog,
    createWord,
    stray: createStray(createWord),
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

/** Sends and remembers only what the decision table looks at. */
export async function look(run: Run, request: ProbeRequest): Promise<Seen> {
  return see(run, request, await run.session.exchange(request));
}
