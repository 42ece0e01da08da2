import { unwrap } from '../../syntax/nodes.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { Module } from '../modules/module.ts';

/**
 * `export function setUp(api) { api.interceptors.request.use(…); }`: what it does to a client, it does to those of its callers,
 * who need hold no word of the catalogue.
 */

const CHANGED = ['interceptors', 'defaults'];

function changesParameter(script: ScriptFacts): boolean {
  return CHANGED.some((name) =>
    script.members.get(name).some(({ object }) => {
      const given = unwrap(object);
      return given.type === 'Identifier' && findBinding(script, given)?.source.kind === 'param';
    }),
  );
}

export function setsUpGivenClients({ exports, scripts }: Module): boolean {
  return exports.size > 0 && scripts.some(changesParameter);
}
