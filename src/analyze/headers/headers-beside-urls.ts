import type { ObjectProperty } from '@babel/types';
import type { Addressed } from '../../model/analysis.ts';
import { isRequest } from '../../model/analysis.ts';
import { isWithinRegion } from '../../model/location.ts';
import {
  type CallNode,
  getEnd,
  getStart,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * `uni.request({ url: 'https://…/agents', header: { … } })`, `rest.get('https://…/agents', { headers: { … } })`: the headers in the very
 * options of a request, be the client known or not, are sent to the URL that stands beside them.
 */

const HEADERS = /^headers?$/i;
const ADDRESS = /^(?:url|uri|href|endpoint|address)$/i;
/** What is given back to who asked has headers, too. */
const ANSWERING = /redirect|respon|reply|rewrite|proxy|^(?:json|send|writeHead|setHeaders)$/i;
/** A file of the project that nobody found. */
const NEAR = /^(?:[./~#$]|@\/)/;
/** A platform that runs these makes the request itself: Zapier. */
const PERFORMED = /^perform/;
/** What the project itself does with headers that it is handed, nobody knows here; nor what something does that nobody knows. */
const OF_OTHERS: ReadonlySet<Value['type']> = new Set(['external', 'client']);

function isForeign(evaluator: Evaluator, call: CallNode, module: Module): boolean {
  if (!('callee' in call) || ANSWERING.test(nameCallee(call.callee) ?? '')) return false;
  evaluator.ask();
  const found = listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller));

  return (
    found.length > 0 &&
    found.every((option) => OF_OTHERS.has(option.type) && !(option.type === 'external' && NEAR.test(option.module)))
  );
}

/** `{ [RSAA]: { endpoint, headers } }`: what stands under a name that a package gave is for the package. */
function isUnderForeignName(evaluator: Evaluator, member: ObjectProperty, module: Module): boolean {
  if (!member.computed) return false;
  evaluator.ask();
  const key = evaluator.evaluate(member.key, module, null);
  return key.type === 'external' && key.module !== 'global' && key.made === null && !NEAR.test(key.module);
}

/** The members and the calls around the options, from the inside out, up to the first call. */
function findCall(
  evaluator: Evaluator,
  options: SyntaxNode,
  module: Module,
): { readonly call: CallNode; readonly argument: SyntaxNode } | 'performed' | null {
  for (let at = options, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (isCallNode(parent))
      return 'arguments' in parent && parent.callee !== at ? { call: parent, argument: at } : null;
    if (parent.type === 'ObjectExpression') continue;
    if (parent.type !== 'ObjectProperty' || parent.value !== at) return null;
    if (PERFORMED.test(nameKey(parent) ?? '') || isUnderForeignName(evaluator, parent, module)) return 'performed';
  }
  return null;
}

/** `client.get(url).headers({ … })`: what is given to the calls in front. */
function listInFront(call: CallNode): readonly SyntaxNode[] {
  const callee = 'callee' in call ? unwrap(call.callee) : null;
  if (callee === null || !isMemberNode(callee) || !HEADERS.test(nameMember(callee) ?? '')) return [];
  const given: SyntaxNode[] = [];
  for (let at = unwrap(callee.object); at.type === 'CallExpression'; ) {
    given.push(...at.arguments);
    const inner = unwrap(at.callee);
    if (!isMemberNode(inner)) break;
    at = unwrap(inner.object);
  }
  return given;
}

interface BesideUrls {
  readonly urls: readonly SyntaxNode[];
  /** They are sent to these, and nowhere else. */
  readonly isCertain: boolean;
}

const NONE: BesideUrls = { urls: [], isCertain: false };

/** Where the URL may stand to which an object of headers is sent. */
function findUrls(evaluator: Evaluator, node: SyntaxNode, module: Module): BesideUrls {
  const member = getParent(node);
  if (member === undefined) return NONE;
  if (isCallNode(member)) return { urls: listInFront(member), isCertain: true };
  if (member.type !== 'ObjectProperty' || member.value !== node || !HEADERS.test(nameKey(member) ?? '')) return NONE;
  const options = getParent(member);
  if (options?.type !== 'ObjectExpression') return NONE;
  const own = options.properties.flatMap((other) =>
    other.type === 'ObjectProperty' && ADDRESS.test(nameKey(other) ?? '') ? [other.value] : [],
  );
  const found = findCall(evaluator, options, module);
  if (found === null || found === 'performed') return { urls: own, isCertain: found !== null };
  const isCertain = isForeign(evaluator, found.call, module);
  if (own.length > 0 || !('arguments' in found.call)) return { urls: own, isCertain };
  return { urls: found.call.arguments.filter((argument) => argument !== found.argument), isCertain };
}

interface SentBeside {
  readonly requests: readonly Addressed[];
  readonly isCertain: boolean;
}

/** Those of the requests, or of what only names their URL, beside whose URL such headers stand. */
export function findBesideUrls(
  evaluator: Evaluator,
  node: SyntaxNode,
  module: Module,
  requests: readonly Addressed[],
): SentBeside {
  const here = requests.filter((one) => (isRequest(one) ? one.site : one.expression).file === module.path);
  if (here.length === 0) return { requests: [], isCertain: false };
  const { urls, isCertain } = findUrls(evaluator, node, module);
  const regions = urls.map((url) => getRegion(module, getStart(url), getEnd(url)));
  const beside = here.filter(({ expression }) => regions.some((region) => isWithinRegion(expression, region)));
  // `needle('post', url, { headers })`: of a client that is known it is known which options it sends.
  if (beside.some(isRequest) && !isCallNode(getParent(node) ?? node)) return { requests: [], isCertain: false };
  return { requests: beside, isCertain };
}
