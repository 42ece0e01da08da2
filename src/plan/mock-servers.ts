import type { UrlReference } from '../model/analysis.ts';
import type { UrlValue } from '../model/url-value.ts';
import type { UrlTarget } from './bases.ts';
import type { Use } from './uses.ts';

/** Mock servers of tests: whom they stand for is said by the code that is given their address. */

type Server = NonNullable<UrlReference['server']>;

/** `new VoiceClient(mockServer.url)`: does the URL begin with the address of the server? */
function isGivenBy({ givers = [] }: UrlValue, server: Server): boolean {
  return givers.some(({ file, line }) =>
    server.some((place) => place.file === file && place.line <= line && line <= place.endLine),
  );
}

/** Does the text that gets the version for the platform reach the server as well? */
function isSharedWith(use: Use, given: UrlValue): boolean {
  const literal = use.decision === 'rewrite' && use.place?.edit ? use.place.literal : null;
  return given.parts.some((part) => part.kind === 'text' && part.origin !== null && part.origin.literal === literal);
}

/** Where the code that the server is given to sends its requests otherwise; null where nobody knows, or to more than one host. */
export function findServed(server: Server, requests: readonly Use[]): UrlTarget | null {
  const given = requests.filter(({ url }) => isGivenBy(url, server));
  const placed = given.map(({ request }) =>
    requests.filter((other) => other.request === request && /^(?:platform|elsewhere)$/.test(other.target.kind)),
  );
  if (given.length === 0 || placed.some((others) => others.length === 0)) return null;
  const targets = placed.flat().map(({ target }) => target);
  const other = targets.find(({ kind }) => kind === 'elsewhere');
  if (other !== undefined) return targets.every(({ kind }) => kind === 'elsewhere') ? other : null;
  const moved = given.flatMap(({ url }, index) => (placed[index] ?? []).filter((use) => isSharedWith(use, url)));
  const target = moved[0]?.target;
  return target?.kind === 'platform' ? { kind: 'platform', base: target.base, prefix: [], implied: [] } : null;
}
