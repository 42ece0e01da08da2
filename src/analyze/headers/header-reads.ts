import type { Addressed } from '../../model/analysis.ts';
import { getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, type Module } from '../modules/module.ts';
import type { OwnerFinder } from './owners.ts';
import { readCredential, toCredential } from './written-header.ts';

/** Code that looks for the header under its name, `headers['x-api-key']` or `headers.has(…)`: it would no longer find it. */

export interface HeaderRead {
  /** `file:line` */
  readonly place: string;
  readonly requests: ReadonlySet<Addressed>;
}

const READERS = new Set(['get', 'has', 'delete', 'getHeader', 'hasHeader', 'removeHeader']);

function isAssigned(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';
}

/** What the header is looked for in; null for any other node. */
function findReceiver(evaluator: Evaluator, node: SyntaxNode, module: Module): SyntaxNode | null {
  if (isMemberNode(node)) {
    if (!node.computed || isAssigned(node)) return null;
    const { property } = node;
    const name =
      property.type === 'StringLiteral' ? toCredential(property.value) : readName(evaluator, property, module);
    return name === 'x-api-key' ? node.object : null;
  }
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(node.callee);
  const [key] = node.arguments;
  if (key === undefined || !isMemberNode(callee)) return null;
  if (!READERS.has(nameMember(callee) ?? '')) return null;
  return readCredential(evaluator, key, module) === 'x-api-key' ? callee.object : null;
}

/** `headers[index]` stands everywhere: only a constant can name a header. */
function readName(evaluator: Evaluator, property: SyntaxNode, module: Module): string | null {
  return property.type === 'Identifier' ? readCredential(evaluator, property, module) : null;
}

export function findHeaderReads(evaluator: Evaluator, owners: OwnerFinder): readonly HeaderRead[] {
  const found: HeaderRead[] = [];
  for (const module of evaluator.graph.loaded.filter(({ text }) => /x-api-key/i.test(text))) {
    for (const { program } of module.scripts) {
      walk(program, true, (node) => {
        const receiver = findReceiver(evaluator, node, module);
        if (receiver === null) return true;
        const requests = owners.find(receiver, module);
        const { file, line } = getLocation(module, getStart(node));
        if (requests.length > 0) found.push({ place: `${file}:${line}`, requests: new Set(requests) });
        return true;
      });
    }
  }
  return found;
}
