import { isFunctionNode } from '../../syntax/nodes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { Module } from './module.ts';

function onlyNames(script: ScriptFacts): boolean {
  const { calls, elements, plainElements, classes, memberAssignments, openAssignments, computedAssignments } = script;
  const run = [calls, plainElements, classes, memberAssignments, openAssignments, computedAssignments];
  if (
    elements.size > 0 ||
    [...run, script.strings, script.paths, script.sums, script.specs].some((list) => list.length > 0)
  )
    return false;
  return ![...script.scopes.keys()].some(isFunctionNode);
}

/** `export * from './agents';`: a file that runs nothing, sets nothing and writes no text: it only gives names to what others hold. */
export function isBarrel(module: Module): boolean {
  return module.setup === null && module.unread === null && module.scripts.every(onlyNames);
}
