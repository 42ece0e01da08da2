import { inspect } from 'node:util';
import { KEY_FORM } from '../contract/catalog.ts';
import { UserError } from '../errors.ts';

/** What is wrong with a value that is no key, without repeating any of it. */
function explain(value: string): string {
  if (!value.includes(':')) return 'it has no colon';
  if (/^Bearer\s/i.test(value)) return 'it begins with Bearer, which is added when it is sent';
  if (value.startsWith(':')) return 'nothing stands in front of the colon';
  if (value.indexOf(':') === value.length - 1) return 'nothing stands behind the colon';
  return 'it holds a character that no key has';
}

/** The key of a run, shown to nobody but the function that writes the header. */
export class ApiKey {
  readonly #value: string;

  private constructor(value: string) {
    this.#value = value;
  }

  /** Throws a UserError that does not repeat the key. Blanks around it are those of a file or a shell. */
  static parse(text: string, source = 'The key'): ApiKey {
    const value = text.trim();
    if (value === '') throw new UserError(`${source} is empty.`, { hint: 'A key is <key_id>:<secret>.' });
    // Headers are Latin-1: a key with other characters could not be sent as it is.
    if (!KEY_FORM.test(value) || !/^[\x21-\x7e]+$/.test(value)) {
      throw new UserError(`${source} is not of the form <key_id>:<secret>: ${explain(value)}.`, {
        hint: 'The whole key is needed, as Settings > API Keys shows it (§5.2).',
      });
    }
    return new ApiKey(value);
  }

  /** The value of the Authorization header (§5.1). */
  toHeader(): string {
    return `Bearer ${this.#value}`;
  }

  /** What must appear nowhere: the key, and its secret unless that is a word like any other. */
  get secrets(): readonly string[] {
    const secret = this.#value.slice(this.#value.indexOf(':') + 1);
    return secret.length < 6 ? [this.#value] : [this.#value, secret];
  }

  toString(): string {
    return '[key]';
  }

  toJSON(): string {
    return '[key]';
  }

  [inspect.custom](): string {
    return '[key]';
  }
}
