import {
  type CallNode,
  contains,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { nameLibrary } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { isSent } from '../outsiders/sent-elsewhere.ts';
import { nameEntry, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { Elements } from './elements.ts';
import { findParam } from './hook-functions.ts';
import type { Naming } from './naming.ts';

/** `new URL(response.url).pathname`, `error.config.url`: an answer, and a failure, say which address was asked. */

interface Way {
  readonly path: readonly string[];
  /** The whole URL, or its path, and not the text that the client was given. */
  readonly of: 'url' | 'path' | 'text';
}

interface Ways {
  readonly answer: readonly Way[];
  readonly failure: readonly Way[];
  /** What a function is handed that is called with the answer. */
  readonly callback?: readonly Way[];
}

const whole = (...path: readonly string[]): Way => ({ path, of: 'url' });
const onlyPath = (...path: readonly string[]): Way => ({ path, of: 'path' });
const given = (...path: readonly string[]): Way => ({ path, of: 'text' });

/** `https.request({ host, path }, (response) => response.req.path)` */
const NODE: Ways = { answer: [onlyPath('path')], failure: [], callback: [onlyPath('req', 'path')] };

const AXIOS = [
  given('config', 'url'),
  onlyPath('request', 'path'),
  whole('request', 'responseURL'),
  whole('request', 'res', 'responseUrl'),
];

const LIBRARIES: Readonly<Record<string, Ways>> = {
  http: NODE,
  https: NODE,
  'follow-redirects': NODE,
  fetch: { answer: [whole('url')], failure: [] },
  undici: { answer: [whole('url')], failure: [] },
  ky: { answer: [whole('url')], failure: [whole('request', 'url'), whole('response', 'url')] },
  wretch: { answer: [whole('url')], failure: [whole('url'), whole('response', 'url')] },
  ofetch: { answer: [whole('url')], failure: [given('request'), whole('response', 'url')] },
  got: {
    answer: [whole('url'), whole('requestUrl'), whole('request', 'options', 'url')],
    failure: [whole('options', 'url'), whole('request', 'requestUrl'), whole('response', 'url')],
  },
  axios: {
    answer: AXIOS,
    failure: [...AXIOS, ...AXIOS.map((way) => ({ ...way, path: ['response', ...way.path] }))],
  },
  superagent: {
    answer: [whole('request', 'url'), onlyPath('req', 'path')],
    failure: [whole('response', 'request', 'url'), onlyPath('response', 'req', 'path')],
  },
};

/** Is it a function of a client, of which nobody gets back what it was given? */
export function givesAnswer(callee: Value): boolean {
  return listOptions(callee).every(
    (option) => (option.type === 'client' || option.type === 'external') && nameLibrary(option) !== undefined,
  );
}

/** `https.request({ host, path })`: the options that a request of Node is made of, which other clients do not take. */
function isPartOfAddress(call: CallNode, { node, path }: Place): boolean {
  return 'arguments' in call && call.arguments.some((one) => one === node) && path.length === 1 && path[0] === 'path';
}

function findWays(evaluator: Evaluator, call: CallNode, place: Place): Ways | null {
  const isPart = isPartOfAddress(call, place);
  if (!isPart && !isSent(call, place)) return null;
  // Mostly its own file says what it calls, and that was asked for before.
  for (const env of [null, evaluator.anyCaller]) {
    for (const option of listOptions(evaluateCallee(evaluator, call, place.module, env))) {
      const name = option.type === 'client' || option.type === 'external' ? nameLibrary(option) : undefined;
      const ways = name === undefined ? undefined : LIBRARIES[name];
      if (ways !== undefined && (!isPart || ways === NODE)) return ways;
    }
  }
  return null;
}

/** A failure is followed outwards through so many callers. */
const MAX_OUTWARDS = 3;

/** `.catch((error) => …)` of what stands before the dot. */
function findCatch(parent: SyntaxNode, node: SyntaxNode): CallNode | null {
  if (!isMemberNode(parent) || parent.object !== node || nameMember(parent) !== 'catch') return null;
  const call = getParent(parent);
  return call !== undefined && isCallNode(call) && 'callee' in call && call.callee === parent ? call : null;
}

/** `throw error`, `return Promise.reject(error)`: does what catches a failure hand it on to who catches next? */
function passesOn(param: SyntaxNode, handler: SyntaxNode, module: Module): boolean {
  if (param.type !== 'Identifier') return false;
  return findScript(module, param)
    .identifiers.get(param.name)
    .some((node) => {
      const parent = getParent(node);
      if (parent === undefined || !contains(handler, node)) return false;
      return (
        parent.type === 'ThrowStatement' ||
        (isCallNode(parent) && 'callee' in parent && nameCallee(parent.callee) === 'reject')
      );
    });
}

/** Gives what an answer and a failure hold of the address to who looks at them. */
export class Answers {
  readonly #evaluator: Evaluator;
  readonly #naming: Naming;
  readonly #elements: Elements;

  constructor(evaluator: Evaluator, naming: Naming, elements: Elements) {
    this.#evaluator = evaluator;
    this.#naming = naming;
    this.#elements = elements;
  }

  /** `call`: what the place is handed to. The places that the answer opens. */
  list(call: CallNode, place: Place): readonly Place[] {
    const ways = findWays(this.#evaluator, call, place);
    if (ways === null) return [];
    const open = ({ path, of }: Way): Place => ({
      isAnswer: true,
      asked: { call, module: place.module },
      ...place,
      node: call,
      path,
      isUrl: of === 'url' || (of === 'text' && place.isUrl),
      ...(of === 'path' ? { isPathname: true as const } : {}),
      isHandedOver: true,
      entered: [...place.entered, nameEntry(place)],
    });
    for (const way of ways.failure) this.#openFailure(open(way));
    for (const way of ways.callback ?? []) this.#openCallback(call, open(way));
    return ways.answer.map(open);
  }

  #openCallback(call: CallNode, place: Place): void {
    for (const argument of 'arguments' in call ? call.arguments : [])
      for (const option of listOptions(this.#evaluator.evaluate(argument, place.module, null))) {
        const given = option.type === 'function' ? findParam(option, 0) : null;
        if (option.type !== 'function' || given === null) continue;
        const path = [...given.path, ...place.path];
        this.#naming.bind(given.param, { ...place, node: given.param, module: option.module, path, handed: null });
      }
  }

  /** Where it is caught: around the call, behind it, or where its function is called. */
  #openFailure(place: Place, outwards = 0): void {
    for (let at = place.node, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
      if (parent.type === 'TryStatement' && parent.block === at && parent.handler) {
        const { param } = parent.handler;
        if (param) this.#naming.bind(param, place);
        if (!param || !passesOn(param, parent.handler, place.module)) return;
      }
      const caught = findCatch(parent, at);
      if (caught !== null && caught.type !== 'TaggedTemplateExpression') {
        this.#elements.enterCallback(caught, 0, place);
        return;
      }
      if (!isFunctionNode(parent) || isCallNode(getParent(parent) ?? parent)) continue;
      if (outwards < MAX_OUTWARDS) this.#openFailureOutside(parent, place, outwards);
      return;
    }
  }

  #openFailureOutside(fn: SyntaxNode, place: Place, outwards: number): void {
    const { handed } = place;
    if (handed?.fn === fn) {
      const { call, module, before } = handed;
      this.#openFailure({ ...place, handed: before.handed, node: call, module }, outwards + 1);
      return;
    }
    if (!isFunctionNode(fn)) return;
    for (const { node, module } of this.#evaluator.index.listCallers(fn))
      this.#openFailure({ ...place, node, module }, outwards + 1);
  }
}
