import { randomBytes } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import type { Catalog } from '../contract/catalog.ts';
import { PLATFORM } from '../contract/platform.ts';
import { UserError } from '../errors.ts';
import type { EndpointUse } from '../model/plan.ts';
import type { ProbeResult } from '../model/probe-result.ts';
import { type Address, parseAddress } from './address.ts';
import { ApiKey } from './api-key.ts';
import { listDocumented } from './compile-plan.ts';
import { openConnection } from './connect.ts';
import { type Environment, findProxy } from './proxy.ts';
import { createRedactor } from './redact.ts';
import { runChecks } from './run-checks.ts';
import { createStreamTransport, createTransport } from './send.ts';
import { DEFAULT_TIMING, type Timing } from './session.ts';

export interface ProbeOptions {
  /** https, or http on loopback; the key goes to this origin only. */
  readonly baseUrl: string;
  /** `<key_id>:<secret>` (§5.2). */
  readonly key: string;
  /** Default: every documented operation. */
  readonly endpoints?: readonly EndpointUse[];
  readonly catalog?: Catalog;
  /** Run the agent builder once with the key (§4.1: it changes nothing). */
  readonly stream?: boolean;
  /** False: POST and PATCH are not asked at all. */
  readonly keylessWrites?: boolean;
  /** Also compare the legacy twin of each GET, by shape. */
  readonly legacy?: boolean;
  /** Milliseconds and counts; `budget` bounds the whole run. */
  readonly timing?: Partial<Timing>;
  /** Ends the run; what is known by then is the result, with `stopped: 'interrupted'`. */
  readonly signal?: AbortSignal | undefined;
  /** Where the proxy variables and NODE_TLS_REJECT_UNAUTHORIZED are looked up; default: nowhere. */
  readonly env?: Environment;
  /** False: no proxy, whatever the environment says. */
  readonly proxy?: boolean;
  /** Further certificate authorities, PEM. */
  readonly ca?: readonly string[];
  readonly now?: () => Date;
  readonly createWord?: () => string;
  readonly onProgress?: (done: number, total: number, endpoint: EndpointUse) => void;
  /** Replaces the resolver, for tests of names. */
  readonly lookup?: LookupFunction;
}

/** Certificates are checked all the same; the variable says that somebody expects them not to be. */
function checkTlsVariable(address: Address, env: Environment): void {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0' || address.isLoopback) return;
  throw new UserError('NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off; no key is sent like that.', {
    hint: 'Unset it; NODE_EXTRA_CA_CERTS or --ca <file> names a certificate authority of your own.',
  });
}

/** Members that hold one of our own words. */
const OWN_WORDS: ReadonlySet<string> = new Set(['verdict', 'method', 'command', 'stopped', 'outcome']);

/** Every other text of the result goes through the second net, whatever it is made of. */
function redactResult(result: ProbeResult, redact: (text: string) => string): ProbeResult {
  const text = JSON.stringify(result, (name, value: unknown) =>
    typeof value === 'string' && !OWN_WORDS.has(name) ? redact(value) : value,
  );
  return JSON.parse(text) as ProbeResult; // strings became strings
}

/**
 * Asks the live platform whether endpoints exist on v1 and answer as documented. With the key only GET and HEAD are sent.
 * Throws a UserError for a key or an address that nothing may be sent to; whatever happens on the network is in the result.
 */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  const catalog = options.catalog ?? PLATFORM;
  const env = options.env ?? {};
  const key = ApiKey.parse(options.key);
  const address = parseAddress(options.baseUrl, catalog.versionPrefix);
  checkTlsVariable(address, env);
  const proxy = options.proxy === false ? null : findProxy(address, env);
  const timeout = options.timing?.request ?? DEFAULT_TIMING.request;
  const lookup = options.lookup === undefined ? {} : { lookup: options.lookup };
  const connection = openConnection(address, { timeout, proxy, ca: options.ca ?? [], ...lookup });
  try {
    const result = await runChecks({
      address,
      key,
      catalog,
      endpoints: options.endpoints ?? listDocumented(catalog),
      transport: createTransport(connection, proxy !== null),
      openStream: createStreamTransport(connection, proxy !== null),
      stream: options.stream ?? false,
      keylessWrites: options.keylessWrites ?? true,
      legacy: options.legacy ?? false,
      timing: options.timing ?? {},
      signal: options.signal,
      now: options.now ?? (() => new Date()),
      createWord: options.createWord ?? (() => randomBytes(16).toString('hex')),
      onProgress: options.onProgress,
    });
    const via = proxy === null ? [] : [`through the proxy ${proxy.host}`];
    return redactResult({ ...result, notices: [...via, ...result.notices] }, createRedactor(key.secrets));
  } finally {
    await connection.close();
  }
}
