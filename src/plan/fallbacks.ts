import type { UrlValue } from '../model/url-value.ts';
import type { Origin } from './origins.ts';
import type { OriginEntry, VariableEntry } from './test-hosts.ts';

/** `process.env.X ?? 'https://platform'`: what code says of the variables of bases. */

/** What one fallback says of a variable. `entry`: null for a host that is no base's. */
interface Fallback {
  readonly entry: OriginEntry | null;
  /** Null where the fallback itself does not say it. */
  readonly implied: readonly string[] | null;
  readonly origin: Origin | null;
  /** The package of the file that reads the variable, by number: another one may let it fall back to something else. */
  readonly home: number;
}

function nameOrigin({ host, prefix }: Origin): string {
  return [host, ...prefix].join('/');
}

/** Fallbacks of one name are one: they differ by the base that they name. */
function nameBase({ entry, origin }: Fallback): string {
  if (origin !== null) return `${nameOrigin(origin)} and a path`;
  return entry === null ? '' : nameOrigin(entry);
}

/** What path stands before that of a request; null where it is no base. */
function namePath({ entry, implied, origin }: Fallback): string | null {
  if (entry === null) return null;
  return origin === null ? [...entry.prefix, '', ...(implied ?? [])].join('/') : ['behind', ...origin.prefix].join('/');
}

/** URLs of one way through the program: alternatives of one expression, not what different callers ask for. */
export function groupByWay(urls: readonly UrlValue[]): readonly (readonly UrlValue[])[] {
  const groups = new Map<number, UrlValue[]>();
  for (const url of urls) {
    for (const way of url.ways ?? [0]) {
      const group = groups.get(way);
      if (group === undefined) groups.set(way, [url]);
      else group.push(url);
    }
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

export class Fallbacks {
  /** By name, and then by package and base: thousands of files say the same. */
  readonly #byName = new Map<string, Map<string, Fallback>>();

  add(name: string, fallback: Fallback): void {
    const known = this.#byName.get(name) ?? new Map<string, Fallback>();
    const key = `${fallback.home} ${nameBase(fallback)}`;
    known.set(key, { ...fallback, implied: fallback.implied ?? known.get(key)?.implied ?? null });
    this.#byName.set(name, known);
  }

  listNames(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** What the fallbacks of files that `isMet` say of a variable, unless some of them name another host; null where nobody says it. */
  find(name: string, declared: VariableEntry | undefined, isMet: (home: number) => boolean): VariableEntry | null {
    const byBase = new Map<string, Fallback>();
    for (const fallback of this.#byName.get(name)?.values() ?? []) {
      if (!isMet(fallback.home)) continue;
      const key = nameBase(fallback);
      byBase.set(key, { ...fallback, implied: fallback.implied ?? byBase.get(key)?.implied ?? [] });
    }
    const [found, ...others] = byBase.values();
    // Of several bases it does not matter which it is, as long as all have the same path.
    if (found === undefined || others.some((other) => namePath(other) !== namePath(found))) return null;
    const { entry, implied, origin } = found;
    if (entry === null || declared?.isMixed === true || (declared !== undefined && declared.implied.length > 0))
      return null;
    const isLess = origin !== null && declared === undefined;
    return { base: declared?.base ?? entry.base, implied: implied ?? [], ...(isLess ? { origin } : {}) };
  }
}
