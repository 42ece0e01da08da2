import { argument, argumentNode, type ClientCall, type HttpLibrary, option, type SentRequest, verb } from './client.ts';

/** The functions by which providers of the AI SDK send: `postJsonToApi({ url, headers, body, fetch })`, `getFromApi({ url })`. */

const POSTING = /^post(?:Json|FormData)?ToApi$/;

function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  const isPost = POSTING.test(name);
  if (!isPost && name !== 'getFromApi') return null;
  const options = argument(call, 0);
  const url = option(call, options, 'url');
  return url === undefined
    ? null
    : { client: 'ai-sdk', url, urlNode: argumentNode(call, 0), method: verb(isPost ? 'post' : 'get'), options };
}

export const aiSdkLibrary: HttpLibrary = { name: 'ai-sdk', modules: ['@ai-sdk/provider-utils'], send };
