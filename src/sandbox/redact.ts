const MASK = '[redacted]';
const SECRET_NAME = /secret|password|authorization|token|api[-_]?key/i;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing
  }
}

/** Hides keys by value and secrets by the name of their member, in whatever is written out. */
export class Redactor {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  text(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  }

  /** A path that spells a key with percent signs is written decoded, and masked. */
  path(path: string): string {
    if (!path.includes('%')) return this.text(path);
    const decoded = decode(path);
    const masked = this.text(decoded);
    return masked === decoded ? path : masked;
  }

  json(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.json(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const hidden = SECRET_NAME.test(name) && typeof member === 'string';
        return [this.text(name), hidden ? MASK : this.json(member)];
      }),
    );
  }
}
