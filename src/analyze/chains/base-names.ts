import type { Choice, TextValue } from '../values/values.ts';

/**
 * Whose base is it? `pbx ? process.env.PBX_URL : process.env.VOICE_URL` names two servers, and
 * `local ? process.env.DEV_API_URL : 'https://api.voice.example'` names one in two surroundings.
 */

/** What names of bases have in common, whoever's they are. */
const COMMON = new Set(
  (
    'api apis url urls uri base baseurl host hostname endpoint origin root server service domain address gateway proxy http https ' +
    'next public vite react app vue nuxt expo gatsby env prod production live dev development stage staging test testing tests local ' +
    'localhost sandbox mock preview demo qa uat ci default current real fake v1 v2 version new old legacy rest client web backend ' +
    'us eu region custom override target remote internal external private primary secondary main alt alternative other self ' +
    'hosted cloud tenant account org organization customer user com io ai net www my the'
  ).split(' '),
);

/** A condition that asks where the program runs: its branches are surroundings of one server. */
const OF_SURROUNDINGS =
  /NODE_ENV|\bMODE\b|\b(?:is|in|use|on)?_?(?:prod|dev|stag|test|local|live|sandbox|debug|mock|preview|demo|browser|server|client|ssr|ci)(?:uction|elopment|ing|s|e|host|er)?(?![a-z])|typeof\s+(?:window|process|document)|import\.meta/i;

function listWords(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !COMMON.has(word));
}

/** The words that say whose base a text begins with; null where it begins with none that has a name. */
function listOwnWords({ atoms }: TextValue): readonly string[] | null {
  const behind = atoms.findIndex(({ kind }) => kind !== 'text');
  const texts = behind === -1 ? atoms : atoms.slice(0, behind);
  const start = texts.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('');
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(start)?.[1] ?? '';
  if (host !== '') return listWords(host);
  const next = /^(?:(?:https?:)?\/\/)?$/i.test(start) ? atoms[behind] : undefined;
  return next?.kind === 'env' ? listWords(next.name) : null;
}

interface Side {
  readonly words: Set<string>;
  isVariable: boolean;
}

/** Conditions that choose between the servers of two owners, of which at least one is named by a variable only. */
export function findOwners(texts: readonly TextValue[]): ReadonlySet<string> {
  const sides = new Map<string, Map<number, Side>>();
  for (const text of texts) {
    const choices = (text.choices ?? []).filter((choice) => choosesOwner(choice));
    const words = choices.length === 0 ? null : listOwnWords(text);
    if (words === null) continue;
    for (const { source, option } of choices) {
      // `if (process.env.URL) return process.env.URL`: another address of the same server, where there is one.
      if (text.atoms.some((atom) => atom.kind === 'env' && source.includes(atom.name))) continue;
      const known = sides.get(source) ?? new Map<number, Side>();
      sides.set(source, known);
      const side = known.get(option) ?? { words: new Set(), isVariable: false };
      known.set(option, side);
      for (const word of words) side.words.add(word);
      side.isVariable ||= text.atoms.some(({ kind }) => kind === 'env');
    }
  }
  return new Set([...sides].flatMap(([source, options]) => (differ([...options.values()]) ? [source] : [])));
}

function choosesOwner({ by, source }: Choice): boolean {
  return (by === 'condition' || by === 'fork') && !OF_SURROUNDINGS.test(source.slice(source.indexOf(':')));
}

/** Two of them name owners, and not the same. A name without one may be anybody's. */
function differ(sides: readonly Side[]): boolean {
  return sides.some((one, index) =>
    sides
      .slice(index + 1)
      .some(
        (other) =>
          one.words.size > 0 &&
          other.words.size > 0 &&
          (one.isVariable || other.isVariable) &&
          ![...one.words].some((word) => other.words.has(word)),
      ),
  );
}
