import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';

/**
 * `export function setUp(api) { api.interceptors.request.use(…); }`: what it does to a client, it does to those of its callers,
 * who need hold no word of the catalogue.
 */

const CHANGED = ['interceptors', 'defaults'];

/** `.interceptors` of whatever has it, `['interceptors']` included. */
function listNames({ identifiers, strings }: ScriptFacts): readonly SyntaxNode[] {
  const quoted = strings.filter((node) => node.type === 'StringLiteral' && CHANGED.includes(node.value));
  return [...CHANGED.flatMap((name) => identifiers.get(name)), ...quoted];
}

function isOfParameter(property: SyntaxNode, script: ScriptFacts): boolean {
  const member = getParent(property);
  if (member === undefined || !isMemberNode(member) || member.property !== property) return false;
  const given = unwrap(member.object);
  return given.type === 'Identifier' && findBinding(script, given)?.source.kind === 'param';
}

export function setsUpGivenClients({ exports, scripts }: Module): boolean {
  if (exports.size === 0) return false;
  return scripts.some((script) => listNames(script).some((property) => isOfParameter(property, script)));
}
