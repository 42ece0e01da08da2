import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl, joinUrl } from '../urls/urls.ts';
import type { Env } from '../values/values.ts';
import { findChainedCall } from './chained-call.ts';
import { type SentRequest, VERBS, verb } from './client.ts';

/** The client that Hubot hands to scripts: `robot.http('https://…').path('/calls').header(…).post(body)(done)`. */
export function describeScoped(evaluator: Evaluator, site: CallSite, env: Env, name: string): SentRequest | null {
  const { node, module } = site;
  if (name !== 'http') return null;
  const [first] = evaluator.index.listCallArguments(node, module, env);
  if (first?.kind !== 'expression') return null;
  let method: string | null = null;
  const sent = findChainedCall(node, (member) => {
    if (VERBS.includes(member) || member === 'del') method = member;
    return method !== null;
  });
  const host = evaluator.evaluateArgument(first);
  if (sent === null || method === null || !listTexts(host, node, module).some(isAbsoluteUrl)) return null;
  const [path] = findChainedCall(node, (member) => member === 'path')?.arguments ?? [];
  const url = path === undefined ? host : joinUrl(host, evaluator.evaluate(path, module, env), 'slash', node, module);
  return { client: 'scoped-http', url, urlNode: path ?? first.node, method: verb(method) };
}
