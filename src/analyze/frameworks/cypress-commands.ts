import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listByName } from '../clients/setting-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `Cypress.Commands.add('voice', (path) => cy.request(…))`: what tests then call as `cy.voice(path)`. */

function isCommandList(node: SyntaxNode): boolean {
  const object = unwrap(node);
  if (!isMemberNode(object) || nameMember(object) !== 'Commands') return false;
  const owner = unwrap(object.object);
  return owner.type === 'Identifier' && owner.name === 'Cypress';
}

/** The function that a suite has under this name of `cy`; null where it adds none. */
export function evaluateCommand(evaluator: Evaluator, name: string, asking: Module): Value | null {
  const added = keepMeeting(evaluator, listByName(evaluator.index, 'add'), asking).flatMap(
    ({ node, module }): readonly Value[] => {
      const callee = 'callee' in node ? unwrap(node.callee) : null;
      if (callee === null || !isMemberNode(callee) || !isCommandList(callee.object) || !('arguments' in node))
        return [];
      // With settings between the two it is handed what the command before it gave.
      const [first, run, ...others] = node.arguments;
      if (first?.type !== 'StringLiteral' || first.value !== name || run === undefined || others.length > 0) return [];
      return [evaluator.evaluate(run, module, null)];
    },
  );
  return added.length === 0 ? null : unite(added);
}
