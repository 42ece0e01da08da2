import { makeUnknown } from '../texts/texts.ts';
import { argument, argumentNode, type HttpLibrary, join } from './client.ts';

/**
 * Adapters of admin frameworks: `dataProvider('https://host')` asks for `/<name of a resource>`, and those names are also
 * routes and keys of the framework. Each adapter is one request of which the path is not known.
 */
export const dataProviderLibrary: HttpLibrary = {
  name: 'data-provider',
  modules: [
    'ra-data-simple-rest',
    'ra-data-json-server',
    '@refinedev/simple-rest',
    '@refinedev/nestjsx-crud',
    '@refinedev/nestjs-query',
    '@pankod/refine-simple-rest',
  ],
  send: (call) => {
    const base = call.target.path.length === 0 ? argument(call, 0) : undefined;
    if (call.target.type !== 'external' || call.target.made !== null || base === undefined) return null;
    const reason = 'it asks for the names of resources, which routes and keys of the framework share';
    return {
      client: 'data-provider',
      url: join(call, base, makeUnknown(call.node, call.module, reason), 'slash'),
      urlNode: argumentNode(call, 0),
      method: makeUnknown(call.node, call.module, 'the adapter decides'),
    };
  },
};
