import { type FunctionNode, getStart, isFunctionNode } from '../../syntax/nodes.ts';
import { findReturns } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { asksItsReturns } from '../chains/ways.ts';
import { readCode } from '../modules/module.ts';
import { uniteDefaults } from '../settings/noted-defaults.ts';
import { chooseBetween, unite } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';

/** `if (pbx) return process.env.PBX_URL; return process.env.VOICE_URL;`: two bases, between which the function chooses. */
export function chooseReturned(results: readonly Value[], { fn, module }: FunctionValue): Value {
  const hasVariable = results.some(
    (result) => result.type === 'text' && result.atoms.some(({ kind }) => kind === 'env'),
  );
  if (!hasVariable) return unite(results);
  const asked = listAsked(fn);
  const { values } = findReturns(fn);
  if (asked.length > 0 && asked.every((test) => asksItsReturns(test, values, module))) return uniteDefaults(results);
  const names = asked.map((test) => readCode(module, test)).join(' ');
  return chooseBetween(`${module.path}:${getStart(fn)}:${names}`, results, 'fork');
}

/** All that a function asks before it gives something back. */
function listAsked({ body }: FunctionNode): readonly SyntaxNode[] {
  const asked: SyntaxNode[] = [];
  walk(body, true, (node) => {
    if (isFunctionNode(node)) return null;
    if (node.type === 'IfStatement') asked.push(node.test);
    if (node.type === 'SwitchStatement') asked.push(node.discriminant);
    return true;
  });
  return asked;
}
