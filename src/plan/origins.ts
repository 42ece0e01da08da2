import type { EnvPart, UrlValue } from '../model/url-value.ts';
import { getPathStart, readUrlPath } from './url-path.ts';

/** What a URL says of where it goes, before any base is known. */

/** An origin without scheme (`host[:port]`) and the path prefix behind it. */
export interface Origin {
  readonly host: string;
  readonly prefix: readonly string[];
}

/** The own machine, also by the names that an emulator (Android's, Genymotion's) and a container have for it. */
const LOOPBACK =
  /^(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|10\.0\.[23]\.2|host\.docker\.internal)(?::\d+)?$/;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** What asks the page or the request for its own server: `window.location.origin`, `${req.protocol}://${req.get('host')}`. */
const OWN_ORIGIN =
  /^(?:new URL\(['"`]\/[^()'"`]*['"`],\s*)?(?:(?:window|self|globalThis|document)\.)?location(?:\.(?:origin|href|protocol))?\)?$|^(?:req|request|ctx|context)(?:\.request)?\.protocol$/;

export function asksOwnServer(label: string): boolean {
  return OWN_ORIGIN.test(label.replaceAll('?.', '.').replace(/\.?\[['"](\w+)['"]\]/g, '.$1'));
}

/** `https://${undefined}`, `https://${''}`: no server has such a name, so that nothing sent there arrives. */
export function isNowhere(host: string): boolean {
  return /^(?:undefined|null|https?:(?:\/\/)?)$/.test(host);
}

/** `new URL(path, 'https://example.com')`: names that are kept for writing, where something absolute is asked for. */
export function isPlaceholder(host: string): boolean {
  return /^(?:example\.(?:com|org|net)|(?:[\w-]+\.)*invalid)$/i.test(host);
}

/** `staging.voice.example` beside `api.voice.example`: may well be the same platform. */
export function isAkin(one: Origin, other: Origin): boolean {
  const name = ({ host }: Origin): string => host.replace(/:\d+$/, '').split('.').slice(-2).join('.');
  return name(one) === name(other);
}

/** Host and prefix of an absolute http(s) URL; null for every other text. */
export function parseOrigin(text: string): Origin | null {
  const match = /^(?:(https?):)?\/\/(?:[^/?#@]*@)?([^/?#]+)([^?#]*)/i.exec(text.trim());
  if (match === null) return null;
  const usual = match[1]?.toLowerCase() === 'http' ? ':80' : ':443';
  const host = (match[2] ?? '').toLowerCase().replace(/\.(?=:|$)/, '');
  return {
    host: host.endsWith(usual) ? host.slice(0, -usual.length) : host,
    prefix: (match[3] ?? '').split('/').filter((segment) => segment !== ''),
  };
}

/** What a variable is set to, with a scheme or as a host alone. */
export function parseAddress(value: string): Origin | null {
  return parseOrigin(value) ?? parseOrigin(`//${value}`);
}

/** The text before the path when it is literal; null when a variable is part of it. */
export function readAuthority(url: UrlValue): string | null {
  const start = getPathStart(url);
  let authority = '';
  for (const [index, part] of url.parts.entries()) {
    if (index > start.part || (index === start.part && start.index === 0)) break;
    if (part.kind !== 'text') return null;
    authority += index === start.part ? part.text.slice(0, start.index) : part.text;
  }
  return authority;
}

/** `http://127.0.0.1:${port}`: the host is known all the same. */
export function readHostBeforePort(url: UrlValue): string | null {
  const [first] = url.parts;
  const match = first?.kind === 'text' ? /^(https?:\/\/[^/:@?#]+):$/i.exec(first.text) : null;
  const host = match?.[1];
  return host !== undefined && isLoopback(host.replace(/^https?:\/\//i, '')) ? host : null;
}

/** The variable that stands for the whole base, `${env}/path`, or for its host, `https://${env}/path`. */
export function findVariablePart(url: UrlValue): EnvPart | null {
  const { parts } = url;
  const index = parts.findIndex(({ kind }) => kind !== 'text');
  const variable = parts[index];
  if (variable?.kind !== 'env') return null;
  const before = parts.slice(0, index).map((part) => (part.kind === 'text' ? part.text : ''));
  const start = getPathStart(url);
  const isWhole = start.part <= index + 1 && start.index === 0;
  return isWhole && /^(?:(?:https?:)?\/\/)?$/i.test(before.join('')) ? variable : null;
}

export function findVariable(url: UrlValue): string | null {
  return findVariablePart(url)?.name ?? null;
}

export function hasOnlyOrigin({ parts: [first] }: UrlValue): boolean {
  return first?.kind === 'env' && first.isOrigin === true;
}

type Segments = ReturnType<typeof readUrlPath>['segments'];

/** Each alternative of an expression is compared with all others. */
const segmented = new WeakMap<UrlValue, Segments>();

function readSegments(url: UrlValue): Segments {
  const known = segmented.get(url) ?? readUrlPath(url).segments;
  segmented.set(url, known);
  return known;
}

/** The path that a fallback itself holds: what it has before the path that the variable gets, too. */
export function readOwnPath(fallback: UrlValue, variable: UrlValue): readonly string[] | null {
  const [own, behind] = [readSegments(fallback), readSegments(variable)];
  const extra = own.length - behind.length;
  if (extra < 0 || behind.some((segment, index) => own[extra + index] !== segment)) return null;
  return own.slice(0, extra).flatMap((segment) => segment ?? []);
}

/** The literal segments at the beginning of the path, to compare with a base's prefix. */
export function readPrefix(url: UrlValue): readonly string[] {
  const start = getPathStart(url);
  const segments: string[] = [];
  let text = '';
  for (const [index, part] of url.parts.entries()) {
    if (index < start.part) continue;
    if (part.kind !== 'text') break;
    text += index === start.part ? part.text.slice(start.index) : part.text;
  }
  for (const segment of text.split(/[?#]/)[0]?.split('/') ?? []) if (segment !== '') segments.push(segment);
  return segments;
}

/** The file in which the host of a URL is written. */
export function findHostFile({ parts: [first] }: UrlValue): string | null {
  return first?.kind === 'text' ? (first.origin?.file ?? null) : null;
}

/** The literals behind the one that holds the host. */
export function listPathLiterals({ parts: [, ...behind] }: UrlValue): readonly number[] {
  return behind.flatMap((part) => (part.kind === 'text' && part.origin !== null ? [part.origin.literal] : []));
}
