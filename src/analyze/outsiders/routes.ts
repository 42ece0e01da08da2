import { findClassAround } from '../../syntax/enclosing.ts';
import {
  describeName,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { isFailureClass } from '../calls/caught-names.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { makesError, readWordsBefore } from '../questions/asserted-messages.ts';
import { findPieceBefore } from '../uses/larger-texts.ts';
import type { Place } from '../uses/places.ts';
import { findEncoding, widenText } from '../uses/widened-texts.ts';
import { readText } from '../uses/written-paths.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue } from '../values/values.ts';

/** Addresses of an application's own pages and routes, which a path of an API is often spelt like. */

const SERVERS =
  /^(?:express(?:-promise-router)?|fastify|hono(?:\/tiny|\/quick)?|@hono\/zod-openapi|koa-router|@koa\/router|polka|restify|h3|@hapi\/hapi|router|itty-router|elysia|find-my-way)$/;
const PAGES =
  /^(?:next\/(?:router|navigation)|(?:@remix-run|@tanstack|@reach)\/(?:react-)?router|@remix-run\/\w+|react-router(?:-dom|-native)?|vue-router|expo-router|wouter|history|@angular\/router|@sveltejs\/kit|\$app\/navigation|#app|#imports)$/;
/** What Nuxt adds to every file, and Vue to every component. */
const ADDED = /^(?:navigateTo|useRouter|\$router)$/;
const OF_COMPONENT = /^\.?\$router\./;

function isRouter(option: ExternalValue): boolean {
  const root = findRoot(option);
  // `revalidatePath(path)`: the page that is made anew.
  if (root.module === 'next/cache') return root.path.at(-1) === 'revalidatePath';
  return (
    PAGES.test(root.module) || SERVERS.test(root.module) || (root.module === 'global' && ADDED.test(root.path[0] ?? ''))
  );
}

const NAVIGATING = /^(?:push|replace|navigate|go(?:to)?|open|redirect|reset|setRoot)$/i;
/** `props.history`, `this.navCtrl`, `router`: by the names that everybody gives them, where nobody says what they are. */
const NAVIGATORS = /(?:^|[.$])(?:\w*(?:router|history|navigation|navigator)|nav(?:Ctrl|Controller)?)$/i;

/** `history.push(path)` of what is no list: who is handed a navigator goes somewhere by it. */
export function isNavigator(evaluator: Evaluator, receiver: SyntaxNode, module: Module): boolean {
  if (!NAVIGATORS.test(describeName(receiver))) return false;
  return listOptions(evaluator.evaluate(receiver, module, null)).every(({ type }) => type !== 'array');
}

function navigates(evaluator: Evaluator, call: SyntaxNode, module: Module): boolean {
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
  if (callee === null || !isMemberNode(callee) || !NAVIGATING.test(nameMember(callee) ?? '')) return false;
  return isNavigator(evaluator, unwrap(callee.object), module);
}

/** `router.push(path)`, `navigate(path)`, `app.get(path, …)`: does the call go to a page of this address, or serve it? */
export function namesRoute(evaluator: Evaluator, module: Module, call: SyntaxNode, given: SyntaxNode): boolean {
  if ((call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') || call.callee === given) return false;
  if (OF_COMPONENT.test(describeName(call.callee)) || navigates(evaluator, call, module)) return true;
  const callee = unwrap(call.callee);
  const env = evaluator.anyCaller;
  // `app[method.toLowerCase()](path, …)`: whatever the method is
  const asked =
    isMemberNode(callee) && callee.computed
      ? evaluator.evaluate(callee.object, module, env)
      : evaluateCallee(evaluator, call, module, env);
  return listOptions(asked).some((option) => option.type === 'external' && isRouter(option));
}

const ADDRESSES = /^(?:path|pathname|to|from|source|route|url|redirectTo)$/;
const SERVED =
  /^(?:component|components|Component|element|errorElement|lazy|handler|handle|children|layout|controller|loader|loadComponent|loadChildren|preHandler|destination)$/;

/** `{ path: AGENTS, component: Agents }`: a route of the application, whoever reads the table. */
function isRouteEntry(member: SyntaxNode): boolean {
  const entry = getParent(member);
  if (member.type !== 'ObjectProperty' || entry?.type !== 'ObjectExpression') return false;
  if (!ADDRESSES.test(nameKey(member) ?? '')) return false;
  return entry.properties.some((other) => other.type !== 'SpreadElement' && SERVED.test(nameKey(other) ?? ''));
}

/** `{ type: `${kind}/loaded`, payload }`: by the type of an action others know what happened, and no address is called so. */
function namesAction(member: SyntaxNode): boolean {
  return member.type === 'ObjectProperty' && nameKey(member) === 'type';
}

/** `{ value: name, routing: { … } }`: what a workflow of n8n keeps as the choice of its user. */
function isChosenValue(member: SyntaxNode): boolean {
  const entry = getParent(member);
  if (member.type !== 'ObjectProperty' || nameKey(member) !== 'value') return false;
  if (entry?.type !== 'ObjectExpression') return false;
  return entry.properties.some((other) => other.type === 'ObjectProperty' && nameKey(other) === 'routing');
}

/** Does a member of an object say something else with its text than where a request goes? */
export function namesOther(member: SyntaxNode, isHandedOver: boolean): boolean {
  return isRouteEntry(member) || isChosenValue(member) || (isHandedOver && namesAction(member));
}

const SENT = /^(?:body|json|data|payload|form|headers|params|searchParams|query|qs)$/;
/** What takes a body behind the address. */
const SENDING = /^(?:post|put|patch)$/;
const WRITTEN = /^(?:stringify|encodeURIComponent|String|assign|freeze|structuredClone)$/;

/**
 * `const init = { headers: { 'x-route': path } }`, and then `fetch(url, init)`; `const entry = { path }`, and then
 * `audit.post(url, entry)`: is a member of what a call is given sent along?
 */
export function isSentWithin({ node, path }: Pick<Place, 'node' | 'path'>): boolean {
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.callee === node) return false;
  const callee = unwrap(call.callee);
  const isBody = path.length > 0 && call.arguments[1] === node && isMemberNode(callee);
  if (isBody && SENDING.test(nameMember(callee) ?? '')) return true;
  return SENT.test(path[0] ?? '');
}

/** `?path=`, `&next=`: what stands behind it is a value of a query. */
const IN_QUERY = /[?&][\w.[\]-]+=$/;
/** `<a href="`: where a page leads to. */
const IN_MARKUP = /<[^<>]*\s(?:href|src|action|to|formaction|data-[\w-]+)=["']?\/?$/i;

/** ``fetch(`https://metrics.example/hit?path=${path}`)``, `<a href="${path}">`: is the text a value of a query, be it encoded, or of markup? */
function isWrittenValue(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent === undefined) return false;
  if (
    parent.type === 'CallExpression' &&
    /^(?:encodeURI(?:Component)?|String|escape)$/.test(describeName(parent.callee))
  )
    return isWrittenValue(parent);
  const before = readBefore(parent, node);
  return IN_QUERY.test(before) || IN_MARKUP.test(before);
}

/** The literals that a text begins and ends with, as far as it is put together here. */
function readEnds(whole: SyntaxNode): readonly [beginning: string, ending: string] {
  if (whole.type === 'TemplateLiteral') return [whole.quasis[0]?.value.raw ?? '', whole.quasis.at(-1)?.value.raw ?? ''];
  const isConcat = whole.type === 'CallExpression' && nameCallee(whole.callee) === 'concat';
  if (!isConcat && whole.type !== 'BinaryExpression') return ['', ''];
  let left: SyntaxNode = whole;
  while (left.type === 'BinaryExpression' || left.type === 'CallExpression') {
    const callee: SyntaxNode | null = left.type === 'CallExpression' ? unwrap(left.callee) : null;
    if (left.type === 'BinaryExpression') left = unwrap(left.left);
    else if (callee !== null && isMemberNode(callee)) left = unwrap(callee.object);
    else break;
  }
  const right = whole.type === 'BinaryExpression' ? unwrap(whole.right) : whole.arguments.at(-1);
  const read = (node: SyntaxNode | undefined): string => (node?.type === 'StringLiteral' ? node.value : '');
  return [read(left), read(right)];
}

/** `https://kv.example/seen/${encodeURIComponent(path)}`, `./cache/${md5(path)}.json`: a part of another address, or of the name of a file. */
export function isEncodedWithin(node: SyntaxNode): boolean {
  const encoded = findEncoding(node);
  if (encoded === null) return false;
  let whole = widenText(encoded);
  for (let outer = findEncoding(whole); outer !== null; outer = findEncoding(whole)) whole = widenText(outer);
  const [beginning, ending] = readEnds(whole);
  // `${folder}/${encodeURIComponent(path)}.json`
  if (/\.[a-z]{2,5}$/i.test(ending)) return true;
  return beginning.includes('/');
}

function readBefore(parent: SyntaxNode, node: SyntaxNode): string {
  const before = findPieceBefore(node);
  return readConcatenated(parent, node) ?? (before === null ? readWordsBefore(parent, node) : readText(before));
}

/** `<a href="${path}">`: whatever becomes of the page, it leads there. */
export function isLinkInMarkup(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return parent !== undefined && IN_MARKUP.test(readBefore(parent, node));
}

/** `'/hit?path='.concat(path)`, as compilers write a template: the literal before it. */
function readConcatenated(call: SyntaxNode, given: SyntaxNode): string | null {
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee) || nameCallee(call.callee) !== 'concat') return null;
  const at = call.arguments.findIndex((argument) => argument === given);
  const before = at > 0 ? call.arguments[at - 1] : at === 0 ? call.callee.object : undefined;
  return before?.type === 'StringLiteral' ? before.value : null;
}

/** `url.searchParams.set('path', path)`, `axios.post(url, { path })`: does the call send what it is given beside the address? */
function sends(call: SyntaxNode & { readonly callee: SyntaxNode }, given: SyntaxNode): boolean {
  const name = nameCallee(call.callee) ?? '';
  if (call.type === 'NewExpression') return name === 'URLSearchParams';
  if (call.type !== 'CallExpression') return false;
  const index = call.arguments.findIndex((argument) => argument === given);
  if (SENDING.test(name)) return index > 0 && given.type === 'ObjectExpression';
  return /^(?:set|append)$/.test(name) && /\.searchParams\.\w+$/.test(describeName(call.callee));
}

/** `new Error(`failed: ${…}`)`, `super(`failed: ${…}`)` of an error: the words of a failure. */
function isMessage(text: SyntaxNode): boolean {
  const call = getParent(text);
  if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee === text) return false;
  if (call.callee.type !== 'Super') return makesError(call);
  const owner = findClassAround(call);
  return owner !== null && isFailureClass(owner);
}

/** `headers: { 'x-route': path }`, `JSON.stringify({ route: path })`: is the text part of what is sent beside the address? */
export function isSentAlong(node: SyntaxNode): boolean {
  if (isWrittenValue(node)) return true;
  // `body: await list().then(({ path }) => path)`
  const awaited = getParent(node);
  for (
    let at = awaited?.type === 'AwaitExpression' ? awaited : node, parent = getParent(at);
    parent !== undefined;
    at = parent, parent = getParent(at)
  ) {
    // What a condition asks is not sent.
    if (parent.type === 'ConditionalExpression' && parent.test === at) return false;
    if (parent.type === 'ObjectProperty' && parent.value === at) {
      if (SENT.test(nameKey(parent) ?? '')) return true;
    } else if (isCallNode(parent) && 'arguments' in parent && parent.callee !== at) {
      if (sends(parent, at)) return true;
      const name = nameCallee(parent.callee) ?? '';
      if (!WRITTEN.test(name)) return false;
      if (name === 'stringify') return !isMessage(widenText(parent));
    } else if (isFunctionNode(parent) || /Statement|Declarator|Await|Assignment/.test(parent.type)) return false;
  }
  return false;
}
