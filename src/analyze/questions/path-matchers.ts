import { isCallNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue } from '../values/values.ts';
import { asksForOthers } from './asked-texts.ts';

/** `match('/agents/:id')(path)`, `minimatch(path, '/calls/**')`: packages that compare a path with a pattern of theirs. */

const PACKAGES =
  /^(?:path-to-regexp|urlpattern-polyfill|url-pattern|route-parser|regexparam|path-match|minimatch|micromatch|picomatch|multimatch|wildcard-match|find-my-way|radix3|rou3|trouter|@remix-run\/router)$/;
const ROUTERS = /^(?:react-router(?:-dom)?|@remix-run\/react|wouter)$/;

function isMatcher(option: ExternalValue): boolean {
  const { module, path } = findRoot(option);
  if (module === 'global') return path[0] === 'URLPattern';
  return PACKAGES.test(module) || (ROUTERS.test(module) && /^match(?:Path|Routes?)$/.test(path.at(-1) ?? ''));
}

/** `{ pathname: path }` in a call of a pattern is the path. */
function findArgument(node: SyntaxNode): SyntaxNode {
  const property = getParent(node);
  const table = property?.type === 'ObjectProperty' && property.value === node ? getParent(property) : undefined;
  return table?.type === 'ObjectExpression' ? table : node;
}

/** The other arguments of a call: patterns. */
function listPatterns(call: SyntaxNode | undefined, given: SyntaxNode | null): readonly SyntaxNode[] {
  if (call === undefined || !isCallNode(call) || !('arguments' in call)) return [];
  return call.arguments.filter((node) => node !== given);
}

/** Is the path compared with a pattern that may be one of the catalogue's paths? */
export function isMatched(evaluator: Evaluator, module: Module, node: SyntaxNode): boolean {
  const given = findArgument(node);
  const call = getParent(given);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.callee === given) return false;
  return listOptions(evaluateCallee(evaluator, call, module, null)).some((option) => {
    if (option.type !== 'external' || !isMatcher(option)) return false;
    const patterns = [...listPatterns(call, given), ...listPatterns(option.made?.call, null)];
    return patterns.length === 0 || !patterns.every((pattern) => asksForOthers(evaluator, pattern, module));
  });
}
