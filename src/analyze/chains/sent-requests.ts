import { flatMap } from '../../model/flat-map.ts';
import { isElementCall } from '../../syntax/element-calls.ts';
import { applyAssertion } from '../callers/asserted-calls.ts';
import type { CallSite } from '../callers/project-index.ts';
import { type Application, resolveRun } from '../calls/application.ts';
import { resolveApplied } from '../calls/applied-calls.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { SentRequest } from '../clients/client.ts';
import { describeDeclaredRequest } from '../clients/declared.ts';
import { describeGivenWithPath } from '../clients/given-with-paths.ts';
import { describeMadeElsewhere } from '../clients/made-elsewhere.ts';
import { describeOpenAddress } from '../clients/open-addresses.ts';
import { describeRequests } from '../clients/registry.ts';
import { describeUnknownClient, isStandIn } from '../clients/unknown.ts';
import type { Evaluator } from '../evaluator.ts';
import { findKnownText, listTexts, makeText } from '../texts/texts.ts';
import { putHostBefore } from '../urls/built-elsewhere.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import { mergeChoices } from '../values/value-marks.ts';
import type { Env, TextValue } from '../values/values.ts';
import { isReachable } from './reachable.ts';

/** What a call sends when certain calls are in force. */

/** What the innermost call of a chain sends in one context. */
export function describeSent(evaluator: Evaluator, sink: CallSite, env: Env): readonly SentRequest[] {
  if (env !== null && !isReachable(evaluator, sink.node, sink.module, env)) return [];
  if (isElementCall(sink.node)) return [];
  const asserted = applyAssertion(evaluator, sink.node, sink.module, env);
  if (asserted !== null)
    return describeCalled(evaluator, sink, env, asserted).map((request) => ({
      ...forgetMessage(request),
      isMock: true,
    }));
  const callee = evaluateCallee(evaluator, sink.node, sink.module, env);
  const args = evaluator.index.listCallArguments(sink.node, sink.module, env);
  const sent = describeCalled(evaluator, sink, env, { callee, args });
  if (sent.length > 0) return sent;
  const run = resolveApplied(evaluator, sink.node, sink.module, env) ?? resolveRun(evaluator, sink, callee, env);
  const indirect = run === null ? [] : describeCalled(evaluator, sink, env, run).map(forgetMessage);
  if (indirect.length > 0) return indirect;
  const unknown = describeUnknownClient(evaluator, sink, env, callee);
  // What the project itself runs for a message says by itself what it sends; what a test puts in its place does not.
  const isRun = run !== null && !listOptions(run.callee).every((option) => isStandIn(option, sink));
  const sender = run === null ? callee : run.callee;
  const open = unknown.length > 0 || isRun ? null : describeOpenAddress(evaluator, sink, env, sender);
  if (open !== null || unknown.length > 0) return open === null ? unknown : [open];
  const given = run === null ? describeGivenWithPath(evaluator, sink, env, callee) : null;
  return given === null ? [] : [given];
}

function describeCalled(
  evaluator: Evaluator,
  sink: CallSite,
  env: Env,
  { callee, args }: Application,
): readonly SentRequest[] {
  return flatMap(listOptions(callee), (target) => {
    if (target.type !== 'external' && target.type !== 'client') return [];
    const call = { evaluator, node: sink.node, module: sink.module, args, env, target };
    const known = describeRequests(call).map((request) => ({
      ...request,
      url: putHostBefore(evaluator, request.url, request.urlNode, sink.module),
    }));
    return known.length > 0 ? known : (describeDeclaredRequest(call) ?? describeMadeElsewhere(call) ?? []);
  });
}

/** `call(client.post, '/calls', body)`: the arguments are not where the library has them. */
function forgetMessage({ message, ...request }: SentRequest): SentRequest {
  return message?.options === undefined ? request : { ...request, options: message.options };
}

const VERB = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** The methods that can go with one URL: a method of another branch cannot. */
export function readMethods(request: SentRequest, sink: CallSite, url: TextValue): readonly string[] | null {
  if (request.method === null) return ['GET'];
  const options = flatMap(listOptions(request.method), (value) => {
    if (isNullish(value)) return [makeText('GET')];
    // `HttpMethod.PUT` of a package
    const named = value.type === 'external' ? value.path.at(-1) : undefined;
    if (named !== undefined && VERB.test(named)) return [makeText(named)];
    return listTexts(value, sink.node, sink.module);
  });
  const possible = options.filter((text) => mergeChoices(url.choices, text.choices) !== null);
  const methods = (possible.length === 0 ? options : possible).map(findKnownText);
  if (methods.some((method) => method === null || !/^[A-Za-z]+$/.test(method))) return null;
  return [...new Set(methods.map((method) => (method ?? '').toUpperCase()))].sort();
}
