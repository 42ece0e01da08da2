import {
  type CallNode,
  describeName,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import type { Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { Kind } from './answer-kinds.ts';
import { asNamed, atValue, type Found, type Place } from './carried.ts';
import { findKind } from './client-answers.ts';

/** Where the answer of a request first is: in what the call gives back, and in what its callbacks are given. */

function start(kind: Kind) {
  return { kind, path: [], entered: [] };
}

/** The parameters of a callback that are given the answer, and as what. */
function nameGiven(callback: Value, kinds: readonly (Kind | null)[]): readonly Found[] {
  const [only, ...others] = listOptions(callback);
  if (only?.type !== 'function' || others.length > 0) return [];
  return kinds.flatMap((kind, index) => {
    const param = kind === null ? undefined : only.fn.params[index];
    return kind === null || param === undefined ? [] : [asNamed(param, only.module, start(kind))];
  });
}

/** What the callback of a client is given, parameter by parameter; null where it takes none. */
function listGiven(client: string, kind: Kind | null): readonly (Kind | null)[] | null {
  switch (client) {
    case 'needle':
      return kind === 'with-text' ? [null, kind, 'text'] : [null, 'with-body', 'body'];
    case 'request': {
      const isParsed = kind === 'body' || kind === 'with-body';
      return [null, isParsed ? 'with-body' : 'with-text', isParsed ? 'body' : 'text'];
    }
    case 'jquery':
      return [kind];
    case 'http':
    case 'https':
    case 'follow-redirects':
      return ['stream'];
    default:
      return null;
  }
}

/** `$.ajax({ url, success: (rows) => … })` */
function listCallbackOptions(
  evaluator: Evaluator,
  { sink, request }: Emission,
  values: readonly Value[],
): readonly Value[] {
  if (request.client !== 'jquery') return [];
  const { node, module } = sink;
  return values
    .flatMap(listOptions)
    .flatMap((options) => (options.type === 'object' ? [evaluator.getProperty(options, 'success', node, module)] : []));
}

function listInCallbacks(evaluator: Evaluator, emission: Emission, kind: Kind | null): readonly Found[] {
  const { sink, request } = emission;
  const given = request.sender === undefined ? null : listGiven(request.client, kind);
  if (given === null) return [];
  const values = evaluator.index
    .listCallArguments(sink.node, sink.module, evaluator.anyCaller)
    .map((argument) => evaluator.evaluateArgument(argument));
  return [...values, ...listCallbackOptions(evaluator, emission, values)].flatMap((value) => nameGiven(value, given));
}

/** The functions that hear of an XMLHttpRequest, where it is `this`: `xhr.onload = function () { this.responseText }`. */
function findListener(member: SyntaxNode): FunctionNode | null {
  const parent = getParent(member);
  const name = nameMember(member) ?? '';
  if (parent?.type === 'AssignmentExpression' && parent.left === member && name.startsWith('on'))
    return isFunctionNode(parent.right) && parent.right.type !== 'ArrowFunctionExpression' ? parent.right : null;
  return null;
}

function listOfThis(fn: FunctionNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(fn.body, null, (node) => {
    if (isMemberNode(node) && node.object.type === 'ThisExpression') found.push(node);
    return isFunctionNode(node) && node.type !== 'ArrowFunctionExpression' ? null : true;
  });
  return found;
}

/** `xhr.responseText` of the one request that an object opens. */
function listOfXhr({ sink }: Emission, module: Module): readonly Found[] {
  const callee = 'callee' in sink.node ? unwrap(sink.node.callee) : null;
  if (callee === null || !isMemberNode(callee) || callee.object.type !== 'Identifier') return [];
  const members = listReadings(callee.object, module).flatMap((name) => {
    const parent = getParent(name);
    return parent !== undefined && isMemberNode(parent) && parent.object === name ? [parent] : [];
  });
  const all = [...new Set([callee, ...members])];
  if (all.filter((member) => nameMember(member) === 'open').length > 1) return [];
  const heard = all.flatMap((member) => findListener(member) ?? []);
  const isJson = all.some((member) => {
    const parent = getParent(member);
    const isSet = parent?.type === 'AssignmentExpression' && nameMember(member) === 'responseType';
    return isSet && parent.right.type === 'StringLiteral' && parent.right.value === 'json';
  });
  return [...all, ...heard.flatMap(listOfThis)].flatMap((member) => {
    const name = nameMember(member);
    if (name === 'responseText') return [atValue(member, module, start('text'))];
    return name === 'response' ? [atValue(member, module, start(isJson ? 'body' : 'text'))] : [];
  });
}

/** Null where nobody says here how the client answers. */
export function listStarts(evaluator: Evaluator, emission: Emission): readonly Found[] | null {
  const { sink, request } = emission;
  // Of several that one call sends, each has its place in a list.
  if (request.part !== undefined) return null;
  if (request.client === 'XMLHttpRequest') return listOfXhr(emission, sink.module);
  const kind = findKind(evaluator, emission, 'callee' in sink.node ? describeName(unwrap(sink.node.callee)) : '');
  const inCallbacks = listInCallbacks(evaluator, emission, kind);
  const values = kind === null ? [] : [atValue(sink.node, sink.module, start(kind))];
  const all = [...values, ...inCallbacks];
  return all.length === 0 ? null : all;
}

/** superagent's `.end((error, response) => …)` */
export function listEnded(call: CallNode, place: Place): readonly Found[] {
  const [callback] = 'arguments' in call ? call.arguments : [];
  const param = callback !== undefined && isFunctionNode(callback) ? callback.params[1] : undefined;
  return param === undefined ? [] : [asNamed(param, place.module, place)];
}
