import type { Catalog } from '../contract/catalog.ts';
import type { EndpointUse } from '../model/plan.ts';

/** What a caller of the library hands over: no type of Node's or of a package, so that theirs need not be installed. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds, and how often. */
export interface Timing {
  /** Deadline of one request, body included. */
  readonly request: number;
  /** Deadline of the run. */
  readonly budget: number;
  /** Least time between the starts of two requests, and between two keyless unsafe ones. */
  readonly gap: number;
  readonly unsafeGap: number;
  /** Wait before a second try; doubled before a third. */
  readonly retry: number;
  readonly maxRequests: number;
  /** All waits for `Retry-After` together. */
  readonly maxWait: number;
}

export interface ProbeOptions {
  /** https, or http on loopback; the key goes to this origin only. */
  readonly baseUrl: string;
  /** `<key_id>:<secret>` (§5.2). */
  readonly key: string;
  /** Default: every documented operation. */
  readonly endpoints?: readonly EndpointUse[];
  readonly catalog?: Catalog;
  /** Run the agent builder once with the key (§4.1: it changes nothing). */
  readonly stream?: boolean;
  /** False: POST and PATCH are not asked at all. */
  readonly keylessWrites?: boolean;
  /** Also compare the legacy twin of each GET, by shape. */
  readonly legacy?: boolean;
  /** Milliseconds and counts; `budget` bounds the whole run. */
  readonly timing?: Partial<Timing>;
  /** Ends the run; what is known by then is the result, with `stopped: 'interrupted'`. */
  readonly signal?: AbortSignal | undefined;
  /** Where the proxy variables and NODE_TLS_REJECT_UNAUTHORIZED are looked up; default: nowhere. */
  readonly env?: Environment;
  /** False: no proxy, whatever the environment says. */
  readonly proxy?: boolean;
  /** Further certificate authorities, PEM. */
  readonly ca?: readonly string[];
  readonly now?: () => Date;
  readonly createWord?: () => string;
  readonly onProgress?: (done: number, total: number, endpoint: EndpointUse) => void;
}
