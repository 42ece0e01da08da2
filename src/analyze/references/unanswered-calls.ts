import type { HttpRequest } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, getEnd, getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { VERBS } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, getRegion, readCode } from '../modules/module.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import { namesPath, toUrl } from './references.ts';

/**
 * `client.get('/agents')` of an object that nobody knows, where `http.get('/calls')` sends a request: most often it is the same client,
 * handed over on a way that was not followed. Whom it is sent to is not known, and so it is said rather than left out.
 */

/** What a client that is handed over is called, where it has no name of its own. */
const CLIENT =
  /(?:client|api|http|axios|fetch(?:er)?|request(?:er)?|sdk|gateway|transport|conn(?:ection)?)\d?$|^[a-z]$/i;

/** `client.get(…)`, `this.client.get(…)`, and `get(…)`, of which the function is the client. */
interface Callee {
  readonly name: string;
  /** The last name that the receiver goes by. */
  readonly receiver: string | null;
  readonly client: SyntaxNode;
}

function readCallee({ node }: CallSite): Callee | null {
  if (!('callee' in node) || node.type === 'NewExpression') return null;
  const callee = unwrap(node.callee);
  if (callee.type === 'Identifier') return { name: callee.name, receiver: callee.name, client: callee };
  const name = isMemberNode(callee) ? nameMember(callee) : null;
  if (name === null || !isMemberNode(callee)) return null;
  const client = unwrap(callee.object);
  return { name, receiver: nameReceiver(client), client };
}

function nameReceiver(client: SyntaxNode): string | null {
  if (client.type === 'ThisExpression') return 'this';
  if (client.type === 'Identifier') return client.name;
  return isMemberNode(client) ? nameMember(client) : null;
}

/** `agents` alone may be a word for anything. */
function isPath(node: SyntaxNode): boolean {
  if (node.type === 'BinaryExpression') return isPath(node.left);
  const text =
    node.type === 'StringLiteral' ? node.value : node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : '';
  return text?.startsWith('/') ?? false;
}

function listGiven(node: CallNode): readonly SyntaxNode[] {
  return 'arguments' in node ? node.arguments.map((given: SyntaxNode) => unwrap(given)) : [];
}

/** How the project sends what it hands a path to. */
interface Sending {
  readonly names: ReadonlySet<string>;
  readonly receivers: ReadonlySet<string>;
}

function readSending(evaluator: Evaluator, requests: readonly HttpRequest[]): Sending {
  const sites = new Set(requests.map(({ siteSpan }) => `${siteSpan.file}:${siteSpan.start}`));
  const sending = evaluator.index.calls.flatMap((site) => {
    const callee = sites.has(`${site.module.path}:${getStart(site.node)}`) ? readCallee(site) : null;
    const isPathGiven = listGiven(site.node).some(isPath);
    return callee !== null && isPathGiven ? [callee] : [];
  });
  return {
    names: new Set(sending.map(({ name }) => name)),
    receivers: new Set(sending.flatMap(({ receiver }) => receiver ?? [])),
  };
}

/** Whoever is handed a function answers under the path, and does not ask for it. */
function isAskedOnly(evaluator: Evaluator, [, ...others]: readonly SyntaxNode[], { module }: CallSite): boolean {
  return others.every((given) => {
    if (given.type === 'ObjectExpression' || given.type === 'ArrayExpression') return true;
    if (given.type === 'SpreadElement' || given.type.endsWith('FunctionExpression')) return false;
    return listOptions(evaluator.evaluate(given, module, null)).every(
      ({ type }) => type === 'object' || type === 'array' || type === 'text' || type === 'param',
    );
  });
}

function isNobodys(evaluator: Evaluator, { node }: CallSite): boolean {
  const { index } = evaluator;
  const callee = index.getCallee(node);
  if (callee === undefined || index.listCallees(node).length > 0) return false;
  // A method that an object is mixed into has a `this` of which it knows no member.
  return listOptions(callee).every(
    (option) => option.type === 'param' || option.type === 'unknown' || isUndefined(option),
  );
}

/** `consumed`: the literals that requests send. */
export function findUnansweredCalls(
  evaluator: Evaluator,
  requests: readonly HttpRequest[],
  consumed: ReadonlySet<number>,
): readonly HttpRequest[] {
  const { names, receivers } = readSending(evaluator, requests);
  if (names.size === 0) return [];
  const isClient = ({ name, receiver }: Callee): boolean =>
    names.has(name) && receiver !== null && (receivers.has(receiver) || CLIENT.test(receiver));
  return evaluator.index.calls.flatMap((site): readonly HttpRequest[] => {
    const { node, module } = site;
    const callee = readCallee(site);
    if (callee === null || !isClient(callee) || isTestFile(module.path)) return [];
    const given = listGiven(node);
    const [path] = given;
    if (path === undefined || !isPath(path) || !namesPath(evaluator, path, consumed)) return [];
    if (!isNobodys(evaluator, site)) return [];
    evaluator.ask(undefined, module);
    if (!isAskedOnly(evaluator, given, site)) return [];
    const client = makeUnknown(callee.client, module, 'no caller in the project gives it a known value');
    const url = joinUrl(client, evaluator.evaluate(path, module, null), 'slash', path, module);
    return [
      {
        site: getLocation(module, getStart(node)),
        siteSpan: { file: module.path, start: getStart(node), end: getEnd(node) },
        client: readCode(module, callee.client),
        methods: VERBS.includes(callee.name) ? [callee.name.toUpperCase()] : null,
        urls: listTexts(url, path, module).map(toUrl),
        expression: getRegion(module, getStart(path), getEnd(path)),
        isOfUnknownClient: true,
      },
    ];
  });
}
