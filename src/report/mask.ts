import { isAddressOrVersion, isLikelyPair } from './key-pairs.ts';

/**
 * Hides literal keys in text that is shown to people. It would rather hide too much than too little: what it hides
 * is only ever context, and the `patch` format has the source as it is.
 */

export const MASK = '***';

/** `https://user:secret@host` */
const CREDENTIALS_IN_URL = /(\/\/)(?:[^/\s'"`@$]|\$(?!\{))+@/g;
/** `Bearer abc`, but not `Bearer ${key}`, not `Bearer <key>`, and not the words "a bearer token". */
const BEARER = /\b(Bearer|Basic)(\s+)(?![<$]|tokens?(?:[\s.,;:)]|$))[^\s'"`]{4,}/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** What stands between two quote characters, whichever: an apostrophe in a comment must not shift what a literal is. */
const QUOTED = /(?<=['"`])[^'"`]+/g;
/** Named as a key directly before the literal: `apiKey: `, `env.VOICE_API_KEY ?? `, `const token: string = `. */
const ASSIGNED =
  /(api[-_]?key|_key|\bKEY|secret|token|password|passwd|credentials?|authorization)['"`\])]*\s*(:\s*\w+\s*=|\?\?=?|\|\|=?|[:=])\s*$/i;
/** Passed behind the quoted name of a header: `set('x-api-key', `. */
const PASSED = /(api[-_]?key|secret|token|authorization)['"`]\s*,\s*$/i;
/** `'https://…/oauth/token',`: an address that ends like the name of a key names none. */
const ADDRESS_BEFORE = /['"`](?:\w+:\/\/|\/|\$\{)[^'"`]*['"`][\])]*\s*(?:,|\?\?=?|\|\|=?|[:=])\s*$/;
/** A line that speaks of keys, where every pair is one. */
const KEY_ON_LINE = /api[-_]?key|_key\b|\bkey\b|secret|token|password|credential|authorization|bearer/i;
/** `<key_id>:<secret>` (§5.2) */
const PAIR = /^[A-Za-z0-9_.-]+:[A-Za-z0-9_.~+/=-]{4,}$/;
const LONG_PAIR = /^[A-Za-z0-9_.-]+:[\w.~+/=-]{12,}$/;
/** Names of variables and headers are not values, nor is what `fetch` knows for `credentials`. */
const NAME =
  /^(?:include|omit|same-origin|[A-Z][A-Z0-9_]*|[a-z-]*api[-_]?key|[Aa]uthorization|[Bb]earer|[Bb]asic|\s*)\s*$/;
/** `?token=abc` of an address, but not `?token=${token}` and not `?key=<key>`. */
const KEY_IN_QUERY =
  /([?&](?:api[-_]?key|key|token|access[-_]?token|secret|password|auth|sig|signature)=)(?![<${])[^&\s'"`#]{4,}/gi;
/** A pair without quotes of its own: in a comment, or in the path of an address. */
const BARE_PAIR = /(?<![\w.~+%-])[A-Za-z0-9_.-]{3,}(?::|%3A)[\w.~+/=-]{16,}/gi;
/** What the platform's ids of keys begin with (§5.2), wherever it stands. */
const KEY_PAIR = /(?<![A-Za-z0-9-])key_[A-Za-z0-9]+(?::|%3A)[\w.~+/=-]{4,}/gi;
/** `VOICE_API_KEY=value` of a shell, of a `.env` or of a cookie; code has quotes there, a call or a dot. */
const SET_BARE = /(\b[A-Za-z_]*(?:key|token|secret|passwd|password)[A-Za-z_]*=)(?![<${*])([\w:~+/-]{8,})(?![\w(.[])/gi;
/** All of a literal, without the separators that names have. */
const PLAIN_TOKEN = /(?<=(['"`]))[A-Za-z0-9_]{20,}(?=\1)/g;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONG_TOKEN = /(?<![\w/-])[\w-]{32,}(?![\w-])/g;

function hasDigitsAndLetters(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** `key: 'createCall'`: what has a key of its own is mostly a list, … */
const ANY_KEY = /(?:^|[^\w-])key['"`\])]*\s*[:=]\s*$/;
const WORDS = /^[A-Za-z]+(?:[-_/. ][A-Za-z]+)*$/;

/** … and words are no secret: letters alone, of which few are capitals. */
export function isWords(value: string): boolean {
  return WORDS.test(value) && (value.match(/[A-Z]/g)?.length ?? 0) * 4 <= value.length;
}

/** `:key="agent.id"`, `v-bind:token="token"`, `[key]="id"` of a template: an expression, whose own texts have quotes of theirs. */
const BOUND = /(?:^|[\s<])(?::|v-bind:|\[)[\w.-]+\]?=$/;
/** `:api-key="'…'"`: a text in such an expression. */
const BOUND_TEXT = /(?:^|[\s<])(?::|v-bind:|\[)[\w.-]*(?:api[-_]?key|secret|token|password)\]?="$/i;
const EXPRESSION = /^[A-Za-z_$][\w$]*(?:[\s.?!+[\]()-][\w$]*)*$/;

/** `` `Bearer ${'id'}:${'secret'}` `` */
const BEHIND_COLON = /\}:\$\{\s*$/;

function isAnnounced(before: string): boolean {
  if (ADDRESS_BEFORE.test(before)) return false;
  return ASSIGNED.test(before) || PASSED.test(before) || BOUND_TEXT.test(before);
}

/** `'token',` and `'agents'` below it: of a list, a line announces no word of the next. */
function isNextOfList(value: string, own: string, before: string): boolean {
  return own.trim() === '' && PASSED.test(before) && isWords(value);
}

/** `own`: what of the line itself stands before the quote. */
function isKey(value: string, own: string, before: string, speaksOfKeys: boolean): boolean {
  if (value.startsWith('/') || value.includes('${') || value.includes(MASK) || NAME.test(value)) return false;
  if (ANY_KEY.test(before) && isWords(value)) return false;
  if (BOUND.test(before) && EXPRESSION.test(value)) return false;
  if (isNextOfList(value, own, before)) return false;
  if (isAnnounced(before) || (speaksOfKeys && BEHIND_COLON.test(before))) return value.length >= 4;
  if (speaksOfKeys) return PAIR.test(value) && !isAddressOrVersion(value);
  return LONG_PAIR.test(value) && isLikelyPair(value);
}

/** What announces a value stands right before it; a line can be a table of a megabyte. */
const MAX_ANNOUNCEMENT = 200;

/** What stands before a quote, with the line above for one that stands near the beginning of its own. */
function readBefore(own: string, above: string): string {
  return own.length < MAX_ANNOUNCEMENT ? above.slice(-MAX_ANNOUNCEMENT) + own : own;
}

function maskLiterals(line: string, speaksOfKeys: boolean, above: string): string {
  return line.replace(QUOTED, (value, offset: number) => {
    const own = line.slice(Math.max(0, offset - 1 - MAX_ANNOUNCEMENT), Math.max(0, offset - 1));
    return isKey(value, own, readBefore(own, above), speaksOfKeys) ? MASK : value;
  });
}

function looksRandom(text: string, digits: number): boolean {
  return (text.match(/\d/g)?.length ?? 0) >= digits && hasDigitsAndLetters(text) && !UUID.test(text);
}

function maskLongTokens(line: string): string {
  return line
    .replace(LONG_TOKEN, (token) => (looksRandom(token, 4) ? MASK : token))
    .replace(PLAIN_TOKEN, (token) => (looksRandom(token, 6) ? MASK : token))
    .replace(BARE_PAIR, (pair, offset: number) => {
      // Behind `NAME=` less is enough to tell it from a range or a ratio.
      const digits = line[offset - 1] === '=' ? 2 : 4;
      return looksRandom(pair.replace(/^.*?(?::|%3A)/i, ''), digits) && isLikelyPair(pair) ? MASK : pair;
    });
}

/** One line of source or of prose; `above` is the line before it, whose end can announce a key. */
export function maskLine(line: string, above = ''): string {
  const plain = line
    .replace(CREDENTIALS_IN_URL, `$1${MASK}@`)
    .replace(BEARER, `$1$2${MASK}`)
    .replace(JSON_WEB_TOKEN, MASK)
    .replace(KEY_IN_QUERY, `$1${MASK}`)
    .replace(KEY_PAIR, MASK)
    .replace(SET_BARE, (whole, name: string, value: string) => (looksRandom(value, 1) ? `${name}${MASK}` : whole));
  const announcing = above.trimEnd();
  const speaksOfKeys = KEY_ON_LINE.test(plain) || isAnnounced(announcing);
  return maskLongTokens(maskLiterals(plain, speaksOfKeys, announcing));
}

/** Any text, line by line. */
export function maskText(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, index) => maskLine(line, lines[index - 1])).join('\n');
}

/** What each line holds of which something is hidden, or the line before it. */
const MAY_HOLD_KEY =
  /\/\/(?:[^/\s'"`@$]|\$(?!\{))+@|bearer|basic|eyJ|key|secret|token|passw|credential|authorization|[\w-]{32}|(?::|%3A)(?!\/\/)[\w.~+/=-]{12}|['"`]\w{20}|[?&](?:auth|sig)/i;

/** A unified diff: its head stays, and the marks before the source lines do not count as text. */
export function maskDiff(diff: string): string {
  if (!MAY_HOLD_KEY.test(diff)) return diff;
  const lines = diff.split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@ '));
  return lines
    .map((line, index) => {
      if (first === -1 || index <= first || line.startsWith('@@ ')) return line;
      return line.charAt(0) + maskLine(line.slice(1), lines[index - 1]?.slice(1));
    })
    .join('\n');
}
