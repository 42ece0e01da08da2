import { basename } from 'node:path';
import type { ForeignUse } from '../../model/analysis.ts';
import type { SourceFile } from '../../model/project.ts';
import { nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';

/**
 * `<script src="paths.js"></script><script>fetch(CRM + PATHS.agents)</script>`, `import { PATHS } from './paths'` in MDX: scripts of
 * pages are not analysed, and may do anything with what another script declares.
 */

/** `PATHS`, `agents` for a text in `const PATHS = { agents: '/agents' }`; null where it is not declared for the whole file. */
function listNames(literal: SyntaxNode): readonly string[] | null {
  const keys: string[] = [];
  for (let at = literal, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (parent.type === 'ObjectProperty' && parent.value === at) {
      const key = nameKey(parent);
      if (key !== null) keys.unshift(key);
    } else if (parent.type === 'VariableDeclarator') {
      const list = getParent(parent);
      const holder = list === undefined ? undefined : getParent(list);
      const isOfFile = holder?.type === 'Program' || holder?.type === 'ExportNamedDeclaration';
      return isOfFile && parent.id.type === 'Identifier' ? [parent.id.name, ...keys] : null;
    } else if (parent.type === 'AssignmentExpression' && parent.right === at) {
      const name = nameMember(unwrap(parent.left));
      return name === null ? null : [name, ...keys];
    } else if (/Statement$|Function|Class/.test(parent.type)) return null;
  }
  return null;
}

/** A file has the same pages for all of its texts. */
const pagesOf = new WeakMap<Module, readonly SourceFile[]>();

/** The pages that name the file. */
function listPages({ graph: { project } }: Evaluator, module: Module): readonly SourceFile[] {
  const known = pagesOf.get(module);
  if (known !== undefined) return known;
  const name = basename(module.path).replace(/\.\w+$/, '');
  const isNamed = new RegExp(`[/'"]${name.replace(/\W/g, '\\$&')}(?:\\.\\w+)?['"?#]`);
  const pages = project.findPages([name]).filter(({ text }) => isNamed.test(text));
  pagesOf.set(module, pages);
  return pages;
}

function findWord(text: string, word: string): number {
  return /^[\w$]+$/.test(word) ? text.search(new RegExp(`(?<![\\w$-])${word.replaceAll('$', '\\$')}(?![\\w$-])`)) : -1;
}

/** Where pages name what the text is declared as. */
export function listPageUses(evaluator: Evaluator, literal: SyntaxNode, module: Module): readonly ForeignUse[] {
  const names = listNames(literal);
  if (names === null) return [];
  return listPages(evaluator, module).flatMap(({ path, text }) => {
    const places = names.map((name) => findWord(text, name));
    if (places.includes(-1)) return [];
    const before = text.slice(0, Math.max(...places)).split('\n');
    const place = { file: path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return { ...place, text: `${names.join('.')} in a page, which is not analysed`, isMessage: false, entered: [] };
  });
}
