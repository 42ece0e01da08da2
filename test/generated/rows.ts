import { BASE_FORMS } from './bases.ts';
import { FORMATS, LINKS } from './code.ts';
import { HOSTS } from './hosts.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import {
  IDS,
  type ItemSpec,
  ORIGINS,
  PATH_FORMS,
  type ServiceSpec,
  SHARES,
  SPLITS,
  type Spec,
  TAPS,
  WRAPPERS,
} from './spec.ts';
import { COMPOSES, TRANSPORTS } from './transports.ts';

/** Every row of every table on its own: the plainest project with one choice that is not plain. */

export interface Row {
  readonly name: string;
  readonly spec: Spec;
}

const ITEM: ItemSpec = {
  endpoints: ['/agents/{id}', '/calls', '/workflows/{id}/leads'],
  form: 'literal',
  apart: false,
  host: 'function',
  method: 'GET',
  id: 'const',
  share: 'none',
  target: 'voice',
};

const SERVICE: ServiceSpec = {
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

const PLAIN: Spec = {
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

function withItem(item: Partial<ItemSpec>, service: Partial<ServiceSpec> = {}): Spec {
  return withService({ ...service, items: [{ ...ITEM, ...item }] });
}

/** A service that serves two hosts through one wrapper, with the same paths. */
function twoHosts(wrapper: string): Spec {
  return withService({
    wrapper,
    other: true,
    items: [ITEM, { ...ITEM, target: 'other' }, { ...ITEM, host: 'client parameter' }],
  });
}

function rows(table: Readonly<Record<string, unknown>>, kind: string, make: (name: string) => Spec): readonly Row[] {
  return Object.keys(table).map((name) => ({ name: `${kind}: ${name}`, spec: make(name) }));
}

function each<T extends string>(values: readonly T[], kind: string, make: (value: T) => Spec): readonly Row[] {
  return values.map((value) => ({ name: `${kind}: ${value}`, spec: make(value) }));
}

export const ROWS: readonly Row[] = [
  ...rows(BASE_FORMS, 'base', (base) => withService({ base })),
  ...rows(PATH_FORMS, 'path', (form) => withItem({ form })),
  ...rows(PATH_FORMS, 'path through a wrapper', (form) => withItem({ form }, { wrapper: 'function(method, path)' })),
  ...rows(TRANSPORTS, 'client', (transport) => withService({ transport, items: [ITEM, { ...ITEM, method: 'POST' }] })),
  ...rows(TRANSPORTS, 'client in a class', (transport) => withService({ transport, wrapper: 'class' })),
  ...each(COMPOSES, 'put together by', (compose) => withService({ compose })),
  ...each(COMPOSES, 'without slash, put together by', (compose) => withService({ compose, lead: '' })),
  ...each(COMPOSES, 'with a prefix, put together by', (compose) =>
    withService({ compose, lead: '' }, { origin: 'host and prefix' }),
  ),
  ...rows(WRAPPERS, 'wrapper', (wrapper) => withService({ wrapper, items: [ITEM, { ...ITEM, method: 'POST' }] })),
  ...rows(WRAPPERS, 'wrapper of axios', (wrapper) => withService({ wrapper, transport: 'axios instance' })),
  ...rows(WRAPPERS, 'wrapper of two hosts', twoHosts),
  ...rows(HOSTS, 'place', (host) => withItem({ host }, { wrapper: 'class' })),
  ...rows(HOSTS, 'place with a function', (host) => withItem({ host }, { wrapper: 'function(method, path)' })),
  ...rows(HOSTS, 'place with axios', (host) => withItem({ host }, { transport: 'axios instance' })),
  ...each(FORMATS, 'format', (format) =>
    withService({ wrapper: 'class', items: [{ ...ITEM, form: 'const' }] }, { format, split: 'full' }),
  ),
  ...FORMATS.flatMap((format) =>
    each(LINKS, `${format} with links`, (link) => ({
      ...withService(
        {
          baseApart: true,
          wrapper: 'class',
          links: { config: link, paths: link, client: link, api: link },
          items: [{ ...ITEM, form: 'table', apart: true }],
        },
        { format, split: 'full' },
      ),
    })),
  ),
  ...each(SPLITS, 'split', (split) => withService({ baseApart: true }, { split })),
  ...each(ORIGINS, 'origin', (origin) => withService({}, { origin })),
  ...each(IDS, 'id', (id) => withItem({ id, form: 'template' })),
  ...each(SHARES, 'shared with', (share) => withItem({ share, form: 'const' })),
  ...each(SHARES, 'table shared with', (share) => withItem({ share, form: 'list in a loop' })),
  ...each(TAPS, 'wrapper that also uses the path', (tap) => withService({ tap, wrapper: 'function(path)' })),
  ...rows(LOOK_ALIKES, 'look-alike', (name) => ({ ...PLAIN, lookAlikes: [name] })),
];
