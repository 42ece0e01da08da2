import { isTestFile } from '../../model/test-files.ts';
import { isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { instantiate } from '../classes/types.ts';
import { makeClient } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText, makeUnknown } from '../texts/texts.ts';
import { dropNullish, listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { type Given, listGiven, listKeyed, listNamed } from './given-names.ts';

/**
 * What a program gives a package under a name, and functions that only the package calls find there again:
 * `createRouter({ context: { voice } })` and `({ context }) => context.voice.get(…)`, `server.app.voice = client`,
 * `container.register('voice', …)` and `resolve('voice')`. The frameworks that have files of their own here are asked first.
 * Whoever asks is nothing that is known, so the name decides: it must stand for clients and nothing else in the whole program.
 */

/** Names that every library has for its own things: who asks for one of them may mean anybody's. */
const COMMON = new Set(
  (
    'client api http https request fetch fetcher axios got ky sdk rest service server app db database store storage repo repository ' +
    'cache context ctx config instance connection conn gateway provider adapter backend remote data env page user session state props ' +
    'deps container registry router route kit tool helper util caller sender transport driver handler logger log queue bus event emitter ' +
    'socket io net network internal external web main base my the own this core'
  ).split(' '),
);

/** `apiClient`, `$http`, `services`: all of its words are such. */
function isCommon(name: string): boolean {
  const words =
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.every((word) => COMMON.has(word) || COMMON.has(word.replace(/s$/, '')));
}

const TAKING = /^(?:get|resolve|make|inject|use|useApi|getContext)$/;
/** `useRouteContext().voice`, `getEnv(self).voice` */
const GIVING = /^(?:use|get)(?:[A-Z]\w*)?$/;
/** Types of what frameworks hand to the functions that they run: `LoaderArgs`, `HookContext`. */
const HANDED_TYPE =
  /(?:Args|Context|Ctx|Request|Event|Interaction|Message|Application|Server|Container|Meta|Params|Props|Payload|Job|Toolkit)$/;
/** Parts of a package's own class on which things are kept. */
const SHELF = /^(?:container|context|ctx|app|locals|server|state|scope|cradle|diScope|diContainer)$/;
/** What containers are told to give: `asValue(client)`. */
const WRAPPING = /^as(?:Value|Function|Class)$/;

/** Is there something else by that name, which whoever asks may be handed as well? */
function isAnothersToo(evaluator: Evaluator, client: Value, name: string, asking: Module): boolean {
  const own = listOptions(client).map(identify);
  return keepMeeting(evaluator, listNamed(evaluator, name), asking)
    .filter(({ module }) => isTestFile(asking.path) || !isTestFile(module.path))
    .some((place) => {
      if (place.value.type === 'ClassMethod' || place.value.type === 'ObjectMethod') return true;
      const value = evaluateGiven(evaluator, place);
      return listOptions(value).some(
        (option) => !saysNothing(option) && option.type !== 'unknown' && !own.includes(identify(option)),
      );
    });
}

/** What makes one client another than the next. */
function identify(value: Value): SyntaxNode | null {
  switch (value.type) {
    case 'instance':
      return value.of.node;
    case 'client':
      return value.made;
    case 'function':
      return value.fn;
    case 'object':
      return value.node;
    case 'class':
      return value.node;
    default:
      return null;
  }
}

/** `asValue(client)` */
function unwrapGiven(node: SyntaxNode): { readonly value: SyntaxNode; readonly isMade: boolean } {
  let inner = unwrap(node);
  // `asFunction(makeVoice).singleton()`
  if (
    inner.type === 'CallExpression' &&
    isMemberNode(inner.callee) &&
    unwrap(inner.callee.object).type === 'CallExpression'
  )
    inner = unwrap(inner.callee.object);
  const name = inner.type === 'CallExpression' ? nameCallee(inner.callee) : null;
  const [first] = inner.type === 'CallExpression' ? inner.arguments : [];
  if (first === undefined || name === null || !WRAPPING.test(name)) return { value: node, isMade: false };
  return { value: first, isMade: name === 'asFunction' };
}

function evaluateGiven(evaluator: Evaluator, given: Given): Value {
  const { value, isMade } = unwrapGiven(given.value);
  const own = dropNullish(evaluateAssigned(evaluator, value, given.module, evaluator.anyCaller));
  if (own.type === 'class') return instantiate(own) ?? own;
  if (!(given.isMade || isMade) || own.type !== 'function') return own;
  return evaluateReturn(evaluator, own, { args: [], call: null, from: evaluator.anyCaller }, true);
}

function isClientLike(value: Value): boolean {
  return listOptions(value).every(({ type }) => /^(?:client|instance|function|object)$/.test(type));
}

/** What is handed on under the name it came by, `{ voice: context.voice }`, and texts of that name say nothing. */
function saysNothing(value: Value): boolean {
  return listOptions(value).every(({ type }) => /^(?:param|text|primitive|array)$/.test(type));
}

/** What stands there wherever a package hands it down. */
function listPlaced(evaluator: Evaluator, given: readonly Given[], asking: Module): readonly Value[] {
  return keepMeeting(evaluator, given, asking)
    .filter(({ module }) => isTestFile(asking.path) || !isTestFile(module.path))
    .map((place) => evaluateGiven(evaluator, place))
    .filter((value) => !saysNothing(value));
}

/** Null where nothing stands there, or things that are no clients do. */
function uniteClients(values: readonly Value[]): Value | null {
  return values.length > 0 && values.every(isClientLike) ? unite(values) : null;
}

/** `createContext()` of react-router: the same key where the same call made it. */
function listUnderKey(evaluator: Evaluator, key: Value): readonly Given[] {
  const made = key.type === 'external' && key.path.length === 0 ? key.made : null;
  if (made === null) return [];
  return listKeyed(evaluator).filter((given) => {
    const other = given.key === undefined ? null : evaluator.evaluate(given.key, given.module, null);
    return other?.type === 'external' && other.made?.call === made.call;
  });
}

/** A client of which nobody knows whose it is: what is sent through it is said, and left to a person. */
function makeOpen(name: string, { node, module }: { readonly node: SyntaxNode; readonly module: Module }): Value {
  const base = makeUnknown(node, module, `several things may be handed down as "${name}"`);
  return makeClient('axios', [makeObject({ baseURL: base })], null);
}

/** A member of what a package hands to a function that the project does not call; `path`: the way to it from there. */
export function findHandedDown(
  evaluator: Evaluator,
  path: readonly string[],
  name: string,
  at: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  const list = (asked: string) => listPlaced(evaluator, listGiven(evaluator, asked), at.module);
  const values = /^[\w$]+$/.test(name) ? list(name) : [];
  // `kit.sdk.voice`, where `sdk` is something of a package: what that calls `voice` is its own.
  if (!values.some(isClientLike) || !path.every((step) => list(step).every(isClientLike))) return null;
  const client = uniteClients(values);
  const isCertain = client !== null && !isCommon(name) && !isAnothersToo(evaluator, client, name, at.module);
  return isCertain ? client : makeOpen(name, at);
}

/** Globals that a framework makes, and on which plugins keep things. */
const OWN_GLOBALS: ReadonlySet<string> = new Set(['strapi', 'sails']);

/** `useRouteContext()`, `{ context }: LoaderArgs`, `this.container` of what extends a class of a package. */
function isHandedOver({ module, made, path }: ExternalValue): boolean {
  if (made !== null)
    return (
      path.length === 0 &&
      made.by.module !== 'global' &&
      made.call.type === 'CallExpression' &&
      GIVING.test(made.by.path.at(-1) ?? '')
    );
  if (module === 'global' && path.length === 1) return OWN_GLOBALS.has(path[0] ?? '');
  const at = path.indexOf('instance()');
  if (module === 'global' || at < 0) return false;
  return HANDED_TYPE.test(path[at - 1] ?? '') || path.slice(at + 1).some((name) => SHELF.test(name));
}

/** The same of what comes from a package. */
export function findHandedBy(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  at: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  return isHandedOver(external) ? findHandedDown(evaluator, external.path, name, at) : null;
}

/** `context.app.get('voice')`, `container.resolve('voice')` of a container that a package hands over, or has. */
export function callTaking(evaluator: Evaluator, callee: Value, call: BuiltinCall): Value | null {
  const isOpen = callee.type === 'external' ? callee.module !== 'global' : callee.type === 'param' && callee.isUncalled;
  if (isOpen !== true || !('path' in callee) || call.node.type !== 'CallExpression' || call.args.length !== 1)
    return null;
  if (!TAKING.test(callee.path.at(-1) ?? '')) return null;
  const key = evaluator.getArgument(call.args, 0);
  if (key === undefined) return null;
  const name = findKnownText(key);
  if (name !== null) return findHandedDown(evaluator, [], name, call);
  return uniteClients(listPlaced(evaluator, listUnderKey(evaluator, key), call.module));
}

/** `yield getContext('voice')` of redux-saga gives what it asks for. */
export function isAskingContext(node: SyntaxNode | null | undefined): boolean {
  return node?.type === 'CallExpression' && nameCallee(node.callee) === 'getContext';
}
