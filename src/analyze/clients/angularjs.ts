import { listProperties } from '../members/objects.ts';
import { makeUnknown } from '../texts/texts.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  isOptions,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import { sendRestangular } from './restangular.ts';

/** AngularJS: `$http.get(url)`, `$http({ method, url })`, and `$resource(url, defaults, actions)`, as they are injected. */

function sendConfig(call: ClientCall): SentRequest | null {
  const config = argument(call, 0);
  const url = isOptions(config) ? option(call, config, 'url') : undefined;
  if (url === undefined) return null;
  const message = {
    isVerb: false,
    options: config,
    optionsIndex: 0,
    bodyName: 'data',
    encoding: 'object',
    bodyIndex: null,
  } as const;
  const method = firstOption(call, config, ['method']) ?? null;
  return { client: '$http', url, urlNode: argumentNode(call, 0), method, message };
}

function sendVerb(call: ClientCall, name: string): SentRequest | null {
  const url = argument(call, 0);
  if (url === undefined) return null;
  const takesBody = /^(?:post|put|patch)$/.test(name);
  const optionsIndex = takesBody ? 2 : 1;
  const message = {
    isVerb: true,
    options: argument(call, optionsIndex),
    optionsIndex,
    bodyName: 'data',
    encoding: 'object',
    bodyIndex: 1,
    positional: takesBody ? argument(call, 1) : undefined,
  } as const;
  return {
    client: '$http',
    url,
    urlNode: argumentNode(call, 0),
    method: verb(name === 'jsonp' ? 'get' : name),
    message,
  };
}

/** `$resource('/calls/:id', {}, { cancel: { method: 'POST', url: '/calls/:id/cancel' } })`: what it sends, its methods say. */
function sendResource(call: ClientCall): readonly SentRequest[] {
  const { evaluator, node, module } = call;
  const url = argument(call, 0);
  if (url === undefined) return [];
  const method = makeUnknown(node, module, 'which of the methods of the resource are called is not known');
  const whole: SentRequest = { client: '$resource', url, urlNode: argumentNode(call, 0), method };
  const actions = argument(call, 2);
  const others = (actions?.type === 'object' ? listProperties(evaluator, actions) : []).flatMap(
    ([, action]): readonly SentRequest[] => {
      const own = isOptions(action) ? option(call, action, 'url') : undefined;
      if (own === undefined || action.type !== 'object' || action.node === null) return [];
      return [
        {
          ...whole,
          url: own,
          urlNode: argumentNode(call, 2),
          method: option(call, action, 'method') ?? null,
          part: action.node,
        },
      ];
    },
  );
  return [whole, ...others];
}

export const angularJsLibrary: HttpLibrary = {
  name: 'angularjs',
  modules: ['angular'],
  send: (call) => {
    if (call.target.type !== 'external') return null;
    const [owner, name, ...others] = call.target.path;
    if (owner === 'Restangular' || call.target.made !== null) return sendRestangular(call);
    if (owner === '$resource' && name === undefined) return sendResource(call);
    if (owner !== '$http' || others.length > 0) return null;
    if (name === undefined) return sendConfig(call);
    return VERBS.includes(name) || name === 'jsonp' ? sendVerb(call, name) : null;
  },
};
