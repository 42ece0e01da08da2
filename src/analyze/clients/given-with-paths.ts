import { isTestFile } from '../../model/test-files.ts';
import { nameCallee } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { getTextHead, listTexts, makeUnknown } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, ClientValue, Env, Value } from '../values/values.ts';
import { type ClientCall, configured, type SentRequest } from './client.ts';

/**
 * `createCrud(api, '/calls')`, `useRest('/agents', { client: api })` of a package that no file here knows: it is handed a client and a path,
 * and what becomes of the two nobody can tell.
 */

const BASES = ['baseURL', 'prefixUrl', 'prefix', 'baseUrl'];

/** Routes of the own server, names, and what is noted of a path. */
const NO_SENDING =
  /^(?:get|post|put|patch|delete|all|use|route|register|mount|on|once|emit|set|add|has|log|trace|debug|info|warn|error|decorate|provide|inject|group|describe|it|test)$/;

function isOfPackage(callee: Value): boolean {
  return listOptions(callee).every((option) => option.type === 'external' && option.module !== 'global');
}

/** What options call a client. */
const MEMBERS = ['client', 'axios', 'api', 'http', 'instance', 'httpClient', 'apiClient'];

function listClients(evaluator: Evaluator, given: Value, { node, module }: CallSite): readonly ClientValue[] {
  return listOptions(given).flatMap((option) => {
    if (option.type === 'client') return [option];
    if (option.type !== 'object') return [];
    return MEMBERS.flatMap((name) => listOptions(evaluator.getProperty(option, name, node, module))).filter(
      (value) => value.type === 'client',
    );
  });
}

function isPath(evaluator: Evaluator, argument: Argument, { node, module }: CallSite): boolean {
  const value = evaluator.evaluateArgument(argument);
  if (!listOptions(value).every(({ type }) => type === 'text')) return false;
  return listTexts(value, node, module).some((text) =>
    evaluator.words.has(/^\/?([\w-]+)(?=[/?#]|$)/.exec(getTextHead(text))?.[1] ?? ''),
  );
}

export function describeGivenWithPath(
  evaluator: Evaluator,
  site: CallSite,
  env: Env,
  callee: Value,
): SentRequest | null {
  const { node, module } = site;
  if (!('callee' in node) || !('arguments' in node) || node.arguments.length < 2) return null;
  const name = nameCallee(node.callee) ?? '';
  if (NO_SENDING.test(name) || !isOfPackage(callee) || isTestFile(module.path)) return null;
  const args = evaluator.index.listCallArguments(node, module, env);
  const path = args.find((given) => given.kind === 'expression' && isPath(evaluator, given, site));
  if (path?.kind !== 'expression') return null;
  const [client] = args.flatMap((given) => listClients(evaluator, evaluator.evaluateArgument(given), site));
  if (client === undefined) return null;
  const call: ClientCall = { evaluator, node, module, args, env, target: client };
  const base = configured(call, BASES);
  const unknown = makeUnknown(node, module, `nobody here knows what ${name} does with the client and the path`);
  if (base === undefined) return null;
  const method = makeUnknown(node, module, 'the package decides');
  return { client: name, url: joinUrl(base, unknown, 'slash', node, module), urlNode: path.node, method };
}
