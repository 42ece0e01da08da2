/** Reading one base as users write it: an origin with an optional path prefix, or `env:NAME`. */

type BaseUrlResult =
  | { readonly ok: true; readonly base: string; readonly notice: string | null }
  | { readonly ok: false; readonly problem: string };

/** `URL` takes much more: a list of URLs with commas, or a wildcard. */
const HOST = /^[\w.:[\]-]+$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function refuse(problem: string): BaseUrlResult {
  return { ok: false, problem };
}

const HIDDEN = '***';

/** What was typed, as a message may repeat it: a key may have been put where none belongs, or in place of the address. */
function quote(text: string): string {
  const shown = text
    .replace(/^((?:env:)?(?:[a-z][a-z0-9+.-]*:\/\/)?)[^/@]*@/i, `$1${HIDDEN}@`)
    .replace(/([?#]).*$/s, `$1${HIDDEN}`)
    .replace(/^((?!env:)[\w.-]+:)(?!\/|\d+(?:\/|$)).*$/s, `$1${HIDDEN}`);
  return `"${shown}"`;
}

function parseName(text: string): BaseUrlResult {
  const name = text.slice('env:'.length);
  if (NAME.test(name)) return { ok: true, base: text, notice: null };
  const bare = name.replace(/^(process\.env\.|import\.meta\.env\.|\$\{?)/, '').replace(/\}$/, '');
  const hint = NAME.test(bare) ? ` Did you mean "env:${bare}"?` : '';
  return refuse(`${quote(text)} is not env:NAME with the name of an environment variable.${hint}`);
}

/** What somebody who left out `https://` or `env:` most likely meant. */
function explainUnparsable(text: string): string {
  const bare = text.replace(/^(process\.env\.|import\.meta\.env\.|\$\{?)/, '').replace(/\}$/, '');
  if (/^[A-Z_][A-Z0-9_]*$/.test(bare)) return `${quote(text)} is not a URL. Did you mean "env:${bare}"?`;
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?(\/.*)?$/.test(text)) return `"${text}" has no scheme. Did you mean "https://${text}"?`;
  return `${quote(text)} is neither a URL nor env:NAME, as in https://api.example.com or env:API_URL.`;
}

function parseOrigin(url: URL, versionPrefix: string): BaseUrlResult {
  const path = url.pathname.replace(/\/+$/, '');
  const segments = path.split('/');
  const version = segments.indexOf(versionPrefix.slice(1));
  const origin = `${url.protocol}//${url.host}`;
  if (version === -1) return { ok: true, base: origin + path, notice: null };
  const base = origin + segments.slice(0, version).join('/');
  if (version < segments.length - 1)
    return refuse(`"${origin}${path}" goes on behind ${versionPrefix}; write "${base}".`);
  return { ok: true, base, notice: `A base is written without its version: "${origin}${path}" is read as "${base}".` };
}

/**
 * The normal form of a base: lower-case host, no default port, no trailing slash, no version.
 * What may be a key is not repeated in the problem of a refused one.
 */
export function parseBaseUrl(text: string, versionPrefix: string): BaseUrlResult {
  if (text.startsWith('env:')) return parseName(text);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return refuse(explainUnparsable(text));
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return refuse('The URL holds a user name or password; leave it out.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse(`${quote(text)} is not http or https, so it is not a base of REST paths.`);
  }
  if (url.search !== '' || url.hash !== '')
    return refuse(`${quote(text)} has a query or fragment; a base ends with its path.`);
  if (!HOST.test(url.host))
    return refuse(`"${url.host}" is not the name of one host; several bases are given one by one.`);
  return parseOrigin(url, versionPrefix);
}
