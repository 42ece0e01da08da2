import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, isCallNode, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { findRegExp } from '../texts/regexps.ts';
import { listOptions } from '../values/unions.ts';
import { comparePath } from './asked-pathnames.ts';

/**
 * `provider.addInteraction({ withRequest: { path: '/calls' } })`, `server.forGet('/calls')`: what test doubles answer to that do not
 * say which server they stand for. Where the code under test sends such a path to the platform, they are asked for the new one.
 */

/** Methods that belong to one package by their names: of Pact, sinon and nise, moxios, mockttp, Angular, and clients of WireMock and MockServer. */
const OWN_NAMES =
  /^(?:withRequest|addInteraction|respondWith|stub(?:Request|Once|Failure|Timeout)|for(?:Get|Post|Put|Patch|Delete|Head|Options|AnyRequest|JsonRpcRequest)|createMapping|mockSimpleResponse(?:Once)?|mockAnyResponse|url(?:Path)?EqualTo|expect(?:One|None)|(?:expect|when)(?:GET|POST|PUT|PATCH|DELETE|HEAD))$/;
/** Packages whose doubles have methods by the names of the verbs, or by other usual names. */
const PACKAGES = /^(?:xhr-mock|mockttp|pretender|wiremock-captain)$/;
const USUAL_NAMES = /^(?:get|post|put|patch|del|delete|head|options|use|register)$/;

/** Of AngularJS, Angular, sinon and nise: they hold what they are given against the whole URL. */
const OF_WHOLE = /^(?:respondWith|expect(?:One|None)|(?:expect|when)(?:GET|POST|PUT|PATCH|DELETE|HEAD))$/;
/** Tests that give the code another base. */
const PROVIDING = /\$provide\b|\bprovide\s*:|\bbaseU(?:RL|rl)\b/;

/** `respondWith('GET', '/calls', …)` never answers to an address with a host. */
function isOfWhole(call: CallNode, module: Module): boolean {
  if (!('callee' in call) || PROVIDING.test(module.text)) return false;
  return OF_WHOLE.test(nameCallee(call.callee) ?? '') || isInPretender(call, module);
}

/** Members of what a double is given that hold a path, and those that hold the rest of a request. */
const PATHS = /^(?:path|url|urlPath|urlPathPattern|urlPathTemplate|urlPattern|endpoint|generate|example|value)$/;
const PRETENDER = /['"]pretender['"]/;
const REQUESTS = /^(?:withRequest|request|httpRequest)$/;

function isOfPackage(evaluator: Evaluator, call: CallNode): boolean {
  const callee = evaluator.index.getCallee(call);
  return (callee === undefined ? [] : listOptions(callee)).some(
    (option) => option.type === 'external' && PACKAGES.test(option.made?.by.module ?? option.module),
  );
}

/** `this.get('/calls', …)` in `new Pretender(function () { … })` and in `pretender.map(function () { … })` */
function isInPretender(call: CallNode, module: Module): boolean {
  if (!('callee' in call) || !mentions(module, PRETENDER)) return false;
  const callee = unwrap(call.callee);
  return 'object' in callee && callee.object.type === 'ThisExpression';
}

/** `nock(/voice\.example/).get('/calls')`: what the double asks of the host; null for what is no such double, or asks more. */
function readHostPart(call: CallNode): string | null {
  let at: SyntaxNode = call;
  while (isCallNode(at) && 'callee' in at && isMemberNode(unwrap(at.callee))) {
    const callee = unwrap(at.callee);
    at = isMemberNode(callee) ? unwrap(callee.object) : callee;
  }
  if (!isCallNode(at) || !('arguments' in at) || at === call || nameCallee(at.callee) !== 'nock') return null;
  const [pattern] = at.arguments;
  if (pattern?.type !== 'RegExpLiteral') return null;
  const part = pattern.pattern
    .replace(/^\^?(?:https\??:\\?\/\\?\/)?/, '')
    .replace(/^\.[*+]|\.[*+]$|\/?\$$/g, '')
    .replace(/\\\./g, '.');
  return /^[\w.-]*$/.test(part) ? part.toLowerCase() : null;
}

function namesPaths(evaluator: Evaluator, call: CallNode, module: Module): boolean {
  if (call.type !== 'CallExpression') return false;
  const name = nameCallee(call.callee) ?? '';
  if (OWN_NAMES.test(name)) return true;
  if (!USUAL_NAMES.test(name)) return false;
  return readHostPart(call) !== null || isOfPackage(evaluator, call) || isInPretender(call, module);
}

/** The paths in what a double is given, also inside matchers: `like('/calls')`, `term({ generate: '/calls/c_1', matcher })`. */
function listPaths(given: SyntaxNode): readonly SyntaxNode[] {
  const node = unwrap(given);
  if (node.type === 'CallExpression') return node.arguments.flatMap(listPaths);
  if (node.type !== 'ObjectExpression')
    return /^(?:StringLiteral|TemplateLiteral|Identifier|MemberExpression|RegExpLiteral)$/.test(node.type)
      ? [node]
      : [];
  return node.properties.flatMap((member) => {
    if (member.type !== 'ObjectProperty') return [];
    const key = nameKey(member) ?? '';
    const value = unwrap(member.value);
    if (REQUESTS.test(key)) return value.type === 'ObjectExpression' ? listPaths(value) : [];
    return PATHS.test(key) ? listPaths(value) : [];
  });
}

/** `request: { method: 'GET', urlPath: '/calls' }, response: { … }`: a stub as WireMock, MockServer and Hoverfly are told of it. */
function isOfStub(text: SyntaxNode): boolean {
  for (let at = text, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (parent.type === 'ObjectExpression' || parent.type === 'ArrayExpression') continue;
    if (parent.type !== 'ObjectProperty' || parent.value !== at) return false;
    const key = nameKey(parent) ?? '';
    if (PATHS.test(key)) continue;
    const stub = getParent(parent);
    if (!REQUESTS.test(key) || at === text || stub?.type !== 'ObjectExpression') return false;
    return stub.properties.some((other) => /^(?:response|httpResponse)$/.test(nameKey(other) ?? ''));
  }
  return false;
}

/** One that is not held to the beginning of the path finds the new path as well. */
function isLoose(node: SyntaxNode, module: Module): boolean {
  const pattern = findRegExp(node, module);
  return pattern !== null && !pattern.pattern.startsWith('^');
}

/** `isFree`: is the text one that no request sends? */
export function findDoubledPaths(
  evaluator: Evaluator,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  if (!isTestFile(module.path)) return [];
  const named = module.scripts.flatMap(({ calls, paths }) => [
    ...calls.flatMap((call) =>
      call.type === 'CallExpression' && namesPaths(evaluator, call, module)
        ? call.arguments
            .flatMap(listPaths)
            .map((node) => ({ node, isOfWhole: isOfWhole(call, module), hostPart: readHostPart(call) }))
        : [],
    ),
    ...paths.filter(isOfStub).map((node) => ({ node, isOfWhole: false, hostPart: null })),
  ]);
  const byNode = new Map(named.map((one) => [one.node, one] as const));
  return [...byNode.values()].flatMap(({ node, isOfWhole, hostPart }): readonly UrlPattern[] => {
    // The double is known of which it is, and its host is not: nothing else is said of it.
    const isOpen = (literal: number): boolean => hostPart !== null || isFree(literal);
    const compared = isLoose(node, module) ? null : comparePath(evaluator, node, module, isOpen);
    if (compared === null) return [];
    const whole = isOfWhole ? { isOfWhole: true as const } : {};
    return [{ ...compared, isOfDouble: true, ...whole, ...(hostPart === null ? {} : { hostPart }) }];
  });
}
