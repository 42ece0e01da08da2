import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findFunctionAround } from '../../syntax/enclosing.ts';
import {
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { mayAssert } from '../callers/asserting-files.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listImports } from '../modules/read-on.ts';
import { namesRoute } from '../outsiders/routes.ts';
import { findWritten } from '../uses/written-at.ts';
import { listOptions } from '../values/unions.ts';
import { getTextRegion, listAnswered, listUrlParts } from './asked-pathnames.ts';
import { listExpectedOf } from './expected-pathnames.ts';
import { listAskedPaths, listHeardPaths } from './heard-requests.ts';
import { findPromised } from './promised-names.ts';
import { listServedPorts } from './served-ports.ts';
import { listOwnSettings, takesAddress } from './servers-apart.ts';

/**
 * `routes[`${req.method} ${req.url}`]` in a server of Node that a test starts, and whose address it gives to the code under test:
 * the server stands for the platform, and is asked for the new paths. So does one that a script starts, and not only a test.
 */

const SERVERS = /['"](?:express|fastify|hono|koa-router|@koa\/router|polka|restify|@hapi\/hapi|create-test-server)['"]/;
const FASTIFY = /['"]fastify['"]/;
const LOOPBACK = /^(?:https?:)?\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?:[:/]|$)/;

/** Is the text one that no request sends? */
type IsFree = (literal: number) => boolean;

function namesLoopback(node: SyntaxNode): boolean {
  if (node.type === 'StringLiteral') return LOOPBACK.test(node.value);
  return node.type === 'TemplateLiteral' && LOOPBACK.test(node.quasis[0]?.value.raw ?? '');
}

/** `new Client({ base })`, `process.env.VOICE_URL = base`: does the program get the address, by a call of its own or a setting? */
function isHandedOn(evaluator: Evaluator, address: SyntaxNode, module: Module): boolean {
  for (let at = address, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (isFunctionNode(parent)) return false;
    if (parent.type === 'AssignmentExpression') return isSetting(parent.left, module);
    if (!isCallNode(parent) || parent.type === 'TaggedTemplateExpression' || parent.callee === at) continue;
    // vi.stubEnv('VOICE_URL', base)
    if (nameCallee(parent.callee) === 'stubEnv') return true;
    return listOptions(evaluateCallee(evaluator, parent, module, null)).some(
      (option) =>
        (option.type === 'function' && (option.module !== module || takesAddress(option.fn))) ||
        (option.type === 'class' && option.module !== module),
    );
  }
  return false;
}

/** `process.env.NAME`, `voice.base` of what the test imports */
function isSetting(target: SyntaxNode, module: Module): boolean {
  const object = isMemberNode(target) ? unwrap(target.object) : null;
  if (object === null) return false;
  if (isMemberNode(object) && nameCallee(object) === 'env') return true;
  return findBindingOf(module, object)?.source.kind === 'import';
}

/** Under the name that it is given, or that a helper of the same file gives it in what it gives back. */
function handsOwnAddressOn(evaluator: Evaluator, module: Module): boolean {
  const addresses = [
    ...module.scripts.flatMap(({ strings }) => strings.filter(namesLoopback)),
    ...listListening(module),
    ...listTestServers(module),
  ];
  const names = new Set(addresses.flatMap((node) => nameAddress(node, module)));
  return (
    addresses.some((node) => listHolders(node, module).some((at) => isHandedOn(evaluator, at, module))) ||
    module.scripts.some((script) =>
      [...names].some((name) => listUrlParts(script, name).some(({ node }) => isHandedOn(evaluator, node, module))),
    )
  );
}

const handing = new WeakMap<Module, boolean>();

/** Does a test start a server and give its address to the code under test? */
export function handsAddressOn(evaluator: Evaluator, module: Module): boolean {
  const known = handing.get(module);
  if (known !== undefined) return known;
  const found = mayAssert(module) && handsOwnAddressOn(evaluator, module);
  handing.set(module, found);
  return found;
}

/** Is there an address of the own machine that requests are sent to: `new Client(`http://127.0.0.1:${port}`)`? */
function givesAskedAddress(evaluator: Evaluator, { scripts, text }: Module, isFree: IsFree): boolean {
  if (!/localhost|127\.0\.0\.1|\[::1\]/.test(text)) return false;
  return scripts.some(({ strings }) =>
    strings.filter(namesLoopback).some((node) => {
      const head = node.type === 'TemplateLiteral' ? node.quasis[0] : node;
      return head !== undefined && !isFree(evaluator.identify(head));
    }),
  );
}

/** `url` of `return { server, url: `http://127.0.0.1:${port}` }`, be it under a name, and of `get url() { return …; }`, `start() { return …; }`. */
function nameAddress(node: SyntaxNode, module: Module): readonly string[] {
  return listHolders(node, module).flatMap((holder) => {
    const whole = findSum(holder);
    const entry = getParent(whole);
    const around = entry?.type === 'ReturnStatement' ? findFunctionAround(entry) : null;
    const isMethod = around?.type === 'ClassMethod' || around?.type === 'ObjectMethod';
    const isMember = entry?.type === 'ObjectProperty' && unwrap(entry.value) === whole;
    const name = isMethod ? nameKey(around) : isMember ? nameKey(entry) : null;
    return name === null ? [] : [name];
  });
}

/** `await app.listen({ port: 0 })` of Fastify gives the address, as does `app.listen({ port: 0 }).then((url) => …)`. */
function listListening({ scripts, text }: Module): readonly SyntaxNode[] {
  if (!FASTIFY.test(text)) return [];
  return scripts.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      const isListening = call.type === 'CallExpression' && nameCallee(call.callee) === 'listen';
      const around = isListening ? getParent(call) : undefined;
      return around?.type === 'AwaitExpression' ? [around] : (findPromised(call) ?? []);
    }),
  );
}

const TEST_SERVER = /['"]create-test-server['"]/;

/** Is the name one for what `await createTestServer()` gives? */
function isTestServer(node: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, unwrap(node))?.source;
  const call = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  return call?.type === 'CallExpression' && /^create(?:Test)?Server$/.test(nameCallee(call.callee) ?? '');
}

function isOfTestServer(call: SyntaxNode, module: Module): boolean {
  const callee = TEST_SERVER.test(module.text) && call.type === 'CallExpression' ? unwrap(call.callee) : null;
  return callee !== null && isMemberNode(callee) && isTestServer(callee.object, module);
}

/** `server.url` of create-test-server. */
function listTestServers(module: Module): readonly SyntaxNode[] {
  if (!TEST_SERVER.test(module.text)) return [];
  return module.scripts.flatMap(({ members }) =>
    members.get('url').filter((member) => isTestServer(member.object, module)),
  );
}

/** What a helper of tests calls the addresses of the servers that it starts. */
function listAddressNames(helper: Module): ReadonlySet<string> {
  const texts = helper.scripts.flatMap(({ strings }) => strings.filter(namesLoopback));
  return new Set([...texts, ...listListening(helper)].flatMap((node) => nameAddress(node, helper)));
}

/** A helper of tests has the server or starts it, and those that import it give its address to the code under test; a script may as well. */
export function isAddressTaken(evaluator: Evaluator, helper: Module, isFree: IsFree): boolean {
  const names = listAddressNames(helper);
  return evaluator.graph.loaded.some((test) => {
    if (test === helper) return false;
    if (!listImports(test).some(([specifier]) => evaluator.graph.resolve(test, specifier) === helper)) return false;
    if (handsAddressOn(evaluator, test) || givesAskedAddress(evaluator, test, isFree)) return true;
    return test.scripts.some((script) =>
      [...names].some((name) => listUrlParts(script, name).some(({ node }) => isHandedOn(evaluator, node, test))),
    );
  });
}

/** `process.env.VOICE_URL = `http://127.0.0.1:${server.address().port}`` in a script that has the server from here. */
function findStarter(evaluator: Evaluator, server: Module): NonNullable<UrlPattern['startedBy']> | null {
  const found = evaluator.graph.loaded.find(
    (script) =>
      script !== server &&
      !isTestFile(script.path) &&
      listImports(script).some(([specifier]) => evaluator.graph.resolve(script, specifier) === server) &&
      handsOwnAddressOn(evaluator, script),
  );
  if (found === undefined) return null;
  const variables = found.scripts.flatMap(({ memberAssignments }) =>
    memberAssignments.flatMap(({ object, name }) =>
      nameCallee(unwrap(object)) === 'env' && name !== null ? [name] : [],
    ),
  );
  return { file: found.path, variables };
}

/** `'http://127.0.0.1:' + port`, `'http://127.0.0.1:'.concat(port)` */
function findSum(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let parent = getParent(at); parent !== undefined; parent = getParent(at)) {
    const call = isMemberNode(parent) && nameMember(parent) === 'concat' ? getParent(parent) : undefined;
    if (call?.type === 'CallExpression' && call.callee === parent) at = call;
    else if (parent.type === 'BinaryExpression' && parent.operator === '+') at = parent;
    else break;
  }
  return at;
}

/** The name that is given the text: of `const base = …` and of `base = …`. */
function findHolder(node: SyntaxNode): SyntaxNode | null {
  const at = findSum(node);
  const parent = getParent(at);
  if (parent?.type === 'VariableDeclarator') return parent.init === at ? parent.id : null;
  return parent?.type === 'AssignmentExpression' && parent.right === at ? parent.left : null;
}

/** The text, and where a name for it is read. */
function listHolders(node: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const holder = node.type === 'Identifier' ? node : findHolder(node);
  if (holder?.type !== 'Identifier') return [node];
  const binding = findBindingOf(module, holder);
  const names = module.scripts.flatMap(({ identifiers }) => identifiers.get(binding?.name ?? ''));
  return [node, ...names.filter((name) => findBindingOf(module, name) === binding)];
}

/** `'/calls'`, and `url` of `app.route({ method: 'GET', url: '/calls', handler })`. */
function findRoutePath(given: SyntaxNode | undefined): SyntaxNode | null {
  if (given?.type !== 'ObjectExpression') return given ?? null;
  for (const member of given.properties)
    if (member.type === 'ObjectProperty' && /^(?:url|path)$/.test(nameKey(member) ?? '')) return member.value;
  return null;
}

const ROUTING = /^(?:get|post|put|patch|delete|all|use|route)$/;

/** `app.get('/calls/:id', …)` of an Express, Fastify or Hono that the test itself starts for the code under test. */
function listRoutes(evaluator: Evaluator, script: ScriptFacts, module: Module): readonly UrlPattern[] {
  return script.calls.flatMap((call): readonly UrlPattern[] => {
    if (call.type !== 'CallExpression' || !ROUTING.test(nameCallee(call.callee) ?? '')) return [];
    const given = findRoutePath(call.arguments[0]);
    if (given === null) return [];
    const { node: path, module: owner } = findWritten(evaluator.graph, given, module);
    if (path.type !== 'StringLiteral' || !path.value.startsWith('/')) return [];
    if (!namesRoute(evaluator, module, call, given) && !isOfTestServer(call, module)) return [];
    const variables = isTestFile(module.path) ? listOwnSettings(given, module) : null;
    const apart = variables === null ? {} : { startedBy: { file: module.path, variables } };
    return [
      { expression: getTextRegion(path, owner), text: path.value.replace(/:\w+/g, '.+'), isPath: true, ...apart },
    ];
  });
}

/** The repository's own mock server, of which `isLive ? 'https://platform' : 'http://localhost:4010'` says the port. */
function listAtPorts(module: Module, listAll: () => readonly UrlPattern[]): readonly UrlPattern[] {
  const ports = listServedPorts(module);
  return ports.length === 0 ? [] : listAll().map((one) => ({ ...one, isOwnServer: true, ports }));
}

export function findStubbedPaths(evaluator: Evaluator, module: Module, isFree: IsFree): readonly UrlPattern[] {
  const isServer = SERVERS.test(module.text);
  if (!isServer && !module.text.includes('createServer')) return [];
  const starter = findStarter(evaluator, module);
  const routes = () => (isServer ? module.scripts.flatMap((script) => listRoutes(evaluator, script, module)) : []);
  const listAll = () => [...routes(), ...listServed(evaluator, module, isFree)];
  if (!isTestFile(module.path)) {
    if (givesAskedAddress(evaluator, module, isFree)) return listAll().map((one) => ({ ...one, isOwnServer: true }));
    if (starter === null) return listAtPorts(module, listAll);
    return listAll().map((one) => ({ ...one, isOwnServer: true, startedBy: starter }));
  }
  const isHanded = handsAddressOn(evaluator, module) || isAddressTaken(evaluator, module, isFree);
  if (!isHanded && starter !== null) return listAll().map((one) => ({ ...one, isOwnServer: true, startedBy: starter }));
  const isGiven = isHanded || evaluator.graph.loaded.some((other) => handsAddressOn(evaluator, other));
  if (!isGiven) return listAtPorts(module, listAll);
  const served = listServed(evaluator, module, isFree);
  const expected = listExpectedOfServer(evaluator, module, isHanded);
  return [...(isHanded ? routes() : []), ...served, ...expected].map((one) => ({ ...one, isOfUrl: true }));
}

function listServed(evaluator: Evaluator, module: Module, isFree: IsFree): readonly UrlPattern[] {
  if (!module.text.includes('createServer')) return [];
  return module.scripts.flatMap((script) =>
    listAskedPaths(script, module).flatMap((path) => listAnswered(evaluator, script, path, module, isFree)),
  );
}

/** What a test expects of the requests that its server got: `expect(req.url).toBe('/calls')` in the handler, or of what that kept. */
function listExpectedOfServer(evaluator: Evaluator, module: Module, isHanded: boolean): readonly UrlPattern[] {
  return module.scripts.flatMap((script) => {
    const heard = isHanded ? listHeardPaths(script, module) : listAskedPaths(script, module);
    return listExpectedOf(evaluator, script, new Set(heard), module);
  });
}
