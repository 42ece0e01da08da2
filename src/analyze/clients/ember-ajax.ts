import { makeText } from '../texts/texts.ts';
import { isNullish } from '../values/missing.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  join,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import { findOwnInstance } from './own-instance.ts';

/** ember-ajax: `class Voice extends AjaxService { host = 'https://…'; list() { return this.request('/agents'); } }`. */

const SENDERS: ReadonlySet<string> = new Set([...VERBS, 'del', 'request', 'raw']);

function readModule({ target }: ClientCall): string | null {
  return target.type === 'external' ? target.module : null;
}

/** A host or a namespace: of the options of one request, else of the service. */
function readSetting(call: ClientCall, options: Value | undefined, name: string): Value | undefined {
  const own = option(call, options, name);
  if (own !== undefined) return own;
  const service = findOwnInstance(call);
  if (service === null) return undefined;
  const value = call.evaluator.getProperty(service, name, call.node, call.module);
  // What only the class of the package has is nothing, unless the service says otherwise.
  const isOwn = value.type !== 'external' || value.module !== readModule(call);
  return isOwn && !isNullish(value) ? value : undefined;
}

function send(call: ClientCall): SentRequest | null {
  const [instance, name = '', ...others] = call.target.path;
  const path = argument(call, 0);
  if (instance !== 'instance()' || !SENDERS.has(name) || others.length > 0 || path === undefined) return null;
  const options = argument(call, 1);
  const namespace = readSetting(call, options, 'namespace');
  const below = namespace === undefined ? path : join(call, namespace, path, 'slash');
  const isOpen = name === 'request' || name === 'raw';
  const asked = isOpen ? (option(call, options, 'method') ?? option(call, options, 'type')) : undefined;
  return {
    client: 'ember-ajax',
    url: join(call, readSetting(call, options, 'host'), below, 'slash'),
    urlNode: argumentNode(call, 0),
    method: isOpen ? (asked ?? makeText('GET')) : verb(name),
    options,
  };
}

export const emberAjaxLibrary: HttpLibrary = {
  name: 'ember-ajax',
  modules: ['ember-ajax/services/ajax', 'ember-ajax/ajax-request'],
  send,
};
