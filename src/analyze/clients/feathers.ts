import { keepMeeting } from '../modules/programs.ts';
import { makeText } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { argument, type ClientCall, type HttpLibrary, join, type SentRequest } from './client.ts';
import { listByName } from './setting-calls.ts';

/** Feathers: `app.configure(rest('https://…').fetch(fetch))`, and `app.service('agents').find()` sends a GET to `/agents` there. */

const MODULES = ['@feathersjs/feathers', '@feathersjs/client', '@feathersjs/rest-client'];

/** What the methods of a service send, and whether the first argument is the id behind its path. */
const METHODS: Readonly<Record<string, { readonly method: string; readonly hasId: boolean }>> = {
  find: { method: 'GET', hasId: false },
  get: { method: 'GET', hasId: true },
  create: { method: 'POST', hasId: false },
  update: { method: 'PUT', hasId: true },
  patch: { method: 'PATCH', hasId: true },
  remove: { method: 'DELETE', hasId: true },
};

type Made = NonNullable<ExternalValue['made']>;

function listExternals(value: Value | undefined): readonly ExternalValue[] {
  return value === undefined ? [] : listOptions(value).filter((option) => option.type === 'external');
}

/** `rest(base)` of `rest(base).fetch(fetch)`, from what it is made with. */
function findTransport({ made }: ExternalValue): Made | null {
  if (made === null || !/^(?:fetch|axios|superagent|jquery|request)$/i.test(made.by.path.at(-1) ?? '')) return null;
  const owner = made.by.made;
  const isRest = owner !== null && MODULES.includes(owner.by.module);
  return isRest && /^(?:|default|rest)$/.test(owner.by.path.join('.')) ? owner : null;
}

/** The address of the transport that the application is told to send with. */
function listBases({ evaluator, module }: ClientCall, app: Made): readonly Value[] {
  const { index } = evaluator;
  return keepMeeting(evaluator, listByName(index, 'configure'), module).flatMap(({ node, module: from }) => {
    const isOwn = listExternals(index.getCallee(node)).some(({ made }) => made?.call === app.call);
    const args = isOwn ? index.listCallArguments(node, from, app.env ?? null) : [];
    return listExternals(evaluator.getArgument(args, 0)).flatMap((given) => {
      const transport = findTransport(given);
      return transport === null ? [] : (evaluator.getArgument(transport.args, 0) ?? []);
    });
  });
}

function send(call: ClientCall): SentRequest | null {
  const { target, evaluator, node, module } = call;
  const meant = target.type === 'external' && target.path.length === 1 ? METHODS[target.path[0] ?? ''] : undefined;
  const service = target.type === 'external' ? target.made : null;
  const app = service?.by.made ?? null;
  if (meant === undefined || service === null || app === null || service.by.path.join('.') !== 'service') return null;
  const [named] = service.args;
  const name = evaluator.getArgument(service.args, 0);
  const bases = listBases(call, app);
  if (name === undefined || bases.length === 0) return null;
  const id = meant.hasId ? argument(call, 0) : undefined;
  const path = id === undefined || isNullish(id) ? name : joinUrl(name, id, 'slash', node, module);
  return {
    client: 'feathers',
    url: join(call, unite(bases), path, 'slash'),
    urlNode: named?.kind === 'expression' ? named.node : node,
    method: makeText(meant.method),
  };
}

export const feathersLibrary: HttpLibrary = { name: 'feathers', modules: MODULES, send };
