/** Telling `<key_id>:<secret>` (§5.2) from all else that has a colon in it: hosts, versions, specifiers, styles. */

const SCHEME =
  /^(?:node|npm|jsr|link|portal|patch|catalog|github|gitlab|bitbucket|file|data|urn|https?|wss?|blob|git|workspace)$/i;
const PORT = /^\d{1,5}(?:\/|$)/;
/** As hosts are named. */
const HOST = /^[A-Za-z0-9.-]+$/;
const VERSION = /^v?\d+(?:\.\d+)+(?:-[a-z][a-z0-9.]*)?$/;
/** What an image, a style or a platform is called; ids of keys have digits. */
const WORD = /^(?:[A-Za-z][A-Za-z.-]*|\dxl)$/;
/** `neutral`, `500`, `alpine3`, `200ms` */
const WORD_PART = /^(?:[A-Za-z]+\d{0,2}|\d{1,4}[a-z]{0,3})$/;
const FEW_CAPITALS = /^[A-Z]?[^A-Z]*(?:[A-Z][^A-Z]{2,})*$/;

interface Pair {
  readonly id: string;
  readonly secret: string;
}

function splitPair(pair: string): Pair {
  const [colon = ':'] = /:|%3A/i.exec(pair) ?? [];
  const at = pair.indexOf(colon);
  return { id: pair.slice(0, at), secret: pair.slice(at + colon.length) };
}

function isMixed(text: string): boolean {
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text);
}

/** `bg-neutral-500/50`, `16.2-alpine3.19`: words and small numbers. */
function isMadeOfWords(text: string): boolean {
  const parts = text.split(/[-_./+=~]+/).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => WORD_PART.test(part) && FEW_CAPITALS.test(part));
}

/** Certainly no key, also where a line speaks of keys: `node:crypto`, `localhost:3000`, `vault:1.15.4`. */
export function isAddressOrVersion(pair: string): boolean {
  const { id, secret } = splitPair(pair);
  if (SCHEME.test(id) || secret.startsWith('//')) return true;
  return (HOST.test(id) && PORT.test(secret)) || (WORD.test(id) && VERSION.test(secret));
}

/** Does nothing but the pair itself say that it is a key? */
export function isLikelyPair(pair: string): boolean {
  const { id, secret } = splitPair(pair);
  if (isAddressOrVersion(pair) || !/\d/.test(secret) || !/[A-Za-z]/.test(secret)) return false;
  if (/^[A-Za-z]$/.test(id) && secret.startsWith('/')) return false;
  // A path is no secret, but base64 has slashes, too.
  if (secret.includes('/') && !secret.split('/').some(isMixed)) return false;
  return !WORD.test(id) || !isMadeOfWords(secret);
}
