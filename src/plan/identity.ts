import { createHash } from 'node:crypto';
import type { FindingCode } from '../model/findings.ts';

/**
 * Ids of findings: a hash of what the finding is about and of the text it stands in, never of its position, so that an
 * id survives line moves and unrelated edits. Equal ones in a file are told apart by their order.
 */
export class IdentitySource {
  readonly #seen = new Map<string, number>();
  readonly #used = new Set<string>();

  create(code: FindingCode, file: string, path: string | null, text: string): string {
    const subject = [code, file, path ?? '', text.replace(/\s+/g, ' ').trim()].join('\0');
    const ordinal = this.#seen.get(subject) ?? 0;
    this.#seen.set(subject, ordinal + 1);
    for (let salt = 0; ; salt += 1) {
      const hash = createHash('sha256').update(`${subject}\0${ordinal}\0${salt}`).digest('hex');
      const id = `VM-${hash.slice(0, 8)}`;
      if (this.#used.has(id)) continue;
      this.#used.add(id);
      return id;
    }
  }
}
