import type { UrlPattern } from '../../model/analysis.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/modules.ts';

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

export function findTypedPaths(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return module.scripts.flatMap(({ types }) =>
    (types.get('paths') ?? []).flatMap((declaration): readonly UrlPattern[] => {
      if (declaration.type !== 'TSInterfaceDeclaration' || !hasClient(evaluator)) return [];
      const keys = listKeys(declaration.body.body);
      // A description that has both keeps both.
      const legacy = keys.filter((key) => !/^\/v\d/.test(key) && !keys.includes(`/v1${key}`));
      if (legacy.length === 0) return [];
      const text = legacy.map((key) => key.replace(/\{[^{}]*\}/g, '.+')).join('|');
      const expression = getRegion(module, getStart(declaration.id), getEnd(declaration.id));
      return [{ expression, text, isPath: true, isTypeKey: true }];
    }),
  );
}
