import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Choice, EnvAtom, Handover, HoleAtom, TextValue, Value } from '../values/values.ts';

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
    'backup fallback failover mirror canary beta alpha edge hosted cloud tenant account org organization customer user com io ai net www my the ' +
    'config configs configuration setting settings option options opts param params props arg args input value data state store form ' +
    'given saved stored selected chosen active resolved normalized trimmed raw full final start path prefix ' +
    'cfg conf ctx context creds credentials credential session workspace workspaces ws team project row record integration connection ' +
    'environment surroundings region first second third supplier getter platform vendor provider upstream'
  ).split(' '),
);

/** What such a platform is about: who shares one of these with it is meant to be the same, and by themselves they name nobody. */
const NOUNS = new Set('voice voices call calls agent agents assistant assistants phone telephony ai bot'.split(' '));

/** A condition that asks where the program runs: its branches are surroundings of one server, unless they say two owners. */
const OF_SURROUNDINGS =
  /NODE_ENV|\bMODE\b|\b(?:is|in|use|on)?_?(?:prod|dev|stag|test|local|live|sandbox|debug|mock|preview|demo|browser|server|client|ssr|ci)(?:uction|elopment|ing|s|e|host|er)?(?![a-z])|typeof\s+(?:window|process|document)|import\.meta/i;

function asksForSurroundings(source: string): boolean {
  return OF_SURROUNDINGS.test(source.slice(source.indexOf(':')));
}

/** `isProduction`, `NODE_ENV`: nobody is chosen by them. `args.live` is a flag, and owners may be chosen by it as well. */
const OF_STAGE = /NODE_ENV|\bMODE\b|prod|dev|stag|typeof\s+(?:window|process|document)|import\.meta/i;

function asksForStage(source: string): boolean {
  return asksForSurroundings(source) && OF_STAGE.test(source.slice(source.indexOf(':')));
}

/** Where variables stand: `process.env && process.env.URL`. */
const OF_VARIABLES = /^[\s(!]*(?:globalThis\.|window\.)?(?:process|process\.env|import\.meta|import\.meta\.env)[\s)]*$/;

/** `CRM_URL` is not asked for by `USE_CRM_URL`. */
function names(code: string, name: string): boolean {
  for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + 1))
    if (!/[\w$]/.test(`${code[at - 1] ?? ''}${code[at + name.length] ?? ''}`)) return true;
  return false;
}

/**
 * `process.env.URL && isProduction`: is nothing asked but whether the variable is there, and the stage? Beside a flag, `process.env.CRM_URL && useCrm`,
 * it is an own choice.
 */
function asksForVariable(source: string, name: string): boolean {
  const test = source.slice(source.indexOf(':'));
  if (!names(test, name)) return false;
  return test
    .split(/&&|\|\||\?\?/)
    .every((piece) => names(piece, name) || OF_STAGE.test(piece) || OF_VARIABLES.test(piece.replace(/^:.*?:/, '')));
}

/** Letters name nobody: `(s) => s.voice_url`. */
function listWords(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 1 && !COMMON.has(word));
}

/** What a text begins with: a host that is written out, or what stands for one. */
function readBase({ atoms }: TextValue): string | EnvAtom | HoleAtom | null {
  const behind = atoms.findIndex(({ kind }) => kind !== 'text');
  const texts = behind === -1 ? atoms : atoms.slice(0, behind);
  const start = texts.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('');
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(start)?.[1] ?? '';
  if (host !== '') return host;
  const next = /^(?:(?:https?:)?\/\/)?$/i.test(start) ? atoms[behind] : undefined;
  return next === undefined || next.kind === 'text' ? null : next;
}

/** `tenant.crmUrl`, `config.get('billing.url')`: what a value that is not known is called; a function is called by what it does. */
function nameValue(node: SyntaxNode): string | null {
  const value = unwrap(node);
  if (value.type === 'Identifier') return value.name;
  if (isMemberNode(value)) return nameMember(value);
  const [only, ...others] = value.type === 'CallExpression' ? value.arguments : [];
  return only?.type === 'StringLiteral' && others.length === 0 ? only.value : null;
}

/** Is it a value with its default, by itself or under a name? */
function hasDefault(argument: SyntaxNode, module: Module): boolean {
  const value = unwrap(argument);
  const source = findBindingOf(module, value)?.source;
  const named = source?.kind === 'value' && source.node !== null && source.steps.length === 0 ? source.node : value;
  return unwrap(named).type === 'LogicalExpression';
}

/** What hands over the beginning of a text. */
function findArgument({ atoms: [first] }: TextValue): SyntaxNode | null {
  return first?.via?.argument ?? null;
}

/** The words that say whose base a text begins with; null where it begins with none that has a name. */
function listOwnWords(text: TextValue): readonly string[] | null {
  const base = readBase(text);
  if (base === null || typeof base === 'string') return base === null ? null : listWords(base);
  if (base.kind === 'env') return listWords(base.name);
  // What a wrapper is handed has the name that it has where it is handed over.
  const names = [base.node, ...(base.via === null ? [] : [base.via.argument])].flatMap((node) => nameValue(node) ?? []);
  return names.map(listWords).find((words) => words.length > 0) ?? null;
}

/** Does a condition ask for the variable itself, or for the stage? Then another address is that of the same server. */
function isAskedFor(variable: EnvAtom, { choices = [] }: TextValue): boolean {
  return choices.some(({ source }) => asksForVariable(source, variable.name) || asksForStage(source));
}

interface WrittenHost {
  readonly name: string;
  readonly argument: SyntaxNode | null;
}

/** `create(process.env.CRM_URL ?? 'https://api.voice.example')`: does the caller hand over both, as one base? */
function isHandedWithDefault(
  { argument, module }: Handover,
  defaults: readonly string[],
  hosts: readonly WrittenHost[],
): boolean {
  const beside = hosts.filter((host) => host.argument === argument);
  return beside.some(({ name }) => defaults.includes(name)) || (beside.length > 0 && hasDefault(argument, module));
}

/** The hosts that variables fall back to, wherever else in the URL that is said. */
function listDefaults(texts: readonly TextValue[]): ReadonlyMap<string, readonly string[]> {
  const defaults = new Map<string, readonly string[]>();
  for (const { atoms } of texts)
    for (const atom of atoms)
      if (atom.kind === 'env' && atom.defaults !== undefined)
        defaults.set(atom.name, [...(defaults.get(atom.name) ?? []), ...atom.defaults]);
  return defaults;
}

/**
 * Whose base a text begins with, where that is somebody else's than a host that is written: `let base = process.env.CRM_URL`, which
 * a function sets to `'https://api.voice.example'`; `get('/agents', process.env.CRM_URL)` of `get(path, base = 'https://…')`.
 */
export function nameOtherOwners(texts: readonly TextValue[]): ReadonlyMap<TextValue, string> {
  const hosts = texts.flatMap((text) => {
    const base = readBase(text);
    return typeof base === 'string' ? [{ name: base.toLowerCase(), argument: findArgument(text) }] : [];
  });
  const named = new Map<TextValue, string>();
  if (hosts.length === 0) return named;
  const known = hosts.flatMap(({ name }) => listWords(name));
  const defaults = listDefaults(texts);
  const isDefaulted = (base: EnvAtom | HoleAtom, text: TextValue): boolean => {
    if (base.via !== null) return isHandedWithDefault(base.via, (base.kind === 'env' && base.defaults) || [], hosts);
    if (base.kind === 'hole' || texts.some(({ atoms: [first] }) => first?.kind === 'text' && first.isDefault === true))
      return true;
    return hosts.some(({ name }) => defaults.get(base.name)?.includes(name)) || isAskedFor(base, text);
  };
  for (const text of texts) {
    const base = readBase(text);
    if (base === null || typeof base === 'string' || isDefaulted(base, text)) continue;
    const words = listOwnWords(text) ?? [];
    if (nameOthers(known, words)) named.set(text, words.join(' '));
  }
  return named;
}

/** `{ ...DEFAULTS, ...{ url: process.env.VOICE_URL } }`: do a variable and an address say the same owner? */
export function sharesOwner(variable: Value, address: Value): boolean {
  const listOwners = (value: Value): readonly string[] =>
    listOptions(value).flatMap((option) => (option.type === 'text' ? (listOwnWords(option) ?? []) : []));
  const owners = listOwners(address);
  return listOwners(variable).some((word) => owners.includes(word));
}

/** Does each say an owner, and not the same? A name without one may be anybody's. */
function nameOthers(one: readonly string[], other: readonly string[]): boolean {
  const saysOwner = (words: readonly string[]): boolean => words.some((word) => !NOUNS.has(word));
  return saysOwner(one) && saysOwner(other) && !one.some((word) => other.includes(word));
}

/** Of two that a condition tells apart, one says an owner, and the other something else: `useCrm ? CRM_URL : VOICE_URL`. */
function areApart(one: readonly string[], other: readonly string[]): boolean {
  const saysOwner = [...one, ...other].some((word) => !NOUNS.has(word));
  return saysOwner && one.length > 0 && other.length > 0 && !one.some((word) => other.includes(word));
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
      if (text.atoms.some((atom) => atom.kind === 'env' && asksForVariable(source, atom.name))) continue;
      const known = sides.get(source) ?? new Map<number, Side>();
      sides.set(source, known);
      const side = known.get(option) ?? { words: new Set(), isVariable: false };
      known.set(option, side);
      for (const word of words) side.words.add(word);
      side.isVariable ||= text.atoms.some(({ kind }) => kind === 'env');
    }
  }
  return new Set([...sides].flatMap(([source, options]) => (differ(source, [...options.values()]) ? [source] : [])));
}

function choosesOwner({ by, source }: Choice): boolean {
  return (by === 'condition' || by === 'fork') && !asksForStage(source);
}

/** Two of them name owners, and not the same; where the program's surroundings are asked for, as by `args.live`, each has to. */
function differ(source: string, sides: readonly Side[]): boolean {
  const apart = asksForSurroundings(source) ? nameOthers : areApart;
  return sides.some((one, index) =>
    sides
      .slice(index + 1)
      .some((other) => (one.isVariable || other.isVariable) && apart([...one.words], [...other.words])),
  );
}
