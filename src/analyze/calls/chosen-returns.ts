import { type FunctionNode, getStart, isFunctionNode } from '../../syntax/nodes.ts';
import { walk } from '../../syntax/walk.ts';
import { type Module, readCode } from '../modules/module.ts';
import { chooseBetween, unite } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';

/** `if (pbx) return process.env.PBX_URL; return process.env.VOICE_URL;`: two bases, between which the function chooses. */
export function chooseReturned(results: readonly Value[], { fn, module }: FunctionValue): Value {
  const hasVariable = results.some(
    (result) => result.type === 'text' && result.atoms.some(({ kind }) => kind === 'env'),
  );
  return hasVariable ? chooseBetween(nameTests(fn, module), results, 'fork') : unite(results);
}

/** All that a function asks before it gives something back. */
function nameTests(fn: FunctionNode, module: Module): string {
  const asked: string[] = [];
  walk(fn.body, true, (node) => {
    if (isFunctionNode(node)) return null;
    if (node.type === 'IfStatement') asked.push(readCode(module, node.test));
    if (node.type === 'SwitchStatement') asked.push(readCode(module, node.discriminant));
    return true;
  });
  return `${module.path}:${getStart(fn)}:${asked.join(' ')}`;
}
