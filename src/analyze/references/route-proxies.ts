import type { HttpRequest, ProxiedPath } from '../../model/analysis.ts';
import { writePlainly } from '../../model/plain-code.ts';
import type { UrlPart } from '../../model/url-value.ts';

/**
 * Routes of the own server that take whatever comes below them and ask another host for it:
 * `app/api/voice/[...path]/route.ts` of Next with `fetch(`https://…/${path.join('/')}`)`. What is asked of them is asked of it.
 */

interface Route {
  /** The folder of the application. */
  readonly folder: string;
  readonly prefix: readonly string[];
  readonly parameter: string;
  /** All that stands below it is answered here, and not by the route. */
  readonly below: string;
}

const NEXT = /^((?:.*\/)?)((?:src\/)?app\/(.+)\/)\[\[?\.\.\.(\w+)\]\]?\/route\.[jt]sx?$/;
const PAGES = /^((?:.*\/)?)((?:src\/)?pages\/(api\/.+)\/)\[\[?\.\.\.(\w+)\]\]?\.[jt]sx?$/;
const SVELTE = /^((?:.*\/)?)(src\/routes\/(.+)\/)\[\.\.\.(\w+)\]\/\+server\.[jt]s$/;

const JOINED = /\.join\((['"`])\/\1\)$/;

function readRoute(file: string): Route | null {
  const [, folder = '', below = '', path = '', parameter = ''] =
    NEXT.exec(file) ?? PAGES.exec(file) ?? SVELTE.exec(file) ?? [];
  // Groups, `(site)`, are no part of an address.
  const prefix = path.split('/').filter((segment) => segment !== '' && !/^\(.*\)$/.test(segment));
  const isPlain = prefix.length > 0 && prefix.every((segment) => /^[\w.-]+$/.test(segment));
  return isPlain ? { folder, prefix, parameter, below: folder + below } : null;
}

/** `path.join('/')`, `params.path`: the whole of what came in below the route, as it came in. */
function isRest(part: UrlPart | undefined, { parameter }: Route, file: string): boolean {
  if (part?.kind !== 'hole') return false;
  const label = writePlainly(part.label);
  const name = label.replace(JOINED, '');
  const joined = name !== label;
  const isNamed = name === parameter || name.endsWith(`.${parameter}`);
  return isNamed && joined === !SVELTE.test(file);
}

/** Nothing, `?page=2`, `req.nextUrl.search`: what follows is no path. */
function endsPath([part]: readonly UrlPart[]): boolean {
  if (part === undefined) return true;
  if (part.kind === 'text') return part.text.startsWith('?');
  return part.kind === 'hole' && (part.query === true || /\.search$/.test(writePlainly(part.label)));
}

/** `seen`: the files of the project. */
export function findRouteProxies(requests: readonly HttpRequest[], seen: readonly string[]): readonly ProxiedPath[] {
  return requests.flatMap((request): readonly ProxiedPath[] => {
    const { file } = request.site;
    const route = file.includes('[...') ? readRoute(file) : null;
    if (route === null || seen.some((path) => path !== file && path.startsWith(route.below))) return [];
    return request.urls.flatMap((url): readonly ProxiedPath[] => {
      const at = url.parts.findIndex((part) => part.kind === 'hole');
      const before = url.parts.slice(0, at);
      const last = before.at(-1);
      const isBase = last?.kind === 'text' && last.text.endsWith('/');
      if (at < 1 || !isBase || !isRest(url.parts[at], route, file) || !endsPath(url.parts.slice(at + 1))) return [];
      const { folder, prefix } = route;
      return [{ ...request.site, prefix, folder, target: { ...url, parts: before } }];
    });
  });
}
