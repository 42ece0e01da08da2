import { randomBytes } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { PLATFORM } from '../contract/platform.ts';
import { UserError } from '../errors.ts';
import type { ProbeResult } from '../model/probe-result.ts';
import { type Address, parseAddress } from './address.ts';
import { ApiKey } from './api-key.ts';
import { listDocumented } from './compile-plan.ts';
import { openConnection } from './connect.ts';
import type { Environment, ProbeOptions } from './options.ts';
import { findProxy } from './proxy.ts';
import { createRedactor } from './redact.ts';
import { runChecks } from './run-checks.ts';
import { createStreamTransport, createTransport } from './send.ts';
import { DEFAULT_TIMING } from './session.ts';

export interface ProbeSetup extends ProbeOptions {
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
export async function probe(options: ProbeSetup): Promise<ProbeResult> {
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
    // A proxy that opens TLS can also drop the header.
    const doubt = result.stopped === 'key-refused' ? '; does it pass the Authorization header on?' : '';
    const via = proxy === null ? [] : [`through the proxy ${proxy.host}${doubt}`];
    return redactResult({ ...result, notices: [...via, ...result.notices] }, createRedactor(key.secrets));
  } finally {
    await connection.close();
  }
}
