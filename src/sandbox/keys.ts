import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { KEY_FORM } from '../contract/catalog.ts';
import { UserError } from '../errors.ts';

interface Key {
  readonly revoked: boolean;
  /** Milliseconds since the epoch; Infinity for a key that does not expire. */
  readonly expires: number;
}

/** When the expired key of the sandbox expired: invented, before every clock that a user has. */
const EXPIRED_SINCE = Date.UTC(2026, 0, 1);

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** The one value of a header as it was sent, or null: Node silently drops a repeated Authorization. */
function readSingleHeader(request: IncomingMessage, name: string): string | null {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? (values[0] ?? null) : null;
}

/** The token of a bearer header (§5.1); the scheme in any case. Parsed by hand: the colon is no RFC 6750 token. */
function readBearer(request: IncomingMessage): string | null {
  const header = readSingleHeader(request, 'authorization');
  return header === null ? null : (/^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? null);
}

/** The keys of the workspace. Tokens are compared as hashes, so a comparison tells nothing of a key by its time. */
export class KeyRing {
  readonly #keys = new Map<string, Key>();
  readonly #now: () => Date;
  /** What must never be written anywhere. */
  readonly secrets: readonly string[];

  /**
   * `key` is the one that works. Beside it stand a revoked and an expired one with the same secret (invented):
   * `<key_id>-revoked:<secret>` and `<key_id>-expired:<secret>`.
   */
  constructor(key: string, now: () => Date) {
    if (!KEY_FORM.test(key)) {
      throw new UserError('The key is not of the form <key_id>:<secret>.', { hint: '--key my-key:my-secret' });
    }
    const id = key.slice(0, key.indexOf(':'));
    const secret = key.slice(key.indexOf(':') + 1);
    this.#now = now;
    this.#keys.set(hash(key), { revoked: false, expires: Infinity });
    this.#keys.set(hash(`${id}-revoked:${secret}`), { revoked: true, expires: Infinity });
    this.#keys.set(hash(`${id}-expired:${secret}`), { revoked: false, expires: EXPIRED_SINCE });
    // A short secret is a word like any other; hiding it everywhere would garble the journal.
    this.secrets = secret.length < 8 ? [key] : [key, secret];
  }

  #isGood(token: string | null): boolean {
    const key = token === null ? undefined : this.#keys.get(hash(token));
    return key !== undefined && !key.revoked && this.#now().getTime() < key.expires;
  }

  /** Does the request carry a good key? On legacy paths `x-api-key` counts too: inferred from §5.5, which ends it on /v1. */
  isAuthorized(request: IncomingMessage, isLegacy: boolean): boolean {
    if (this.#isGood(readBearer(request))) return true;
    return (
      isLegacy && request.headers.authorization === undefined && this.#isGood(readSingleHeader(request, 'x-api-key'))
    );
  }
}
