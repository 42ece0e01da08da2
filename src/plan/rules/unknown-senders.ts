import { type Analysis, isRequest } from '../../model/analysis.ts';
import type { HeaderPlace } from '../../model/message.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { UrlValue } from '../../model/url-value.ts';
import { listDestinations, type Staying } from '../destinations.ts';
import type { Use } from '../uses.ts';
import type { Sender } from './header-senders.ts';

/**
 * `each(URLS, (url) => send(url, key))`: whole addresses go to /v1 that no request is seen to send, and a request whose address
 * nobody knows sends x-api-key. The one may be sent by the other.
 */

type Packages = Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>;

/** Nothing is known of where it goes but what stands behind the `?`. */
function isOpen({ parts }: UrlValue): boolean {
  const query = parts.findIndex((part) => part.kind === 'text' && part.text.startsWith('?'));
  const address = query === -1 ? parts : parts.slice(0, query);
  return address.length > 0 && address.every(({ kind }) => kind === 'hole');
}

function isWhole({ parts: [first] }: UrlValue): boolean {
  return first?.kind === 'text' && /^https?:\/\//i.test(first.text);
}

/** Addresses that stand in the code by themselves, and are of v1 once the plan is carried out. */
export function listMovedAddresses(all: readonly Use[], staying: Staying): readonly Use[] {
  return all.filter((use) => {
    const { reference, url } = use;
    if (reference === null || reference.isCompared || reference.isEmbedded || reference.isNested) return false;
    // A test double sends nothing.
    if (reference.methods !== null || reference.isHandler || reference.server !== undefined) return false;
    if (isTestFile(reference.expression.file) || !isWhole(url)) return false;
    return listDestinations([use], staying).has('v1');
  });
}

/** Those of the addresses that the requests with this header may be sent to. */
export function listPossible(
  { file, name }: HeaderPlace,
  senders: readonly Sender[],
  moved: readonly Use[],
  packages: Packages,
): readonly Use[] {
  if (name !== 'x-api-key' || isTestFile(file) || moved.length === 0) return [];
  const isUnknown = senders.some(
    ({ addressed, uses }) => isRequest(addressed) && uses.length > 0 && uses.every(({ url }) => isOpen(url)),
  );
  if (!isUnknown) return [];
  const home = packages.numberPackage(file);
  return moved.filter(
    ({ reference }) =>
      reference !== null && packages.canPackagesMeet(home, packages.numberPackage(reference.expression.file)),
  );
}

/** Why such a header is left to a person. */
export function describePossible(possible: readonly Use[]): string {
  const places = possible.flatMap(({ reference }) =>
    reference === null ? [] : [`${reference.expression.file}:${reference.expression.line}`],
  );
  const [first = '', ...others] = new Set(places);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `the address of its requests is not known, and those of ${first}${more} may be among them`;
}
