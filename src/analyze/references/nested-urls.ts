import type { HttpRequest, UrlReference } from '../../model/analysis.ts';
import { getSourceOffset, type TextPart, type UrlPart, type UrlValue } from '../../model/url-value.ts';

/** `https://cors.example/https://api.voice.example/calls`, `proxy.php?url=https://…`: what a request asks another server to ask for. */

/** Behind other names stands a page that somebody is led to or told of: `redirect_uri`, `referrer`, `u`. */
const NESTED =
  /(?:(?<=[/\0])|(?<=[?&](?:(?:url|uri|quest|target|endpoint|apiurl|dest|destination|proxy)=)?))https?:\/\/(?=[^/?#\s])/gi;

function cutPart(part: TextPart, from: number): TextPart {
  const { origin } = part;
  if (origin === null) return { ...part, text: part.text.slice(from) };
  const offsets = origin.offsets === undefined ? {} : { offsets: origin.offsets.slice(from) };
  return {
    ...part,
    text: part.text.slice(from),
    origin: { ...origin, start: getSourceOffset(origin, from), ...offsets },
  };
}

/** The parts from character `start` on, where each part that is no text counts as one character. */
function cutParts(parts: readonly UrlPart[], start: number): readonly UrlPart[] {
  let left = start;
  for (const [index, part] of parts.entries()) {
    const length = part.kind === 'text' ? part.text.length : 1;
    if (left < length) return [part.kind === 'text' ? cutPart(part, left) : part, ...parts.slice(index + 1)];
    left -= length;
  }
  return [];
}

function findNested(url: UrlValue): readonly UrlValue[] {
  const flat = url.parts.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
  const [first] = [...flat.matchAll(NESTED)].filter(({ index }) => index > 0);
  return first === undefined ? [] : [{ ...url, parts: cutParts(url.parts, first.index) }];
}

/** One reference for each request that hands an address on within its own. */
export function findNestedUrls(requests: readonly HttpRequest[]): readonly UrlReference[] {
  return requests.flatMap(({ expression, urls, methods }): readonly UrlReference[] => {
    const nested = urls.flatMap(findNested);
    return nested.length === 0 ? [] : [{ expression, urls: nested, methods, isNested: true }];
  });
}
