import { findKnownText } from '../texts/texts.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** needle: `needle('post', url, data)`, `needle.get(url)`, `needle.request('get', url)`. */
function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  if (name === '' || name === 'request') {
    const [method, url] = [argument(call, 0), argument(call, 1)];
    if (method === undefined || url === undefined) return null;
    // `needle('get', url, options)`: what has no body takes its options at once.
    const isWithout = name === '' && /^(?:get|head)$/i.test(findKnownText(method) ?? '');
    const options = argument(call, 3) ?? (isWithout ? argument(call, 2) : undefined);
    return { client: 'needle', url, urlNode: argumentNode(call, 1), method, options };
  }
  const url = argument(call, 0);
  if (url === undefined || !VERBS.includes(name)) return null;
  const hasBody = name !== 'get' && name !== 'head';
  const options = argument(call, hasBody ? 2 : 1);
  const request = { client: 'needle', url, urlNode: argumentNode(call, 0), method: verb(name) };
  if (!hasBody) return { ...request, options };
  const json = option(call, options, 'json');
  const isJson = json?.type === 'primitive' && json.value === true;
  const message = {
    isVerb: true,
    options,
    optionsIndex: 2,
    bodyName: 'body',
    encoding: 'object',
    bodyIndex: 1,
    positional: argument(call, 1),
    ...(isJson ? {} : { obstacle: 'its body is sent as a form, not as JSON' }),
  } as const;
  return { ...request, message };
}

export const needleLibrary: HttpLibrary = { name: 'needle', modules: ['needle'], send };
