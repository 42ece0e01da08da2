import { ROWS } from './rows.ts';
import type { ItemSpec, ServiceSpec, Spec } from './spec.ts';

/** Takes rows that fail on their own out of a random project, so that what else fails in it is seen. */

type Avoid = ReadonlySet<string>;

/** The choices of the rows with these names, as `kind of choice: name`. */
export function listChoices(names: ReadonlySet<string>): Avoid {
  return new Set(ROWS.filter((row) => names.has(row.name)).flatMap((row) => row.choices));
}

function plain<T extends string>(kind: string, value: T, usual: NoInfer<T>, avoid: Avoid): T {
  return avoid.has(`${kind}: ${value}`) ? usual : value;
}

function makeItemPlainer(item: ItemSpec, avoid: Avoid): ItemSpec {
  return {
    ...item,
    form: plain('form', item.form, 'literal', avoid),
    host: plain('host', item.host, 'function', avoid),
    share: avoid.has(`form with share: ${item.form}`) ? 'none' : plain('share', item.share, 'none', avoid),
    id: plain('id', item.id, 'const', avoid),
  };
}

function makeServicePlainer(service: ServiceSpec, avoid: Avoid): ServiceSpec {
  const { links } = service;
  return {
    ...service,
    base: plain('base', service.base, 'literal', avoid),
    transport: plain('transport', service.transport, 'fetch', avoid),
    compose: plain('compose', service.compose, 'template', avoid),
    wrapper: plain('wrapper', service.wrapper, 'none', avoid),
    tap: plain('tap', service.tap, 'none', avoid),
    links: {
      config: plain('link', links.config, 'named', avoid),
      paths: plain('link', links.paths, 'named', avoid),
      client: plain('link', links.client, 'named', avoid),
      api: plain('link', links.api, 'named', avoid),
    },
    items: service.items.map((item) => makeItemPlainer(item, avoid)),
  };
}

export function makePlainer(spec: Spec, avoid: Avoid): Spec {
  return {
    ...spec,
    format: plain('format', spec.format, 'mjs', avoid),
    services: spec.services.map((service) => makeServicePlainer(service, avoid)),
    lookAlikes: spec.lookAlikes.filter((name) => !avoid.has(`look-alike: ${name}`)),
  };
}
