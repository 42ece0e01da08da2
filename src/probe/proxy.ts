import { UserError } from '../errors.ts';
import { isLoopbackHost } from '../model/loopback-host.ts';
import type { Address } from './address.ts';
import type { Environment } from './options.ts';

function read(env: Environment, name: string): string | undefined {
  // Lower case first, as curl does; an empty one switches off.
  return env[name.toLowerCase()] ?? env[name.toUpperCase()];
}

/** NO_PROXY: hosts, `.domains`, `host:port`, or a lone `*`; no address ranges. */
export function isExcluded(noProxy: string, url: URL): boolean {
  if (noProxy.trim() === '*') return true;
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return noProxy
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (wanted !== undefined && wanted !== port) return false;
      const domain = host.replace(/^\*?\./, '');
      return domain !== '' && (url.hostname === domain || url.hostname.endsWith(`.${domain}`));
    });
}

/**
 * The proxy that the environment names for this address, or null. HTTPS_PROXY for https and HTTP_PROXY for http, with
 * HTTP_PROXY as what https falls back on. Loopback goes through a proxy on this machine only: for another machine the
 * name means itself, and the key would cross the network in plain text.
 */
export function findProxy(address: Address, env: Environment): URL | null {
  const target = new URL(address.origin);
  const http = read(env, 'http_proxy');
  const text = target.protocol === 'https:' ? (read(env, 'https_proxy') ?? http) : http;
  if (text === undefined || text === '' || isExcluded(read(env, 'no_proxy') ?? '', target)) return null;
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(written) || !/^https?:/i.test(written)) {
    throw new UserError('The proxy that the environment names is not an http(s) URL.', { hint: '--no-proxy' });
  }
  const proxy = new URL(written);
  return address.isLoopback && !isLoopbackHost(proxy.hostname) ? null : proxy;
}
