import { listOptions } from '../values/unions.ts';
import { NO_PROVENANCE, type Value } from '../values/values.ts';
import { axiosLibrary } from './axios.ts';
import { argument, type ClientCall, type HttpLibrary, option, type SentRequest } from './client.ts';
import { listSettingCalls } from './setting-calls.ts';

/** axios-hooks: `useAxios('/calls')` asks with the client of `configure({ axios })`, a hook of `makeUseAxios({ axios })` with its own. */

const NAME = 'axios-hooks';
const AXIOS: Value = { type: 'external', module: 'axios', path: [], made: null, ...NO_PROVENANCE };

function readClient(call: ClientCall, options: Value | undefined): Value {
  return option(call, options, 'axios') ?? AXIOS;
}

/** The clients that every hook of the package may have. */
function listConfigured(call: ClientCall): readonly Value[] {
  const { evaluator } = call;
  const clients = listSettingCalls(evaluator.index, NAME, 'configure').map(({ node, module }) =>
    readClient(call, evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0)),
  );
  return clients.length === 0 ? [AXIOS] : clients;
}

function send(call: ClientCall): readonly SentRequest[] {
  const { target } = call;
  const isHook = target.type === 'external' && target.made === null && /^(?:useAxios)?$/.test(target.path.join('.'));
  const isMade =
    target.type === 'external' && target.path.length === 0 && target.made?.by.path.join('.') === 'makeUseAxios';
  if (target.type !== 'external' || (!isHook && !isMade)) return [];
  const given = target.made?.args[0];
  const own = given === undefined ? undefined : call.evaluator.evaluateArgument(given);
  const clients = isMade ? [readClient(call, own)] : listConfigured(call);
  return clients.flatMap(listOptions).flatMap((client) => {
    if (client.type !== 'client' && client.type !== 'external') return [];
    return axiosLibrary.send?.({ ...call, target: client }) ?? [];
  });
}

/** `useAxios(url, client)`, `useAxios(url, { method: 'POST' }, client)` of VueUse. */
function sendWithGiven(call: ClientCall): readonly SentRequest[] {
  const [url, ...others] = call.args;
  if (call.target.path.join('.') !== 'useAxios' || url === undefined) return [];
  const given = others.map((entry) => ({ entry, value: call.evaluator.evaluateArgument(entry) }));
  const isClient = ({ type }: Value): boolean => type === 'client' || type === 'external' || type === 'function';
  const config = given.filter(({ value }) => !isClient(value)).map(({ entry }) => entry);
  const clients = given.flatMap(({ value }) => listOptions(value)).filter(isClient);
  return (clients.length === 0 ? [AXIOS] : clients).flatMap((client) => {
    if (client.type !== 'client' && client.type !== 'external') return [];
    return axiosLibrary.send?.({ ...call, target: client, args: [url, ...config.slice(0, 1)] }) ?? [];
  });
}

export const vueUseAxiosLibrary: HttpLibrary = {
  name: 'vueuse-integrations',
  modules: ['@vueuse/integrations', '@vueuse/integrations/useAxios'],
  send: sendWithGiven,
};

export const axiosHooksLibrary: HttpLibrary = {
  name: NAME,
  modules: [NAME],
  send: (call) => (argument(call, 0) === undefined ? null : send(call)),
};
