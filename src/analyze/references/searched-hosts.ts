import { isTestFile } from '../../model/test-files.ts';
import { nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { HOST_AND_PATH } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { makeText } from '../texts/texts.ts';
import type { TextValue } from '../values/values.ts';

/** A host with a path that is looked for in other texts, without the scheme that they begin with. */

const SEARCHES = /^(?:includes|indexOf|search|match|endsWith|stringContaining|toContain|toMatch|include|contain)$/;

const CHAINED = /^(?:should|and)$/;
const ASSERTED = /^(?:includes?|contains?|string)$/;

function isSearched(text: SyntaxNode): boolean {
  const call = getParent(text);
  if (call?.type !== 'CallExpression') return false;
  const name = nameMember(unwrap(call.callee)) ?? '';
  const [first, second] = call.arguments;
  if (first === text) return SEARCHES.test(name);
  // `cy.wait('@calls').its('request.url').should('include', text)`, `assert.include(url, text)`
  const asked = CHAINED.test(name) && first?.type === 'StringLiteral' ? first.value.replace(/^not\./, '') : name;
  return second === text && ASSERTED.test(asked);
}

/** `url.includes('api.voice.example/calls')`: the host and its path; null for every other expression. */
export function readSearchedHost(node: SyntaxNode, module: Module): string | null {
  if (node.type !== 'StringLiteral' || !HOST_AND_PATH.test(node.value)) return null;
  return listStandings(node, module).some(isSearched) ? node.value : null;
}

/** `expect.stringContaining('api.voice.example/calls')`: a test looks for it in what is sent, as it would for the whole address. */
export function spellSearched(texts: readonly TextValue[], node: SyntaxNode, module: Module): readonly TextValue[] {
  if (!isTestFile(module.path) || readSearchedHost(node, module) === null) return [];
  return texts.map((text) => ({ ...text, atoms: [...makeText('//').atoms, ...text.atoms] }));
}
