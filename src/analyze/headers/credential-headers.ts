import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { findInstanceMember } from '../classes/overridden-members.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { type Module, readCode } from '../modules/module.ts';
import { listCredentials } from '../settings/n8n-credentials.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { ObjectValue, Value } from '../values/values.ts';

/**
 * What n8n adds to the requests that name a credential: `authenticate: { type: 'generic', properties: { headers } }` of its
 * class. Nodes name it beside their base, code in the call that sends, and what tests the credential stands in its class.
 */

const SENDER = /\bhelpers\.(?:httpRequest|request)WithAuthentication(\.call)?$/;

interface Authenticated {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly headers: Value;
}

const known = new WeakMap<Evaluator, readonly Authenticated[]>();

function listAuthenticated(evaluator: Evaluator): readonly Authenticated[] {
  const found =
    known.get(evaluator) ??
    listCredentials(evaluator).flatMap(({ name, made, node, module }): readonly Authenticated[] => {
      const authenticate = findInstanceMember(evaluator, made, 'authenticate');
      if (authenticate?.type !== 'object') return [];
      const properties = evaluator.getProperty(authenticate, 'properties', node, module);
      return [{ name, node, headers: evaluator.getProperty(properties, 'headers', node, module) }];
    });
  known.set(evaluator, found);
  return found;
}

function listOf(evaluator: Evaluator, names: readonly (string | null)[]): readonly Value[] {
  return listAuthenticated(evaluator).flatMap(({ name, headers }) => (names.includes(name) ? [headers] : []));
}

/** `this.helpers.httpRequestWithAuthentication.call(this, 'voiceApi', options)` */
export function listSentCredentials(evaluator: Evaluator, { node, module }: CallSite): readonly Value[] {
  if (node.type !== 'CallExpression') return [];
  const sender = SENDER.exec(readCode(module, node.callee));
  const given = sender === null ? undefined : node.arguments[sender[1] === undefined ? 0 : 1];
  if (given === undefined) return [];
  evaluator.ask();
  return listOf(evaluator, listOptions(evaluator.evaluate(given, module, evaluator.anyCaller)).map(findKnownText));
}

/** `{ requestDefaults: { baseURL, headers }, credentials: [{ name: 'voiceApi' }] }`, and what stands in the class of a credential. */
export function listDeclaredHeaders(
  evaluator: Evaluator,
  spec: ObjectValue,
  node: SyntaxNode,
  module: Module,
): readonly Value[] {
  const defaults = evaluator.getProperty(spec, 'requestDefaults', node, module);
  if (defaults.type !== 'object') {
    const around = new Set<SyntaxNode>();
    for (let at = getParent(node); at !== undefined; at = getParent(at)) around.add(at);
    return listAuthenticated(evaluator).flatMap((one) => (around.has(one.node) ? [one.headers] : []));
  }
  const list = evaluator.getProperty(spec, 'credentials', node, module);
  const named = (list.type === 'array' ? listElements(evaluator, list) : null) ?? [];
  const names = named.map((one) => findKnownText(evaluator.getProperty(one, 'name', node, module)));
  return [evaluator.getProperty(defaults, 'headers', node, module), ...listOf(evaluator, names)];
}
