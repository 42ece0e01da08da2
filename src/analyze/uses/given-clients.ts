import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { Module } from '../modules/modules.ts';

/**
 * `export function setUp(api) { api.interceptors.request.use(…); }`: what it does to a client, it does to those of its callers,
 * who need hold no word of the catalogue.
 */

const CHANGED = ['interceptors', 'defaults'];

export function setsUpGivenClients({ exports, scripts }: Module): boolean {
  if (exports.size === 0) return false;
  return scripts.some((script) =>
    CHANGED.some((name) =>
      script.identifiers.get(name).some((property) => {
        const member = getParent(property);
        if (member === undefined || !isMemberNode(member) || member.property !== property) return false;
        const given = unwrap(member.object);
        return given.type === 'Identifier' && findBinding(script, given)?.source.kind === 'param';
      }),
    ),
  );
}
