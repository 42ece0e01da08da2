import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '../model/loopback-host.ts';

/** An http(s) URL without credentials in it, or null. */
export function parseHttpUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.username === '' && url.password === '' ? url : null;
}

/** An http(s) URL of this machine, or null. */
export function parseLoopbackUrl(text: string): URL | null {
  const url = parseHttpUrl(text);
  return url !== null && isLoopbackHost(url.hostname) ? url : null;
}

/** Answers every name with loopback addresses, so that no resolver can send `localhost` elsewhere. */
export const lookupLoopback: LookupFunction = (_hostname, options, callback) => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const first = addresses[0];
  if (options.all) callback(null, addresses);
  else callback(null, first?.address ?? '', first?.family);
};
