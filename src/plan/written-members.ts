import { type Catalog, splitPath } from '../contract/catalog.ts';
import { matchPathForMethods } from '../contract/match.ts';
import type { Analysis, PathText } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import { isWithinRegion, type Region } from '../model/location.ts';
import { isTestFile } from '../model/test-files.ts';
import type { Positions } from './findings.ts';
import type { Use } from './uses.ts';

/** Where the project writes `endpoint: '/calls'`, for a request that sends on what it is given as `endpoint`. */

const MAX_PLACES = 3;
/** What stands before a text that is given a name: `endpoint:`, `"endpoint":`. */
const NAMED = /(?:^|[\s{,(])(['"]?)(\w+)\1\s*:\s*$/;
const MAX_NAME = 80;

type Known = Pick<Analysis, 'analysedFiles' | 'listPathTexts' | 'isInScope' | 'getText'>;

export class WrittenMembers {
  readonly #analysis: Known;
  readonly #catalog: Catalog;
  readonly #positions: Positions;
  readonly #isSaid: (region: Region) => boolean;
  readonly #sent: ReadonlySet<number>;
  #places: ReadonlyMap<string, readonly Region[]> | null = null;

  /** `said`: the places of which findings speak already; `uses`: what is sent or referred to, wherever that goes. */
  constructor(
    analysis: Known,
    catalog: Catalog,
    positions: Positions,
    { said, uses }: { readonly said: readonly Region[]; readonly uses: readonly Use[] },
  ) {
    this.#analysis = analysis;
    this.#catalog = catalog;
    this.#positions = positions;
    this.#isSaid = (region) => said.some((other) => isWithinRegion(other, region) || isWithinRegion(region, other));
    this.#sent = new Set(
      uses.flatMap(({ url }) =>
        url.parts.flatMap((part) => (part.kind === 'text' && part.origin !== null ? [part.origin.literal] : [])),
      ),
    );
  }

  /** `ui.ts:2`, for the member that an expression such as `endpoint` or `body.endpoint` reads. */
  list(label: string): readonly string[] {
    const name = /^(?:[\w$]+\??\.)*(\w+)$/.exec(label)?.[1];
    if (name === undefined) return [];
    this.#places ??= this.#findPlaces();
    const places = this.#places.get(name) ?? [];
    return [...new Set(places.map(({ file, line }) => `${file}:${line}`))].slice(0, MAX_PLACES);
  }

  #findPlaces(): ReadonlyMap<string, readonly Region[]> {
    const found = new Map<string, Region[]>();
    for (const file of this.#analysis.analysedFiles) {
      if (isTestFile(file) || !this.#analysis.isInScope(file)) continue;
      const code = this.#analysis.getText(file);
      for (const text of this.#analysis.listPathTexts(file)) {
        const name = NAMED.exec(code.slice(Math.max(0, text.start - MAX_NAME), text.start))?.[2];
        if (name === undefined || !this.#isLeft(text)) continue;
        const region = this.#positions.getRegion(file, text.start, text.end);
        if (!this.#isSaid(region)) append(found, name, region);
      }
    }
    return found;
  }

  /** Is it a path that moves, and that nothing is known to send? */
  #isLeft({ text, literal }: PathText): boolean {
    if (this.#sent.has(literal)) return false;
    const [path = ''] = text.split(/[?#]/);
    const segments = splitPath(path).map((segment) => (segment.includes('.+') ? null : segment));
    return matchPathForMethods(this.#catalog, null, segments).some(({ outcome }) => outcome === 'rewrite');
  }
}
