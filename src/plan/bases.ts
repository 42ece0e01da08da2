import { startsWithSegments } from '../contract/catalog.ts';
import type { Analysis, ProxiedPath } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { BaseOption } from '../model/options.ts';
import type { BaseSource } from '../model/plan.ts';
import { isTestFile } from '../model/test-files.ts';
import type { EnvPart, UrlValue } from '../model/url-value.ts';
import { listDoubles } from './doubles.ts';
import { EnvFiles } from './env-files.ts';
import { Fallbacks, groupByWay } from './fallbacks.ts';
import {
  asksOwnServer,
  findHostFile,
  findVariablePart,
  hasOnlyOrigin,
  isLoopback,
  type Origin,
  parseAddress,
  parseOrigin,
  readAuthority,
  readHostBeforePort,
  readOwnPath,
  readPrefix,
} from './origins.ts';
import { mergePaths, readVersion } from './set-variables.ts';
import { findStanding, listStandingPaths, type StandingPath } from './standing-paths.ts';
import { listOnlyInTests, type OriginEntry, type VariableEntry } from './test-hosts.ts';

/** Which URLs go to the platform. */

export interface KnownBase {
  /** As reported: `https://api.voice.example` or `env:NAME`. */
  readonly base: string;
  readonly source: BaseSource;
}

/** Where a URL goes. `prefix`: path segments that the base itself holds. */
export type UrlTarget =
  | {
      readonly kind: 'platform';
      readonly base: string;
      readonly prefix: readonly string[];
      readonly implied: readonly string[];
      /** Set where files set the variable to addresses of different paths: no text fits all of them. */
      readonly isMixed?: true;
      /** The place of the proxy of the own server that hands the path on. */
      readonly proxy?: string;
    }
  | { readonly kind: 'elsewhere'; readonly host: string }
  | { readonly kind: 'relative' }
  | { readonly kind: 'unknown'; readonly label: string; readonly variable: string | null };

/** What of the analysis says where URLs go. */
type Findings = Pick<Analysis, 'env' | 'requests' | 'references'> &
  Partial<
    Pick<Analysis, 'proxies' | 'testSettings' | 'mockedBases' | 'numberPackage' | 'canPackagesMeet' | 'ownPaths'>
  >;

export class BaseTable {
  readonly known: KnownBase[] = [];
  readonly #origins: OriginEntry[] = [];
  /** The variables that options and files say to be bases. */
  readonly #declared = new Map<string, VariableEntry>();
  readonly #fallbacks = new Fallbacks();
  /** What was asked for, once nothing more is found out. */
  readonly #located = new Map<UrlValue, UrlTarget>();
  readonly #proxies: readonly ProxiedPath[];
  readonly #files: EnvFiles;
  /** Paths of the own server that stand for a base while one develops. */
  readonly #standing: readonly StandingPath[];

  constructor(options: readonly BaseOption[], analysis: Findings) {
    this.#proxies = analysis.proxies ?? [];
    const isBase = (origin: Origin) => this.#findOrigin(origin) !== undefined;
    for (const option of options) this.#add(option, analysis.env);
    const env = [...analysis.env, ...listOnlyInTests(analysis, isBase)];
    this.#files = new EnvFiles({ ...analysis, env }, isBase);
    this.#addEnvFiles(env);
    this.#addFallbacks(analysis);
    this.#addDoubles(analysis);
    this.#located.clear();
    this.#standing = listStandingPaths(
      analysis,
      (name) => this.#findAnywhere(name),
      (url) => this.locate(url),
    );
  }

  get isEmpty(): boolean {
    return this.known.length === 0;
  }

  #add({ base, source }: BaseOption, env: Analysis['env']): void {
    this.known.push({ base, source });
    if (base.startsWith('env:')) {
      const name = base.slice('env:'.length);
      const paths = env.filter((entry) => entry.name === name).map(readVersion);
      this.#declared.set(name, { base, ...mergePaths(paths) });
      return;
    }
    const origin = parseOrigin(base);
    if (origin !== null) this.#origins.push({ ...origin, base });
  }

  #findOrigin(origin: Origin): OriginEntry | undefined {
    return this.#origins
      .filter((entry) => entry.host === origin.host && startsWithSegments(origin.prefix, entry.prefix))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  }

  /** A base whose path begins with all that an origin holds, and goes on. */
  #findBehind({ host, prefix }: Origin): OriginEntry | undefined {
    return this.#origins.find(
      (entry) => entry.host === host && entry.prefix.length > prefix.length && startsWithSegments(entry.prefix, prefix),
    );
  }

  /** A variable that an `.env*` file of the tree, or else a test, sets to a known base is that base too. */
  #addEnvFiles(env: Analysis['env']): void {
    const settings = new Map<string, (readonly string[])[]>();
    for (const { name, value } of env) {
      const origin = parseAddress(value);
      const entry = origin === null ? undefined : this.#findOrigin(origin);
      if (origin === null || entry === undefined || this.#declared.has(name)) continue;
      append(settings, name, origin.prefix.slice(entry.prefix.length));
    }
    for (const [name, paths] of settings) {
      const base = `env:${name}`;
      this.known.push({ base, source: 'env-file' });
      this.#declared.set(name, { base, ...mergePaths(paths), isFromFiles: true });
    }
  }

  /** What code lets variables fall back to: the platform, unless other code of the same program names another host. */
  #addFallbacks({ requests, references }: Pick<Analysis, 'requests' | 'references'>): void {
    const several = [...requests, ...references].filter(({ urls }) => urls.length > 1);
    this.#addNamedFallbacks(several.flatMap((entry) => groupByWay(entry.urls)));
    for (const urls of several.flatMap((entry) => groupByWay(entry.urls))) {
      for (const variable of urls) {
        const part = findVariablePart(variable);
        // Where the path of the base was replaced, what is left says nothing of the base.
        if (part === null || hasOnlyOrigin(variable)) continue;
        for (const url of urls) this.#addFallback(part, url, variable);
      }
    }
  }

  /** What a named variable falls back to is the same platform, unless it falls back to several hosts. */
  #addNamedFallbacks(ways: readonly (readonly UrlValue[])[]): void {
    const hosts = new Map<VariableEntry, Set<string>>();
    for (const urls of ways) {
      for (const variable of urls) {
        const part = findVariablePart(variable);
        const named = part === null ? undefined : this.#declared.get(part.name);
        // The other way round an address beside it is enough; that a host is the platform must be written.
        if (part?.defaults === undefined || named === undefined || hasOnlyOrigin(variable)) continue;
        if (!this.#isBaseFor(part.name, named, part.home)) continue;
        const known = hosts.get(named) ?? new Set();
        hosts.set(named, known);
        for (const url of urls) {
          const origin = parseOrigin(readAuthority(url) ?? '');
          if (origin === null || !part.defaults.includes(origin.host)) continue;
          if (isLoopback(origin.host) || isTestFile(findHostFile(url) ?? '')) continue;
          if (this.#findOrigin({ ...origin, prefix: readPrefix(url) }) === undefined) known.add(origin.host);
        }
      }
    }
    for (const [{ base }, [host, ...others]] of hosts)
      if (host !== undefined && others.length === 0) this.#origins.push({ host, prefix: [], base });
  }

  #addFallback({ name, home, defaults }: EnvPart, url: UrlValue, variable: UrlValue): void {
    const origin = parseOrigin(readAuthority(url) ?? '');
    if (origin === null || isLoopback(origin.host)) return;
    // `voice ? VOICE : process.env.OWN ?? 'http://localhost:3000'`: it has a default, and that is another host.
    if (defaults !== undefined && !defaults.includes(origin.host)) return;
    const entry = this.#findOrigin({ ...origin, prefix: readPrefix(url) }) ?? null;
    // What a test gives in the place of the base says nothing of the base.
    if (entry === null && isTestFile(findHostFile(url) ?? '')) return;
    const own = readOwnPath(url, variable);
    const beginning = own === null ? undefined : this.#findBehind({ host: origin.host, prefix: own });
    const held = own === null || beginning === undefined ? null : { host: origin.host, prefix: own };
    const implied = own?.slice(entry?.prefix.length ?? 0) ?? null;
    this.#fallbacks.add(name, { entry: beginning ?? entry, implied, origin: held, home });
  }

  #isBaseFor(name: string, { isFromFiles }: VariableEntry, home: number): boolean {
    return isFromFiles !== true || this.#files.judge(name, home).kind === 'base';
  }

  /** What a variable stands for, somewhere in the project. */
  #findAnywhere(name: string): VariableEntry | undefined {
    const declared = this.#declared.get(name);
    return this.#fallbacks.find(name, declared, () => true) ?? declared;
  }

  /** Where a URL goes that begins with a variable, as the package of the file that reads it has it. */
  #locateVariable({ name, home }: EnvPart, url: UrlValue): UrlTarget {
    const unknown = { kind: 'unknown', label: name, variable: name } as const;
    const declared = this.#declared.get(name);
    const entry = this.#fallbacks.find(name, declared, (other) => this.#files.meet(other, home)) ?? declared;
    if (entry === undefined) return this.#files.findOther(name, home, this.#origins) ?? unknown;
    const said = entry.isFromFiles === true ? this.#files.judge(name, home) : null;
    if (said !== null && said.kind !== 'base') return said.kind === 'elsewhere' ? said : unknown;
    // Where bases have a path of their own, a path that replaces it leads beside the platform, or nobody knows where.
    const isBeside = hasOnlyOrigin(url) && this.#origins.some((o) => o.prefix.length > 0);
    if (entry.origin !== undefined) return this.#locateBehind(entry.origin, url);
    if (isBeside) return unknown;
    const { base, implied, isMixed } = entry;
    return { kind: 'platform', base, prefix: [], implied, ...(isMixed === undefined ? {} : { isMixed }) };
  }

  #addDoubles(analysis: Findings): void {
    const doubles = listDoubles(
      analysis,
      (name) => this.#findAnywhere(name),
      (url) => this.locate(url),
    );
    for (const double of doubles)
      if (!this.#origins.some(({ host }) => host === double.host)) this.#origins.push(double);
  }

  /** What stands for the platform in a text: its hosts, and `env:NAME` for the variables that hold one. */
  listHosts(): readonly string[] {
    const names = [...this.#declared.keys(), ...this.#fallbacks.listNames()];
    const known = names.filter((name) => this.#findAnywhere(name) !== undefined);
    return [...new Set([...this.#origins.map(({ host }) => host), ...known.map((name) => `env:${name}`)])];
  }

  /** Where a path behind an origin that may be less than a base goes. */
  #locateBehind({ host, prefix }: Origin, url: UrlValue): UrlTarget {
    const entry = this.#findOrigin({ host, prefix: [...prefix, ...readPrefix(url)] });
    if (entry === undefined) return { kind: 'elsewhere', host };
    return { kind: 'platform', base: entry.base, prefix: entry.prefix.slice(prefix.length), implied: [] };
  }

  /** `/voice/calls`, where a proxy of the own server hands on what comes below `/voice`. */
  #locateProxied(url: UrlValue): UrlTarget | null {
    const [first] = url.parts;
    if (first?.kind !== 'text' || first.origin === null || !first.text.startsWith('/')) return null;
    const { file } = first.origin;
    const segments = readPrefix(url);
    for (const proxy of this.#proxies) {
      if (!file.startsWith(proxy.folder) || !startsWithSegments(segments, proxy.prefix)) continue;
      if (proxy.served?.has(segments.join('/')) === true) continue;
      const target = this.locate(proxy.target);
      if (target.kind !== 'platform') continue;
      const own = readPrefix(proxy.target).slice(target.prefix.length);
      const implied = [...target.implied, ...own.filter((segment) => !/^(?::|\*\*$)/.test(segment))];
      return { ...target, prefix: proxy.prefix, implied, proxy: `${proxy.file}:${proxy.line}` };
    }
    return null;
  }

  /** Where one URL goes. */
  locate(url: UrlValue): UrlTarget {
    const known = this.#located.get(url);
    if (known !== undefined) return known;
    const target = this.#findTarget(url);
    this.#located.set(url, target);
    return target;
  }

  /** Where that leads which a double on the own machine answers to. */
  locateDouble(url: UrlValue): UrlTarget {
    const target = this.locate(url);
    return target.kind === 'relative' ? (findStanding(this.#standing, url) ?? target) : target;
  }

  #findTarget(url: UrlValue): UrlTarget {
    const [first] = url.parts;
    const variable = findVariablePart(url);
    if (variable !== null) return this.#locateVariable(variable, url);
    if (first === undefined) return { kind: 'relative' };
    if (first.kind === 'text' && /^wss?:/i.test(first.text))
      return { kind: 'elsewhere', host: readAuthority(url) ?? 'a socket' };
    const authority = readAuthority(url) ?? readHostBeforePort(url);
    if (first.kind === 'hole' || authority === null) {
      const hole = url.parts.find((part) => part.kind !== 'text');
      const label = hole?.kind === 'hole' ? hole.label : hole?.kind === 'env' ? hole.name : '';
      if (first === hole && asksOwnServer(label)) return { kind: 'relative' };
      return { kind: 'unknown', label, variable: null };
    }
    if (authority === '') return this.#locateProxied(url) ?? { kind: 'relative' };
    const origin = parseOrigin(authority);
    if (origin === null) return { kind: 'elsewhere', host: authority };
    return this.#locateBehind({ host: origin.host, prefix: [] }, url);
  }
}
