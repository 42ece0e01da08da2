import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { type Address, isLinkLocal } from './address.ts';

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Answers every name with loopback addresses, so that no resolver can send `localhost` elsewhere. */
const lookupLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all === true) callback(null, LOOPBACK);
  else callback(null, '127.0.0.1', 4);
};

function refuse(): NodeJS.ErrnoException {
  return Object.assign(new Error('link-local'), { code: 'V1_LINK_LOCAL' });
}

/** The resolver, without what no platform lives at: names can lead to a cloud's metadata service. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error !== null) callback(error, '', 0);
    else if (first === undefined || addresses.some(({ address }) => isLinkLocal(address))) callback(refuse(), '', 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

interface ConnectionOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly proxy: URL | null;
  /** Further authorities, PEM. */
  readonly ca: readonly string[];
  /** Replaces the resolver in tests. */
  readonly lookup?: LookupFunction;
}

/** Two ways to the same origin. */
export interface Connection {
  /** Keeps one connection open. */
  readonly shared: Dispatcher;
  /** A connection for each request: no stale socket, and no answer that an earlier one left behind. */
  readonly single: Dispatcher;
  close(): Promise<void>;
}

/** Certificates are checked whatever NODE_TLS_REJECT_UNAUTHORIZED says. */
function createTlsOptions(options: ConnectionOptions): buildConnector.BuildOptions {
  const authorities = options.ca.length === 0 ? {} : { ca: [...rootCertificates, ...options.ca] };
  return { timeout: options.timeout, rejectUnauthorized: true, ...authorities };
}

function createDispatcher(address: Address, options: ConnectionOptions, pipelining: 0 | 1): Dispatcher {
  const tls = createTlsOptions(options);
  const lookup = options.lookup ?? (address.isLoopback ? lookupLoopback : lookupPublic);
  const limits = { connections: 1, pipelining, headersTimeout: options.timeout, bodyTimeout: options.timeout };
  if (options.proxy === null) return new Agent({ ...limits, connect: { ...tls, lookup } });
  const servername = address.hostname.replace(/^\[|\]$/g, '');
  // The proxy resolves the name; TLS to the platform goes through the tunnel untouched.
  return new ProxyAgent({ ...limits, uri: options.proxy.href, requestTls: { ...tls, servername }, proxyTls: tls });
}

export function openConnection(address: Address, options: ConnectionOptions): Connection {
  const shared = createDispatcher(address, options, 1);
  const single = createDispatcher(address, options, 0);
  return {
    shared,
    single,
    close: async () => {
      await Promise.all([shared.destroy(), single.destroy()]);
    },
  };
}
