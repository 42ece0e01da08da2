import { isIP } from 'node:net';
import { UserError } from '../errors.ts';
import { isLoopbackHost } from '../model/loopback-host.ts';

/** Where a run goes: one origin with an optional path prefix. The key goes there and nowhere else. */
export interface Address {
  /** `https://host/prefix`, normal form, safe to print. */
  readonly base: string;
  readonly origin: string;
  readonly hostname: string;
  readonly isLoopback: boolean;
  /** Path prefix without a trailing slash; mostly empty. */
  readonly prefix: string;
}

function explainHost(url: URL): string | null {
  if (url.username !== '' || url.password !== '') return 'holds a user name or password; leave it out';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'is not https';
  if (url.search !== '' || url.hash !== '') return 'has a query or fragment; a base ends with its path';
  if (url.hostname.endsWith('.')) return 'has a host that ends with a dot';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return 'is plain http; a key would be readable on the way, so https is required except on loopback';
  }
  return null;
}

/** Link-local addresses, among them the metadata services of clouds, are no platform. */
export function isLinkLocal(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').toLowerCase();
  const mapped = /^::ffff:(.+)$/.exec(bare)?.[1];
  if (mapped?.includes('.') === true) return isLinkLocal(mapped);
  if (isIP(bare) === 4) return bare.startsWith('169.254.') || bare.startsWith('0.');
  return /^fe[89ab][0-9a-f]:/.test(bare) || bare === 'fd00:ec2::254' || /^::ffff:a9fe:/.test(bare);
}

/**
 * Reads the base URL that the user named. Throws a UserError; the text is not repeated where it could hold a password.
 * A `/v1` at its end is left out, as paths bring their own.
 */
export function parseAddress(text: string, versionPrefix: string): Address {
  const hint = '--base-url https://api.voice.example';
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UserError('The address of the platform is not an http(s) URL.', { hint });
  }
  const url = new URL(text);
  const problem = explainHost(url);
  if (problem !== null) throw new UserError(`The address of the platform ${problem}.`, { hint });
  if (isLinkLocal(url.hostname)) {
    throw new UserError('The address of the platform is link-local; no key is sent there.', { hint });
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (`${path}/`.includes(`${versionPrefix}/`) && !path.endsWith(versionPrefix)) {
    throw new UserError(`The address of the platform goes on behind ${versionPrefix}.`, { hint });
  }
  const prefix = path.endsWith(versionPrefix) ? path.slice(0, -versionPrefix.length).replace(/\/+$/, '') : path;
  return {
    base: url.origin + prefix,
    origin: url.origin,
    hostname: url.hostname,
    isLoopback: isLoopbackHost(url.hostname),
    prefix,
  };
}

/** May this text be one segment of a path? The URL parser would resolve `..` and split at a slash (§ids of answers). */
export function isPlainSegment(text: string): boolean {
  return /^[A-Za-z0-9_~:@!$,=-][A-Za-z0-9._~:@!$,=-]{0,127}$/.test(text) && text !== '..' && text !== '.';
}

/** The URL of a path below the base; throws when the URL parser would make another path of it. */
export function buildUrl(address: Address, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const expected = address.prefix + path;
  const url = new URL(address.origin + expected);
  const isSame =
    !path.includes('//') &&
    url.origin === address.origin &&
    url.pathname === expected &&
    url.search === '' &&
    url.hash === '';
  if (!isSame || url.username !== '') throw new Error('a path would change on its way to the platform');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
