import type * as t from '@babel/types';
import { type CallNode, nameMember } from '../../syntax/nodes.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import type { Value } from '../values/values.ts';
import { evaluateBeside, listCallsOnName } from './chained-call.ts';
import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest } from './client.ts';
import type { RequestMessage } from './message.ts';

/** XMLHttpRequest: `xhr.open(method, url)`, with its body in `xhr.send(body)`. */

const STEPS = new Set(['open', 'send', 'setRequestHeader']);

/** What is heard and read of the answer, or set before: nothing of it changes what is sent. */
function isBeside(member: string): boolean {
  return /^(?:on[a-z]+|status(?:Text)?|response\w*|readyState|timeout|withCredentials|upload)$/.test(member);
}

function nameCall({ callee }: t.CallExpression): string {
  return nameMember(callee) ?? '';
}

function readText(call: ClientCall, value: Value): string | null {
  const texts = listTexts(value, call.node, call.module);
  return texts.length === 1 && texts[0] !== undefined ? findKnownText(texts[0]) : null;
}

/** The body, where one object under one name opens and sends one request of JSON. */
function describeBody(call: ClientCall, made: CallNode): RequestMessage | undefined {
  const calls = listCallsOnName(made, call.module, (name) => STEPS.has(name), isBeside) ?? [];
  const [sent, ...others] = calls.filter((each) => nameCall(each) === 'send');
  const opened = calls.filter((each) => nameCall(each) === 'open');
  if (sent === undefined || others.length > 0 || opened.length !== 1) return undefined;
  const isJson = calls.some((each) => {
    const [name, value] = nameCall(each) === 'setRequestHeader' ? each.arguments : [];
    if (name === undefined || value === undefined) return false;
    const isType = readText(call, evaluateBeside(call, name))?.toLowerCase() === 'content-type';
    return isType && /^application\/json\b/i.test(readText(call, evaluateBeside(call, value)) ?? '');
  });
  const [given] = sent.arguments;
  const body = given === undefined ? undefined : evaluateBeside(call, given);
  return {
    isVerb: false,
    options: undefined,
    optionsIndex: 2,
    bodyName: 'body',
    encoding: 'text',
    bodyIndex: null,
    carrier: { call: sent, body },
    ...(isJson ? {} : { obstacle: 'nothing says that its body is JSON' }),
  };
}

function send(call: ClientCall): SentRequest | null {
  const { target } = call;
  if (target.type !== 'external' || target.made === null || target.path.join('.') !== 'open') return null;
  const [method, url] = [argument(call, 0), argument(call, 1)];
  if (method === undefined || url === undefined) return null;
  const message = describeBody(call, target.made.call);
  const request = { client: 'XMLHttpRequest', url, urlNode: argumentNode(call, 1), method };
  return message === undefined ? request : { ...request, message };
}

export const xhrLibrary: HttpLibrary = {
  name: 'XMLHttpRequest',
  modules: ['xmlhttprequest', 'xhr2', 'xmlhttprequest-ssl'],
  globals: ['XMLHttpRequest'],
  send,
};
