import { type CallNode, nameCallee, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { isSameClient } from '../interceptors/interceptors.ts';
import { listSetAround } from '../members/assigned-members.ts';
import { type Module, readCode } from '../modules/module.ts';
import { type Host, isOtherHost, readHost } from '../urls/hosts.ts';
import { findPieceBefore } from '../uses/larger-texts.ts';
import type { Place } from '../uses/places.ts';
import { deriveText } from '../uses/widened-texts.ts';
import { listOptions } from '../values/unions.ts';
import { type ClientValue, UNDEFINED, type Value } from '../values/values.ts';

/**
 * `desk.get(response.config.url)`, `axios({ ...error.config, baseURL: BACKUP })`: an answer and a failure say which path was asked,
 * and a program may ask another host for the same.
 */

const BASES = ['baseURL', 'prefixUrl', 'prefix'];
const BASE = /^(?:baseURL|baseUrl|prefixUrl|prefix)$/;

/** The text, or the options with it, are what a client is given to send. */
export function isSent(call: CallNode, { node, path }: Pick<Place, 'node' | 'path'>): boolean {
  if (call.type === 'TaggedTemplateExpression' || call.arguments[0] !== node) return false;
  return path.length === 0 || (path.length === 1 && path[0] === 'url');
}

function listClients(evaluator: Evaluator, call: CallNode, module: Module): readonly ClientValue[] {
  return listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller)).filter(
    (option) => option.type === 'client',
  );
}

/** `{ ...error.config, baseURL }`, `Object.assign({}, error.config, { baseURL })` */
function namesBase(options: SyntaxNode | undefined): boolean {
  if (options?.type === 'CallExpression' && nameCallee(options.callee) === 'assign')
    return options.arguments.some(namesBase);
  return (
    options?.type === 'ObjectExpression' && options.properties.some((property) => BASE.test(nameKey(property) ?? ''))
  );
}

function isGivenBase(evaluator: Evaluator, options: SyntaxNode | undefined, module: Module): boolean {
  if (options === undefined) return false;
  const name = readCode(module, options);
  return listSetAround(evaluator, options, module, BASES).some((object) => readCode(module, object) === name);
}

/** `new WebSocket(url.replace('https', 'wss'))`: a socket is no request of the platform, and its path stays. */
export function isSocket(call: CallNode): boolean {
  return call.type === 'NewExpression' && /WebSocket$/.test(nameCallee(call.callee) ?? '');
}

/** `place`: what an answer says of the address, which `call` is handed. */
export function isSentElsewhere(evaluator: Evaluator, call: CallNode, place: Place): boolean {
  const { asked, isUrl, module } = place;
  if (asked === undefined || isUrl || call.type === 'TaggedTemplateExpression' || !isSent(call, place)) return false;
  const [first, second] = call.arguments;
  if (namesBase(first) || namesBase(second) || isGivenBase(evaluator, first, module)) return true;
  const clients = listClients(evaluator, call, module);
  const own = listClients(evaluator, asked.call, asked.module);
  return clients.length > 0 && !clients.some((client) => own.some((option) => isSameClient(option, client)));
}

function listHosts(value: Value | undefined): readonly Host[] {
  return listOptions(value ?? UNDEFINED).flatMap((option) => (option.type === 'text' ? (readHost(option) ?? []) : []));
}

/** What the client was made with has for a base, and what it is given where that is a whole URL. */
function listOwnHosts(evaluator: Evaluator, { call, module }: NonNullable<Place['asked']>): readonly Host[] {
  const [first] = 'arguments' in call ? call.arguments : [];
  const given = first === undefined ? [] : listHosts(evaluator.evaluate(first, module, evaluator.anyCaller));
  const based = listClients(evaluator, call, module).flatMap((client) =>
    client.options.flatMap((options) =>
      options.type === 'object'
        ? BASES.flatMap((name) => listHosts(evaluator.getProperty(options, name, call, module)))
        : [],
    ),
  );
  return [...given, ...based];
}

/** `fetch(`https://cache.example${error.config.url}`)`, `new URL(error.config.url, 'https://backup.example')` */
export function isPutBehindAnother(evaluator: Evaluator, { node, path, asked, isUrl, module }: Place): boolean {
  if (asked === undefined || isUrl || path.length > 0) return false;
  const whole = deriveText(node);
  const call = getParent(whole);
  const base =
    call?.type === 'NewExpression' && nameCallee(call.callee) === 'URL' && call.arguments[0] === whole
      ? call.arguments[1]
      : undefined;
  const around = [base, whole === node ? undefined : whole, findPieceBefore(whole)].filter((each) => each != null);
  const hosts = around.flatMap((each) => listHosts(evaluator.evaluate(each, module, evaluator.anyCaller)));
  const own = hosts.length === 0 ? [] : listOwnHosts(evaluator, asked);
  return own.length > 0 && hosts.some((host) => isOtherHost(host, own));
}
