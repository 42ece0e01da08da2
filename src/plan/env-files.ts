import type { Analysis } from '../model/analysis.ts';
import type { EnvAssignment } from '../model/project.ts';
import { isLoopback, type Origin, parseAddress } from './origins.ts';

/** What `.env*` files say of a variable to the package that reads it: each application of a repository has its own. */

type Packages = Pick<Analysis, 'env'> & Partial<Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>>;

/** `elsewhere`: its files name another host. `unknown`: none of its files names one, or they do not agree. */
export type FileAnswer = { readonly kind: 'base' | 'unknown' } | { readonly kind: 'elsewhere'; readonly host: string };

export class EnvFiles {
  readonly #analysis: Packages;
  readonly #isBase: (origin: Origin) => boolean;

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
    const { env, numberPackage, canPackagesMeet } = this.#analysis;
    if (home === 0 || numberPackage === undefined || canPackagesMeet === undefined) return { kind: 'base' };
    const all = env.filter((entry) => entry.name === name);
    const own = all.filter(({ file }) => numberPackage(file) === home);
    const seen = own.length > 0 ? own : all.filter(({ file }) => canPackagesMeet(numberPackage(file), home));
    if (seen.length === 0) return { kind: 'unknown' };
    const packages = new Set(seen.map(({ file }) => numberPackage(file)));
    const answers = [...packages].flatMap((at) => this.#read(seen.filter(({ file }) => numberPackage(file) === at)));
    const [first, ...others] = answers;
    if (first === undefined) return { kind: 'base' };
    return others.every(({ kind }) => kind === first.kind) ? first : { kind: 'unknown' };
  }

  /** What the files of one package say together: `.env.staging` may name another host of the platform. */
  #read(settings: readonly EnvAssignment[]): readonly FileAnswer[] {
    const origins = settings.flatMap(({ value }) => parseAddress(value) ?? []).filter(({ host }) => !isLoopback(host));
    if (origins.some((origin) => this.#isBase(origin))) return [{ kind: 'base' }];
    return origins.slice(0, 1).map(({ host }) => ({ kind: 'elsewhere', host }));
  }
}
