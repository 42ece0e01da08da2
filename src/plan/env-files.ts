import type { Analysis } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { EnvAssignment } from '../model/project.ts';
import { isLoopback, type Origin, parseAddress } from './origins.ts';

/** What `.env*` files say of a variable to the package that reads it: each application of a repository has its own. */

type Packages = Pick<Analysis, 'env'> & Partial<Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>>;

/** `elsewhere`: its files name another host. `unknown`: none of its files names one, or they do not agree. */
type FileAnswer = { readonly kind: 'base' | 'unknown' } | { readonly kind: 'elsewhere'; readonly host: string };

export class EnvFiles {
  readonly #analysis: Packages;
  readonly #isBase: (origin: Origin) => boolean;
  /** By name, and then by package: every URL that begins with a variable asks. */
  readonly #byName = new Map<string, ReadonlyMap<number, readonly EnvAssignment[]>>();

  constructor(analysis: Packages, isBase: (origin: Origin) => boolean) {
    this.#analysis = analysis;
    this.#isBase = isBase;
  }

  /** Can files of the two packages run in one program? */
  meet(one: number, other: number): boolean {
    const { canPackagesMeet } = this.#analysis;
    return one === other || canPackagesMeet === undefined || canPackagesMeet(one, other);
  }

  /** Whether the variable is a base where the package of this number reads it; files of some package say that it is one. */
  judge(name: string, home: number): FileAnswer {
    const { numberPackage, canPackagesMeet } = this.#analysis;
    if (home === 0 || numberPackage === undefined || canPackagesMeet === undefined) return { kind: 'base' };
    const all = this.#list(name, numberPackage);
    const own = all.get(home);
    const seen = own === undefined ? [...all].filter(([at]) => canPackagesMeet(at, home)) : [[home, own] as const];
    if (seen.length === 0) return { kind: 'unknown' };
    const answers = seen.flatMap(([, settings]) => this.#read(settings));
    const [first, ...others] = answers;
    if (first === undefined) return { kind: 'base' };
    return others.every(({ kind }) => kind === first.kind) ? first : { kind: 'unknown' };
  }

  #list(name: string, numberPackage: (file: string) => number): ReadonlyMap<number, readonly EnvAssignment[]> {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const found = new Map<number, EnvAssignment[]>();
    for (const entry of this.#analysis.env) if (entry.name === name) append(found, numberPackage(entry.file), entry);
    this.#byName.set(name, found);
    return found;
  }

  /** What the files of one package say together: `.env.staging` may name another host of the platform. */
  #read(settings: readonly EnvAssignment[]): readonly FileAnswer[] {
    const origins = settings.flatMap(({ value }) => parseAddress(value) ?? []).filter(({ host }) => !isLoopback(host));
    if (origins.some((origin) => this.#isBase(origin))) return [{ kind: 'base' }];
    return origins.slice(0, 1).map(({ host }) => ({ kind: 'elsewhere', host }));
  }
}
