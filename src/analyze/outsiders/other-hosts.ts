import type { HttpRequest } from '../../model/analysis.ts';
import type { EnvAssignment } from '../../model/project.ts';
import { isCallNode, isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { makeText } from '../texts/texts.ts';
import { type Host, isOtherHost, readHost } from '../urls/hosts.ts';
import type { Place } from '../uses/places.ts';
import { widenText } from '../uses/widened-texts.ts';
import { readText } from '../uses/written-paths.ts';
import { type Address, listAddressesBefore } from './addresses-before.ts';
import { isSent } from './bare-names.ts';

/**
 * `console.log(`Created ${DASHBOARD}${path}/${id}`)`: behind another host than those of the requests, the path is that of a page,
 * which stays where it is, and a link to it is no log of the request.
 */

/** What the requests of the project ask, as far as it is known. */
export interface Asked {
  readonly hosts: readonly Host[];
  /** The variables that their URLs are made of. */
  readonly variables: ReadonlySet<string>;
}

/** `consumed`: the literals of which URLs of requests are made; `env`: what files of the tree set variables to. */
export function listAsked(
  evaluator: Evaluator,
  consumed: ReadonlySet<number>,
  requests: readonly HttpRequest[],
  env: readonly EnvAssignment[],
): Asked {
  const hosts = [...consumed].flatMap((literal) => {
    const node = evaluator.getIdentified(literal)?.node;
    const written = node === undefined ? undefined : /^\w+:\/\/[^/?#\s]+/.exec(readText(node))?.[0];
    return written === undefined ? [] : (readHost(makeText(written)) ?? []);
  });
  const parts = requests.flatMap(({ urls }) => urls.flatMap((url) => url.parts));
  const named = parts.flatMap((part) => (part.kind === 'env' ? part.name : []));
  // Another name for what is asked.
  const alike = env.filter(({ value }) => {
    const host = readHost(makeText(value));
    return host !== null && !isOtherHost(host, hosts);
  });
  return { hosts, variables: new Set([...named, ...alike.map(({ name }) => name)]) };
}

function toHost(address: Address): readonly Host[] {
  return address.kind === 'host' ? [address.host] : [];
}

function listHostsBefore(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly Host[] {
  return listAddressesBefore(evaluator, node, module).flatMap(toHost);
}

/** Can no request go there? */
function isOther(address: Address, { hosts, variables }: Asked): boolean {
  if (address.kind === 'host') return hosts.length > 0 && isOtherHost(address.host, hosts);
  if (hosts.length === 0 && variables.size === 0) return false;
  if (address.kind === 'page') return true;
  return !variables.has(address.name) && address.defaults.every((host) => isOtherHost(host, hosts));
}

/** Those behind which the requests have the text; `covered`: the references through which they get it. */
function listOwnHosts(evaluator: Evaluator, covered: ReadonlySet<number>): readonly Host[] {
  return [...covered].flatMap((id) => {
    const found = evaluator.getIdentified(id);
    return found === undefined ? [] : listHostsBefore(evaluator, found.node, found.module);
  });
}

/** What is told which URL it is about, and sends nothing. */
const TOLD =
  /^(?:invalidate|evict|clear|purge|remove|delete|del|forget|drop|bust|expire|mutate|revalidate|has|peek|is(?=[A-Z]))/;

function isCompared(node: SyntaxNode): boolean {
  const whole = widenText(node);
  const around = getParent(whole);
  if (around === undefined || whole === node) return false;
  if (isCallNode(around))
    return 'callee' in around && around.callee !== whole && TOLD.test(nameCallee(around.callee) ?? '');
  const isKey = isMemberNode(around) && around.computed && around.property === whole;
  return isKey || /^(?:BinaryExpression|SwitchCase|ArrayExpression)$/.test(around.type);
}

/**
 * `url === BASE + CALLS` beside `fetch(BASE + CALLS)`: is it compared, looked up or listed as the URL that the requests ask? On both
 * sides it is the same text that moves.
 */
export function isOwnUrl(
  evaluator: Evaluator,
  { node, path, module }: Pick<Place, 'node' | 'path' | 'module'>,
  covered: ReadonlySet<number>,
): boolean {
  if (path.length > 0 || !isCompared(node)) return false;
  const hosts = listHostsBefore(evaluator, node, module);
  const own = hosts.length === 0 ? [] : listOwnHosts(evaluator, covered);
  return own.length > 0 && !hosts.some((host) => isOtherHost(host, own));
}

/** `new URL(path, base)` as the text `new URL(path, base).href` that it stands for. */
function widenUrl(node: SyntaxNode): SyntaxNode {
  const call = getParent(node);
  return call?.type === 'NewExpression' && call.arguments[0] === node ? call : widenText(node);
}

/** Is the text put directly behind the address of a server that no request asks, and not to be sent there? */
export function isBehindOtherHost(
  evaluator: Evaluator,
  { node, path, isUrl, module }: Place,
  asked: () => Asked,
): boolean {
  const addresses = path.length > 0 || isUrl ? [] : listAddressesBefore(evaluator, node, module);
  if (addresses.length === 0 || !addresses.every((address) => isOther(address, asked()))) return false;
  const whole = widenUrl(node);
  const call = getParent(whole);
  return !(call !== undefined && isCallNode(call) && isSent(evaluator, module, whole));
}
