import { BASE_FORMS } from './bases.ts';
import { FORMATS, LINKS } from './code.ts';
import { COMPOSES } from './compose.ts';
import { HOSTS } from './hosts.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { OTHER_USES } from './other-uses.ts';
import {
  IDS,
  type ItemSpec,
  ORIGINS,
  PATH_FORMS,
  type ServiceSpec,
  SPLITS,
  type Spec,
  TAPS,
  WRAPPERS,
} from './spec.ts';
import { TRANSPORTS } from './transports.ts';

/** Every row of every table on its own: the plainest project with one choice that is not plain. */

export interface Row {
  readonly name: string;
  readonly spec: Spec;
  /** What a project has to do without to be spared this row's failure: `kind of choice: name`. */
  readonly choices: readonly string[];
}

export const ITEM: ItemSpec = {
  endpoints: ['/agents/{id}', '/calls', '/workflows/{id}/leads'],
  form: 'literal',
  apart: false,
  host: 'function',
  method: 'GET',
  id: 'const',
  share: 'none',
  target: 'voice',
};

export const SERVICE: ServiceSpec = {
  base: 'literal',
  baseApart: false,
  versioned: false,
  transport: 'fetch',
  compose: 'template',
  lead: '/',
  wrapper: 'none',
  tap: 'none',
  links: { config: 'named', paths: 'named', client: 'named', api: 'named' },
  other: false,
  items: [ITEM],
};

export const PLAIN: Spec = {
  format: 'mjs',
  split: 'one',
  origin: 'host',
  quote: "'",
  exportList: false,
  variableSet: false,
  sameNames: false,
  services: [SERVICE],
  lookAlikes: [],
};

function withService(service: Partial<ServiceSpec>, rest: Partial<Spec> = {}): Spec {
  return { ...PLAIN, ...rest, services: [{ ...SERVICE, ...service }] };
}

function withItem(item: Partial<ItemSpec>, service: Partial<ServiceSpec> = {}, rest: Partial<Spec> = {}): Spec {
  return withService({ ...service, items: [{ ...ITEM, ...item }] }, rest);
}

/** A service that serves two hosts through one wrapper, with the same paths. */
function twoHosts(wrapper: string): Spec {
  const items = [ITEM, { ...ITEM, target: 'other' as const }, { ...ITEM, host: 'client parameter' }];
  return withService({ wrapper, other: true, items });
}

/** `as`: how the choice is called in a spec. */
function each<T extends string>(
  values: readonly T[],
  as: string,
  kind: string,
  make: (value: T) => Spec,
): readonly Row[] {
  return values.map((value) => ({ name: `${kind}: ${value}`, spec: make(value), choices: [`${as}: ${value}`] }));
}

const forms = Object.keys(PATH_FORMS);
const transports = Object.keys(TRANSPORTS);
const wrappers = Object.keys(WRAPPERS);
const shares = Object.keys(OTHER_USES);
const hosts = Object.keys(HOSTS);
const GET_AND_POST: readonly ItemSpec[] = [ITEM, { ...ITEM, method: 'POST' }];
const REQUEST = { wrapper: 'function(method, path)' };
const PREFIX = { origin: 'host and prefix' } as const;

export const ROWS: readonly Row[] = [
  ...each(Object.keys(BASE_FORMS), 'base', 'base', (base) => withService({ base })),
  ...each(forms, 'form', 'path', (form) => withItem({ form })),
  ...each(forms, 'form', 'path through a wrapper', (form) => withItem({ form }, REQUEST)),
  ...each(transports, 'transport', 'client', (transport) => withService({ transport, items: GET_AND_POST })),
  ...each(transports, 'transport', 'client in a class', (transport) => withService({ transport, wrapper: 'class' })),
  ...each(COMPOSES, 'compose', 'put together by', (compose) => withService({ compose })),
  ...each(COMPOSES, 'compose', 'without slash, put together by', (compose) => withService({ compose, lead: '' })),
  ...each(COMPOSES, 'compose', 'with a prefix, put together by', (compose) =>
    withService({ compose, lead: '' }, PREFIX),
  ),
  ...each(wrappers, 'wrapper', 'wrapper', (wrapper) => withService({ wrapper, items: GET_AND_POST })),
  ...each(wrappers, 'wrapper', 'wrapper of axios', (wrapper) => withService({ wrapper, transport: 'axios instance' })),
  ...each(wrappers, 'wrapper', 'wrapper of two hosts', twoHosts),
  ...each(hosts, 'host', 'place', (host) => withItem({ host }, { wrapper: 'class' })),
  ...each(hosts, 'host', 'place with a function', (host) => withItem({ host }, REQUEST)),
  ...each(hosts, 'host', 'place with axios', (host) => withItem({ host }, { transport: 'axios instance' })),
  ...each(FORMATS, 'format', 'format', (format) =>
    withItem({ form: 'const' }, { wrapper: 'class' }, { format, split: 'full' }),
  ),
  ...FORMATS.flatMap((format) =>
    each(LINKS, 'link', `${format} with links`, (link) =>
      withService(
        {
          baseApart: true,
          wrapper: 'class',
          links: { config: link, paths: link, client: link, api: link },
          items: [{ ...ITEM, form: 'table', apart: true }],
        },
        { format, split: 'full' },
      ),
    ),
  ),
  ...each(SPLITS, 'split', 'split', (split) => withService({ baseApart: true }, { split })),
  ...each(ORIGINS, 'origin', 'origin', (origin) => withService({}, { origin })),
  ...each(IDS, 'id', 'id', (id) => withItem({ id, form: 'template' })),
  ...each(shares, 'share', 'shared with', (share) => withItem({ share, form: 'const' })),
  ...each(shares, 'share', 'table shared with', (share) => withItem({ share, form: 'list in a loop' })),
  ...each(TAPS, 'tap', 'wrapper that also uses the path', (tap) =>
    withService({ tap, wrapper: 'function(path)', items: [{ ...ITEM, form: 'ternary' }] }),
  ),
  ...forms.map((form) => ({
    name: `path shared with a page of another file: ${form}`,
    spec: withService(
      {
        links: { config: 'named', paths: 'named', client: 'named', api: 'namespace' },
        items: [{ ...ITEM, form, share: 'page' }],
      },
      { split: 'full' },
    ),
    choices: [`form with share: ${form}`],
  })),
  ...each(Object.keys(LOOK_ALIKES), 'look-alike', 'look-alike', (name) => ({ ...PLAIN, lookAlikes: [name] })),
];
