import { findMergeTarget } from '../../syntax/merged-members.ts';
import { type CallNode, findMemberRoot, isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import { type Binding, findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';

/**
 * Objects of a module that the callers of its functions fill: `configure = (next) => Object.assign(options, next)`,
 * `withClient = (use) => use(client)`. The callers need hold no word of the catalogue.
 */

function findOf(script: ScriptFacts, node: SyntaxNode): Binding | undefined {
  const inner = unwrap(node);
  return inner.type === 'Identifier' ? findBinding(script, inner) : undefined;
}

/** A name of the file, or a member of what it stands for, that is no function and no class. */
function isHeld(script: ScriptFacts, node: SyntaxNode): boolean {
  const binding = findOf(script, findMemberRoot(node));
  if (binding?.scope !== script.root || binding.source.kind !== 'value') return false;
  return binding.source.node === null || !isFunctionNode(unwrap(binding.source.node));
}

function isParameter(script: ScriptFacts, node: SyntaxNode): boolean {
  return findOf(script, node)?.source.kind === 'param';
}

function fills(script: ScriptFacts, call: CallNode): boolean {
  if (!('arguments' in call)) return false;
  const [first, ...others] = call.arguments;
  if (first === undefined) return false;
  if (findMergeTarget(call) !== null)
    return isHeld(script, first) && others.some((other) => isParameter(script, other));
  return 'callee' in call && isParameter(script, call.callee) && call.arguments.some((given) => isHeld(script, given));
}

export function isFilledByCallers({ exports, scripts }: Module): boolean {
  return exports.size > 0 && scripts.some((script) => script.calls.some((call) => fills(script, call)));
}
