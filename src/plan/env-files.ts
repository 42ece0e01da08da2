import type { Analysis } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { EnvAssignment } from '../model/project.ts';
import { isAkin, isLoopback, isPlaceholder, type Origin, parseAddress } from './origins.ts';
import { isSetForTests } from './test-hosts.ts';

/** What `.env*` files say of a variable to the package that reads it: each application of a repository has its own. */

type Packages = Pick<Analysis, 'env'> & Partial<Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>>;

/** `elsewhere`: its files name another host. `unknown`: none of its files names one, or they do not agree. */
type FileAnswer = { readonly kind: 'base' | 'unknown' } | Elsewhere;

interface Elsewhere {
  readonly kind: 'elsewhere';
  readonly host: string;
}

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

  /**
   * The other server that every file sets the variable to, where they name the platform under another name; null where one
   * sets it to what may be a base, and where all know only the own machine.
   */
  findOther(name: string, home: number, bases: readonly Origin[]): Elsewhere | null {
    const { env, numberPackage } = this.#analysis;
    const settings = env.filter(
      (entry) => entry.name === name && !isSetForTests(entry) && this.meet(numberPackage?.(entry.file) ?? 0, home),
    );
    const origins = settings.map(({ value }) => parseAddress(value));
    const remote = origins.flatMap((origin) => (origin !== null && !isLoopback(origin.host) ? [origin] : []));
    const [first] = remote;
    if (first === undefined || origins.includes(null) || !this.#nameBase()) return null;
    const mayBeBase = (origin: Origin) => isPlaceholder(origin.host) || bases.some((base) => isAkin(base, origin));
    return remote.some(mayBeBase) ? null : { kind: 'elsewhere', host: first.host };
  }

  /** Do the files say where the platform is? Where none does, it may be the variable whose server they do not know yet. */
  #nameBase(): boolean {
    return this.#analysis.env.some(({ value }) => {
      const origin = parseAddress(value);
      return origin !== null && this.#isBase(origin);
    });
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
