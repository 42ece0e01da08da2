import { listTexts, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  isOptions,
  join,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/**
 * Clients that a package makes which no file here knows, with their base in the options: `createClient({ baseURL })`. What
 * is called on them by the name of an HTTP method with a path, or with options that hold one, is sent there.
 */

const BASES = ['baseURL', 'baseUrl', 'baseURI', 'baseUri', 'base_url', 'prefixUrl'];

/** Members in which a client keeps what it sends with: `sdk.http.get(path)`. */
const HOLDERS = /^_?(?:http|https|rest|api|client|axios|instance|httpClient|apiClient)$/;

/** Servers and test doubles have the same members, and take what answers. */
function takesHandler(call: ClientCall): boolean {
  return call.args.some((given) =>
    listOptions(call.evaluator.evaluateArgument(given)).some(({ type }) => type === 'function'),
  );
}

function findBase(call: ClientCall): Value | undefined {
  if (call.target.type !== 'external' || call.target.made === null) return undefined;
  for (const given of call.target.made.args) {
    const options = call.evaluator.evaluateArgument(given);
    const base = isOptions(options) ? firstOption(call, options, BASES) : undefined;
    const isKnown =
      base !== undefined &&
      listTexts(base, call.node, call.module).some((text) => isAbsoluteUrl(text) || text.atoms[0]?.kind === 'env');
    if (isKnown) return base;
  }
  return undefined;
}

/** A path, or what only a caller knows: other texts are keys of something. */
function isPath(call: ClientCall, value: Value): boolean {
  return listOptions(value).every((option) => {
    if (option.type === 'param' || option.type === 'unknown') return true;
    if (option.type !== 'text') return false;
    return listTexts(option, call.node, call.module).every(
      ({ atoms: [first] }) => first?.kind !== 'text' || first.text.startsWith('/'),
    );
  });
}

export function describeMadeElsewhere(call: ClientCall): SentRequest | null {
  const { path: members } = call.target;
  const member = members.at(-1) ?? '';
  const isVerb = VERBS.includes(member);
  if (!members.slice(0, -1).every((name) => HOLDERS.test(name)) || !(isVerb || /^(?:request|fetch)$/.test(member)))
    return null;
  const first = argument(call, 0);
  const base = first === undefined ? undefined : findBase(call);
  if (first === undefined || base === undefined || takesHandler(call)) return null;
  const options = isOptions(first) ? first : argument(call, 1);
  const path = isOptions(first) ? firstOption(call, first, ['url', 'uri', 'path']) : first;
  if (path === undefined || !isPath(call, path)) return null;
  const given = firstOption(call, options, ['method']) ?? makeUnknown(call.node, call.module, 'the client decides');
  return {
    client: member,
    url: join(call, base, path, 'slash'),
    urlNode: argumentNode(call, 0),
    method: isVerb ? verb(member) : given,
  };
}
