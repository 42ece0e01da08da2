import fc from 'fast-check';
import { BASE_FORMS } from './bases.ts';
import { FORMATS, type Format, LINKS, type Link } from './code.ts';
import { COMPOSES, type Compose } from './compose.ts';
import { MOVING, STAYING } from './endpoints.ts';
import { HOSTS } from './hosts.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { OTHER_USES } from './other-uses.ts';
import { BRANCH_FORMS } from './path-branches.ts';
import { TABLE_FORMS } from './path-tables.ts';
import { TEXT_FORMS } from './paths.ts';
import { TRANSPORTS } from './transports.ts';
import { URL_FORMS } from './url-forms.ts';
import { CLASS_WRAPPERS } from './wrapper-classes.ts';
import { SOURCE_WRAPPERS } from './wrapper-sources.ts';
import type { Target } from './wrappers.ts';
import { FUNCTION_WRAPPERS } from './wrappers.ts';

/** What a generated project is made of: independent choices, each by the name of a row in one of the tables. */

export const PATH_FORMS = { ...TEXT_FORMS, ...TABLE_FORMS, ...BRANCH_FORMS, ...URL_FORMS };
export const WRAPPERS = { ...FUNCTION_WRAPPERS, ...CLASS_WRAPPERS, ...SOURCE_WRAPPERS };

export const SPLITS = ['one', 'constants', 'service', 'full', 'layers'] as const;
export const ORIGINS = ['host', 'host and prefix'] as const;
export const IDS = ['const', 'parameter', 'json', 'env', 'number'] as const;
export const TAPS = ['none', 'log', 'error', 'page', 'compare', 'storage', 'pieces', 'table'] as const;

export interface ItemSpec {
  readonly endpoints: readonly [string, string, string];
  readonly form: string;
  /** Are tables and constants in a file of their own? */
  readonly apart: boolean;
  readonly host: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly id: (typeof IDS)[number];
  /** What else uses the very same text. */
  readonly share: string;
  readonly target: Target;
}

export interface ServiceSpec {
  readonly base: string;
  readonly baseApart: boolean;
  /** The base ends in /v1 already. */
  readonly versioned: boolean;
  readonly transport: string;
  readonly compose: Compose;
  readonly lead: '' | '/';
  readonly wrapper: string;
  readonly tap: (typeof TAPS)[number];
  readonly links: { readonly config: Link; readonly paths: Link; readonly client: Link; readonly api: Link };
  /** The wrapper also serves another vendor. */
  readonly other: boolean;
  readonly items: readonly ItemSpec[];
}

export interface Spec {
  readonly format: Format;
  readonly split: (typeof SPLITS)[number];
  readonly origin: (typeof ORIGINS)[number];
  readonly quote: "'" | '"';
  readonly exportList: boolean;
  /** The variable that can override the base is set while the program runs. */
  readonly variableSet: boolean;
  /** Services in files of their own use the same names. */
  readonly sameNames: boolean;
  readonly services: readonly ServiceSpec[];
  readonly lookAlikes: readonly string[];
}

function keyOf(table: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  return fc.constantFrom(...Object.keys(table));
}

/** The first value most of the time. */
function mostly<T>(...values: readonly [T, ...T[]]): fc.Arbitrary<T> {
  const [usual] = values;
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
}

const endpoint = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...MOVING) },
  { weight: 1, arbitrary: fc.constantFrom<string>(...STAYING) },
);

/** The list that a path belongs to, without a version. */
function nameList(path: string): string {
  return path.replace(/^\/v1(?=\/)/, '').replace(/\/\{id\}.*$/, '');
}

/** Where one path stands in both forms, the legacy one is left to a person. */
function areApart(endpoints: readonly string[]): boolean {
  const isVersioned = (path: string): boolean => path.startsWith('/v1/');
  const versioned = new Set(endpoints.filter(isVersioned).map(nameList));
  return !endpoints.some((path) => !isVersioned(path) && versioned.has(nameList(path)));
}

const item: fc.Arbitrary<ItemSpec> = fc.record({
  endpoints: fc.tuple(endpoint, endpoint, endpoint).filter(areApart),
  form: keyOf(PATH_FORMS),
  apart: fc.boolean(),
  host: fc.oneof({ weight: 1, arbitrary: fc.constant('function') }, { weight: 1, arbitrary: keyOf(HOSTS) }),
  method: mostly('GET', 'POST', 'DELETE'),
  id: fc.constantFrom(...IDS),
  share: fc.oneof({ weight: 5, arbitrary: fc.constant('none') }, { weight: 1, arbitrary: keyOf(OTHER_USES) }),
  target: mostly<Target>('voice', 'other'),
});

const service: fc.Arbitrary<ServiceSpec> = fc.record({
  base: keyOf(BASE_FORMS),
  baseApart: fc.boolean(),
  versioned: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() }),
  transport: fc.oneof({ weight: 1, arbitrary: fc.constant('fetch') }, { weight: 2, arbitrary: keyOf(TRANSPORTS) }),
  compose: fc.constantFrom(...COMPOSES),
  lead: mostly<'' | '/'>('/', ''),
  wrapper: keyOf(WRAPPERS),
  tap: fc.oneof(
    { weight: 8, arbitrary: fc.constant<'none'>('none') },
    { weight: 2, arbitrary: fc.constantFrom(...TAPS) },
  ),
  links: fc.record({
    config: fc.constantFrom(...LINKS),
    paths: fc.constantFrom(...LINKS),
    client: fc.constantFrom(...LINKS),
    api: fc.constantFrom(...LINKS),
  }),
  other: fc.boolean(),
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
});

export const specs: fc.Arbitrary<Spec> = fc.record({
  format: fc.constantFrom(...FORMATS),
  split: fc.constantFrom(...SPLITS),
  origin: mostly(...ORIGINS),
  quote: fc.constantFrom<"'" | '"'>("'", '"'),
  exportList: fc.boolean(),
  variableSet: fc.boolean(),
  sameNames: fc.boolean(),
  services: fc.array(service, { minLength: 1, maxLength: 3 }),
  lookAlikes: fc.uniqueArray(keyOf(LOOK_ALIKES), { maxLength: 3 }),
});
