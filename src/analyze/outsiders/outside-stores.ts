import { type CallNode, describeName, isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listCallees } from '../following/declared-owners.ts';
import { type Module, readCode } from '../modules/module.ts';
import { deriveText, holdsPart } from '../uses/widened-texts.ts';
import { findRoot } from '../values/package-roots.ts';
import type { Value } from '../values/values.ts';
import { isLine } from './file-names.ts';
import { isKnownGlobal } from './known-globals.ts';
import { isOfOutside, METRICS } from './outside-packages.ts';
import { isOwnAnswer } from './server-answers.ts';

/**
 * `enforcer.enforce(user, path)`, `t(`titles.${path}`)`, `db.collection('cursors').findOne({ _id: path })`: what a wrapper is handed is
 * a name in something outside of the program, too: a policy, a dictionary, rows and objects that were written before. Those
 * stay as they are.
 */

/** What is told of a failure there is read as a log is. */
const TELLING =
  /^(?:capture(?:Exception|Message|Event)|addBreadcrumb|setContext|setExtras?|noticeError|recordException|addEvent)$/;

/** Whoever answers: what is asked for is a name in a table of others. */
const ASKING = /^(?:isEnabled|isFeatureEnabled|hasFeature|hasPermission|isAllowed|enforce|\$t)$/;

/** What they are given is an address of the application, an attribute, a label or a key, whoever has the method. */
const SHOWING =
  /^(?:redirect|permanentRedirect|setAttributes?|setTags?|invalidateQueries|refetchQueries|removeQueries|cancelQueries|setQueryData|gtag)$/;
/** The Cache API keeps answers by their addresses. */
const KEYS = /^caches\b/;
/** `res.set('location', path)`, `res.json({ path })`: what the own client is told. A sentence in which a path stands is none it acts on. */
const ANSWERS =
  /^(?:(?:res|reply|response|ctx)\b.*\.(?:json|send|end|header|setHeader|set|cookie|append)|c\.(?:json|header)|(?:Next)?Response\.json)$/;

/** What parameters of no known type are called that store, show or tell others. */
const NAMED =
  /^(?:this\.)?(?:(?:kv|redis|cache\w*|storage|localStorage|sessionStorage)\.\w+|(?:res|response|reply)\.render|\w*(?:io|socket|emitter|bus|events?)\.emit|navigate|dispatch)$/;

function isOutside(option: Value, name: string, called: string): boolean {
  if (option.type === 'external') {
    const { module, path } = findRoot(option);
    if (module === 'global') return SHOWING.test(name) || KEYS.test(path.join('.'));
    if (METRICS.test(module) && TELLING.test(name)) return false;
    return isOfOutside(module) || ASKING.test(name) || SHOWING.test(name);
  }
  return (
    (option.type === 'unknown' || option.type === 'param') &&
    (ASKING.test(name) || SHOWING.test(name) || NAMED.test(called))
  );
}

/** What the platform makes of a text: its bytes, a name for others to listen to, an order among texts. */
const MADE_OF_TEXTS =
  /^(?:TextEncoder|Blob|File|Buffer|Symbol|(?:Custom|Message|Storage)?Event|BroadcastChannel|Intl|gtag|dataLayer|crypto|performance)\b/;
/** What gives the text back to the program, or an address that it is put into; what is told of failures, and the spies of tests. */
const GIVING_BACK =
  /^(?:@angular\/.+|mitt|(?:node:)?events|eventemitter\d|nanoevents|tiny-emitter|@tanstack\/.+|react-query|swr(?:\/.+)?|@?redux(?:js)?(?:-saga|\/.+)?|zustand(?:\/.+)?|jotai(?:\/.+)?|pinia|vuex|mobx.*|immer|url-?join|proper-url-join|path-to-regexp|query-string|qs|url|node:url|(?:node:)?querystring|path|node:path|ufo|uri-js|urijs|react|vue|lodash(?:[.-].+)?|ramda|rxjs|fp-ts(?:\/.+)?|effect|p-(?:retry|limit|queue|map|throttle)|async-retry|http-errors|@hapi\/boom|invariant|tiny-invariant|assert|node:assert|debug|pino|winston|loglevel|consola|chalk|kleur|picocolors|ora|ms|vitest|@jest\/globals|sinon|node:test|tinyspy|testdouble)$/;

const FILES = /^(?:node:)?fs(?:\/promises)?$/;

/** The external functions that get the text, or what is made of it. */
function listTakers(evaluator: Evaluator, module: Module, text: SyntaxNode): readonly Taker[] {
  const call = findTaker(text);
  if (call === null || !('callee' in call)) return [];
  const name = nameCallee(call.callee) ?? '';
  return listCallees(evaluator, call, module).flatMap((option) => {
    if (option.type !== 'external') return [];
    const { module: owner, path } = findRoot(option);
    return FILES.test(owner) && isLine(name, 1, module) ? [] : [{ owner, path: path.join('.') }];
  });
}

interface Taker {
  /** The package; `global` where it is imported from none. */
  readonly owner: string;
  readonly path: string;
}

/** `allowed(method, path)`, `new TextEncoder().encode(path)`: does somebody whose code is not here get the text, or what is made of it? */
export function isGivenToOthers(evaluator: Evaluator, module: Module, text: SyntaxNode): boolean {
  return listTakers(evaluator, module, text).some(({ owner, path }) =>
    owner === 'global' ? MADE_OF_TEXTS.test(path) : !GIVING_BACK.test(owner),
  );
}

/** `SpreadsheetApp.getActive().getSheetByName(path.slice(1))`: the same of what a page or a host has, whatever it is. */
export function isGivenToHost(evaluator: Evaluator, module: Module, text: SyntaxNode): boolean {
  return listTakers(evaluator, module, text).some(({ owner, path }) => owner === 'global' && !isKnownGlobal(path));
}

/** The call that the text, or what is made of it, is given to, by itself or in a table. */
function findTaker(text: SyntaxNode): CallNode | null {
  let node = deriveText(text);
  for (let parent = getParent(node); parent !== undefined; node = parent, parent = getParent(node)) {
    if (isCallNode(parent)) return 'arguments' in parent && parent.callee !== node ? parent : null;
    if (!holdsPart(parent, node)) return null;
  }
  return null;
}

/** Is what is made of it one word, and not a sentence? */
function isWord(text: SyntaxNode, module: Module): boolean {
  return !/[\w'"`]\s+\w|\w\s+\$\{/.test(readCode(module, deriveText(text)).replace(/\s*\+\s*/g, ''));
}

/** Is it a name in such a store? */
export function isKeptOutside(evaluator: Evaluator, module: Module, text: SyntaxNode): boolean {
  const call = findTaker(text);
  if (call === null || !('callee' in call)) return false;
  const name = nameCallee(call.callee) ?? '';
  const called = describeName(unwrap(call.callee));
  if (ANSWERS.test(called) || isOwnAnswer(call, module)) return isWord(text, module);
  return listCallees(evaluator, call, module).some((option) => isOutside(option, name, called));
}
