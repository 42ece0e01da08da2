import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import { findKnownText } from '../texts/texts.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { Kind } from './answer-kinds.ts';
import { isUnwrappedByInterceptor } from './unwrapping-interceptors.ts';

/** What the call of a client gives back. */

const KINDS: Readonly<Record<string, Kind>> = {
  fetch: 'response',
  ky: 'response',
  wretch: 'response',
  UrlFetchApp: 'response',
  playwright: 'response',
  k6: 'with-text',
  $http: 'wrapped',
  gaxios: 'wrapped',
  superagent: 'with-body',
  supertest: 'with-body',
  cypress: 'with-body',
  undici: 'undici',
  ofetch: 'body',
  pipedream: 'body',
};

/** An option that the call is given, or the client. */
function findOption(evaluator: Evaluator, { sink, request }: Emission, name: string): Value | undefined {
  const { node, module } = sink;
  const given = evaluator.index
    .listCallArguments(node, module, evaluator.anyCaller)
    .map((argument) => evaluator.evaluateArgument(argument));
  const objects = [...given, ...(request.configurations ?? [])].flatMap((value) =>
    listOptions(value).filter(({ type }) => type === 'object'),
  );
  return objects
    .map((options) => evaluator.getProperty(options, name, node, module))
    .find((value) => !isNullish(value));
}

/** Is it asked for, and not left off? */
function isOn(value: Value | undefined): boolean {
  return value !== undefined && !(value.type === 'primitive' && value.value !== true);
}

function isOff(value: Value | undefined): boolean {
  return value?.type === 'primitive' && value.value === false;
}

function isText(value: Value | undefined, text: string): boolean {
  return value !== undefined && findKnownText(value) === text;
}

/** n8n's `this.helpers.httpRequest` parses what is JSON, its `request` only where it is told to. */
function findKindOfHelper(client: string, ask: (name: string) => Value | undefined): Kind | null {
  if (!/^(?:httpRequest|request)(?:WithAuthentication|OAuth[12])?$/.test(client)) return null;
  if (isText(ask('encoding'), 'arraybuffer') || isText(ask('encoding'), 'stream')) return null;
  const isParsed = client.startsWith('http') || isOn(ask('json'));
  const isWhole = isOn(ask('returnFullResponse')) || isOn(ask('resolveWithFullResponse'));
  if (isWhole) return isParsed ? 'with-body' : 'with-text';
  return isParsed ? 'body' : 'text';
}

function findKindOfAngular(ask: (name: string) => Value | undefined): Kind | null {
  const responseType = ask('responseType');
  if (responseType !== undefined && !isText(responseType, 'json')) return isText(responseType, 'text') ? 'text' : null;
  const observe = ask('observe');
  if (observe === undefined || isText(observe, 'body')) return 'body';
  return isText(observe, 'response') ? 'with-body' : null;
}

/** `$.get(url, show, 'html')`, and `$('#list').load(url)`, which shows it. */
function findKindOfJquery(evaluator: Evaluator, { sink, request }: Emission, dataType: Value | undefined): Kind | null {
  if (request.sender?.path.at(-1) === 'load') return null;
  const [, ...others] = evaluator.index.listCallArguments(sink.node, sink.module, evaluator.anyCaller);
  const last = others.at(-1);
  const named = dataType ?? (last === undefined ? undefined : evaluator.evaluateArgument(last));
  const said = named === undefined ? null : findKnownText(named);
  if (said === null || /^jsonp?$/.test(said)) return 'body';
  return said === 'text' ? 'text' : null;
}

/** Null for clients of which nobody says here how they answer. */
export function findKind(evaluator: Evaluator, emission: Emission, callee: string): Kind | null {
  const { client, sender } = emission.request;
  const ask = (name: string) => findOption(evaluator, emission, name);
  if (sender === undefined) {
    if (/\bz\.request$/.test(callee)) return 'zapier';
    if (/\bhelpers\.\w+(?:\.call)?$/.test(callee)) return findKindOfHelper(client, ask);
  }
  switch (client) {
    case 'axios':
    case 'HttpService':
      return isUnwrappedByInterceptor(evaluator, emission) ? 'body' : 'wrapped';
    case 'HttpClient':
      return findKindOfAngular(ask);
    case 'got':
      return isText(ask('responseType'), 'json') || isOn(ask('json')) ? 'with-body' : 'with-text';
    case 'request': {
      if (sender === undefined) return null;
      const isParsed = isOn(ask('json'));
      if (isOn(ask('resolveWithFullResponse'))) return isParsed ? 'with-body' : 'with-text';
      return isParsed ? 'body' : 'text';
    }
    case 'needle':
      return isOff(ask('parse')) || isOff(ask('parse_response')) ? 'with-text' : 'with-body';
    case 'jquery':
      return findKindOfJquery(evaluator, emission, ask('dataType'));
    default:
      return Object.hasOwn(KINDS, client) ? (KINDS[client] ?? null) : null;
  }
}
