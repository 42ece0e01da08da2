import type { UrlPattern } from '../../model/analysis.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';

/**
 * `export interface paths { '/calls': … }`: what openapi-typescript makes of a description, and what the clients of its family know
 * their paths by. A path that moves in the code is no key of it.
 */

/** What is typed by such an interface. */
const CLIENTS =
  /['"](?:openapi-fetch|openapi-react-query|swr-openapi|openapi-typescript-fetch|openapi-axios|feature-fetch)['"]/;

const users = new WeakMap<Evaluator, boolean>();

function hasClient(evaluator: Evaluator): boolean {
  const known = users.get(evaluator) ?? evaluator.graph.loaded.some(({ text }) => CLIENTS.test(text));
  users.set(evaluator, known);
  return known;
}

function listKeys(members: readonly SyntaxNode[]): readonly string[] {
  return members.flatMap((member) => {
    const isNamed = member.type === 'TSPropertySignature' && member.key.type === 'StringLiteral';
    return isNamed && member.key.type === 'StringLiteral' && member.key.value.startsWith('/') ? [member.key.value] : [];
  });
}

/** The keys of `interface paths` of a declaration file, which is no code that is read. */
function readDeclaredKeys(text: string): readonly string[] {
  const body = /\binterface\s+paths\b[^{]*\{([\s\S]*)/.exec(text)?.[1]?.split(/^\}/m)[0] ?? '';
  return [...body.matchAll(/^\s*['"](\/[^'"]*)['"]\s*:\s*\{/gm)].flatMap(([, key]) => key ?? []);
}

/** `import type { paths } from './schema'` of `schema.d.ts` */
function listDeclared(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  if (!CLIENTS.test(module.text)) return [];
  return module.scripts.flatMap(({ root }) =>
    [...root.bindings.values()].flatMap(({ source, declaration }): readonly UrlPattern[] => {
      if (source.kind !== 'import' || source.imported !== 'paths') return [];
      const name = source.specifier.replace(/(?:\.d)?(?:\.[cm]?[jt]s)?$/, '.d.ts');
      const text = /^\.{1,2}\//.test(name) ? evaluator.graph.project.readText(name, module.path) : undefined;
      return text === undefined ? [] : toPatterns(evaluator, readDeclaredKeys(text), declaration, module);
    }),
  );
}

/** What of the keys is legacy: a description that has both keeps both. */
function toPatterns(
  { versionPrefix }: Evaluator,
  keys: readonly string[],
  name: SyntaxNode,
  module: Module,
): readonly UrlPattern[] {
  const legacy = keys.filter((key) => !/^\/v\d/.test(key) && !keys.includes(versionPrefix + key));
  if (legacy.length === 0) return [];
  const text = legacy.map((key) => key.replace(/\{[^{}]*\}/g, '.+')).join('|');
  return [{ expression: getRegion(module, getStart(name), getEnd(name)), text, isPath: true, isTypeKey: true }];
}

export function findTypedPaths(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return [...listDeclared(evaluator, module), ...listWrittenOut(evaluator, module)];
}

function listWrittenOut(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return module.scripts.flatMap(({ types }) =>
    (types.get('paths') ?? []).flatMap((declaration): readonly UrlPattern[] => {
      if (declaration.type !== 'TSInterfaceDeclaration' || !hasClient(evaluator)) return [];
      return toPatterns(evaluator, listKeys(declaration.body.body), declaration.id, module);
    }),
  );
}
