import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import { isCaught, isOfHandler } from '../calls/caught-names.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { join, listIn, type MemberReadings } from './member-readings.ts';

/** `catch ({ path })`, `.catch(({ path }) => …)` */
function listTaken(script: ScriptFacts, module: Module, name: string): MemberReadings {
  const patterns = script.identifiers.get(name).flatMap((key) => {
    const property = getParent(key);
    const pattern = property?.type === 'ObjectProperty' && property.key === key ? getParent(property) : undefined;
    if (pattern?.type !== 'ObjectPattern') return [];
    const isTaken = getParent(pattern)?.type === 'CatchClause' || isOfHandler(pattern);
    return isTaken ? [{ node: pattern, module }] : [];
  });
  return { name, members: [], patterns };
}

/** Where a member of a failure that was caught is read. */
export function listCaughtReadings(evaluator: Evaluator, name: string): MemberReadings {
  const found = evaluator.graph.loaded.flatMap((module) =>
    module.scripts.flatMap((script) => [listIn(script, module, name, isCaught), listTaken(script, module, name)]),
  );
  return join(name, found);
}
