import { isFunctionNode, isMemberNode, nameCallee, nameKey, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import type { ImporterSearch } from './importer-search.ts';
import { listWanted } from './wanted-exports.ts';

/**
 * `export const API_URL = 'https://api.acme.test'`: who sends `${API_URL}/${resource}` may hold no word of the catalogue. It
 * names what it imports.
 */

/** A base alone: what has a path is used as it is. */
const BARE = /^https?:\/\/[^/?#\s]+\/?$/i;

/** What others say to get it: the variable, the key, the member. */
function nameHeld(text: SyntaxNode): string | null {
  for (let node = getParent(text); node !== undefined && !isFunctionNode(node); node = getParent(node)) {
    if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : null;
    if (node.type === 'ObjectProperty' || node.type === 'ClassProperty') return nameKey(node);
    if (node.type === 'AssignmentExpression') return isMemberNode(node.left) ? nameMember(node.left) : null;
  }
  return null;
}

/** The name, and those under which the file exports it: `export { HOST as API_URL }`, `exports.API_URL = HOST`. */
function listExported({ exports }: Module, own: string): readonly string[] {
  const others = [...exports].flatMap(([name, found]) => {
    const local = found.kind === 'expression' ? nameCallee(found.node) : null;
    const bound = found.kind === 'binding' ? found.binding.name : null;
    return (local ?? bound) === own && name !== 'default' && name !== '=' ? [name] : [];
  });
  return [own, ...others];
}

/** `{ API_URL: HOST }` that goes on under another name. */
function listMembers({ scripts }: Module, own: string): readonly string[] {
  return scripts.flatMap(({ identifiers }) =>
    identifiers.get(own).flatMap((node) => {
      const member = getParent(node);
      return member?.type === 'ObjectProperty' && member.value === node ? (nameKey(member) ?? []) : [];
    }),
  );
}

function listNames(module: Module, matters: (text: string) => boolean): readonly string[] {
  if (module.exports.size === 0) return [];
  return module.scripts.flatMap(({ strings }) =>
    strings.flatMap((node) => {
      const text = node.type === 'StringLiteral' ? node.value : (node.quasis[0]?.value.cooked ?? '');
      const held = BARE.test(text) && matters(text) ? nameHeld(node) : null;
      return held === null ? [] : [...listExported(module, held), ...listMembers(module, held)];
    }),
  );
}

/** Loads who imports a module with such a base, and says its name. */
export function loadBaseUsers(graph: ModuleGraph, search: ImporterSearch, passing: readonly string[]): void {
  const { project } = graph;
  const names = new Set<string>();
  const holders = graph.loaded.filter((module) => {
    const own = listNames(module, (text) => project.matters(text));
    for (const name of own) names.add(name);
    return own.length > 0;
  });
  if (holders.length === 0) return;
  const wanted = listWanted(
    graph,
    holders.map(({ path }) => path),
    passing,
  );
  const says = new RegExp(
    `(?<![\\w$])(?:${[...names].map((name) => name.replace(/\W/g, '\\$&')).join('|')})(?![\\w$])`,
  );
  const { files } = search.run(project, { wanted, changeable: new Map() }, (texts) => project.findMentions(texts));
  for (const { path, text } of files) if (says.test(text)) graph.load(path);
}
