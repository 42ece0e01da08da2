import { getEnd, getStart } from '../../syntax/nodes.ts';
import { CALLED_WITH } from '../callers/called-with.ts';
import { findBindingOf } from '../modules/module.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { argument, argumentNode, type ClientCall, type HttpLibrary, option, type SentRequest } from './client.ts';

/** `expect(fetch).toHaveBeenCalledWith(url, init)`: says how a request was sent, in the form in which fetch is given it. */

/** `expect.objectContaining(init)` as `init`. */
function unpackContaining(call: ClientCall, value: Value): Value | null {
  if (value.type !== 'external' || value.made === null || value.path.length > 0) return null;
  if (value.made.by.path.at(-1) !== 'objectContaining') return null;
  return call.evaluator.getArgument(value.made.args, 0) ?? null;
}

/** Is it fetch that is expected to be called? Other clients take a body in other ways. */
function speaksOfFetch({ target }: ClientCall): boolean {
  const [spy] = target.type === 'external' ? (target.made?.args ?? []) : [];
  if (spy?.kind !== 'expression' || target.type !== 'external' || target.made === null) return false;
  const { module } = target.made;
  const source = findBindingOf(module, spy.node)?.source;
  const nodes = source?.kind === 'value' && source.node !== null ? [spy.node, source.node] : [spy.node];
  const text = nodes.map((node) => module.text.slice(getStart(node), getEnd(node))).join(' ');
  return /fetch/i.test(text) && !/\$fetch|ofetch|useFetch/.test(text);
}

function send(call: ClientCall): SentRequest | null {
  const first = CALLED_WITH.get(call.target.path.at(-1) ?? '');
  if (first === undefined || call.target.type !== 'external' || call.target.made === null) return null;
  const url = argument(call, first);
  const given = argument(call, first + 1);
  if (url === undefined || given === undefined || call.args.length !== first + 2) return null;
  const containing = unpackContaining(call, given);
  const options = containing ?? given;
  // Only what is certainly the options of a request says something of it.
  if (!listOptions(options).every(({ type }) => type === 'object')) return null;
  if (!listTexts(url, call.node, call.module).every(isAbsoluteUrl)) return null;
  const isFetch = speaksOfFetch(call);
  const isSaid = containing === null && isFetch;
  const unsaid = isSaid ? null : makeUnknown(call.node, call.module, 'the assertion does not say it');
  const method = option(call, options, 'method') ?? unsaid;
  const message = {
    isVerb: false,
    options,
    optionsIndex: first + 1,
    bodyName: 'body',
    encoding: 'text',
    bodyIndex: null,
    ...(containing === null ? { isWhole: true as const } : {}),
    ...(isFetch ? {} : { obstacle: 'it is not known how what it speaks of takes a body' }),
  } as const;
  return { client: 'mock', url, urlNode: argumentNode(call, first), method, isMock: true, message };
}

export const assertionLibrary: HttpLibrary = {
  name: 'assertions',
  modules: ['vitest', '@jest/globals', 'bun:test', 'expect'],
  globals: ['expect'],
  send,
};
