import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** NestJS HttpService, injected by type: axios verbs, `request(config)`, and `axiosRef`. */
function send(call: ClientCall): SentRequest | null {
  const { path } = call.target;
  const at = path.indexOf('instance()');
  if (at < 1 || path[at - 1] !== 'HttpService') return null;
  const rest = path.slice(at + 1).filter((name) => name !== 'axiosRef');
  const name = rest[0] ?? '';
  const first = argument(call, 0);
  if (first === undefined || rest.length > 1) return null;
  if (name === 'request' || name === '') {
    const config = isOptions(first) ? first : argument(call, 1);
    const url = isOptions(first) ? option(call, first, 'url') : first;
    if (url === undefined) return null;
    const full = join(call, option(call, config, 'baseURL'), url, 'slash');
    return {
      client: 'HttpService',
      url: full,
      urlNode: argumentNode(call, 0),
      method: option(call, config, 'method') ?? null,
    };
  }
  if (!VERBS.includes(name)) return null;
  const config = argument(call, /^(?:post|put|patch)$/.test(name) ? 2 : 1);
  const full = join(call, option(call, config, 'baseURL'), first, 'slash');
  return { client: 'HttpService', url: full, urlNode: argumentNode(call, 0), method: verb(name) };
}

export const nestLibrary: HttpLibrary = { name: 'HttpService', modules: ['@nestjs/axios', '@nestjs/common'], send };
