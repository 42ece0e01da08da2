import { leaves } from '../../syntax/leaving.ts';
import { type FunctionNode, getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Env, NO_PROVENANCE, type Value } from '../values/values.ts';

/**
 * `if (!(settings instanceof Settings)) throw …`: what a library is handed by whoever uses it is an instance of the class, or the
 * function is left.
 */

interface Demand {
  readonly name: string;
  readonly of: SyntaxNode;
  /** Where the function is left otherwise. */
  readonly end: number;
}

const demands = new WeakMap<FunctionNode, readonly Demand[]>();

/** `!(settings instanceof Settings)` */
function readRefused(test: SyntaxNode): { readonly subject: SyntaxNode; readonly of: SyntaxNode } | null {
  const node = unwrap(test);
  const asked = node.type === 'UnaryExpression' && node.operator === '!' ? unwrap(node.argument) : null;
  if (asked?.type !== 'BinaryExpression' || asked.operator !== 'instanceof') return null;
  return { subject: unwrap(asked.left), of: asked.right };
}

function collectDemands(fn: FunctionNode, module: Module): readonly Demand[] {
  if (!module.text.includes('instanceof')) return [];
  const found: Demand[] = [];
  const asked = new Map<string, Set<string>>();
  walk(fn.body, true, (node) => {
    if (node.type === 'BinaryExpression' && node.operator === 'instanceof') {
      const subject = unwrap(node.left);
      const known = subject.type === 'Identifier' ? (asked.get(subject.name) ?? new Set()) : null;
      if (subject.type === 'Identifier' && known !== null)
        asked.set(subject.name, known.add(readCode(module, node.right)));
    }
    const refused = node.type === 'IfStatement' && leaves(node.consequent) ? readRefused(node.test) : null;
    if (refused?.subject.type !== 'Identifier') return true;
    const source = findBindingOf(module, refused.subject)?.source;
    if (source?.kind === 'param' && source.fn === fn)
      found.push({ name: refused.subject.name, of: refused.of, end: getEnd(node) });
    return true;
  });
  // Of what is asked for several classes nothing is known.
  return found.filter(({ name }) => asked.get(name)?.size === 1);
}

/** `value`: of a name that is read at `node`. What only others hand over to any caller is what the function demands. */
export function demandClass(
  evaluator: Evaluator,
  value: Value,
  { source, name }: Binding,
  node: SyntaxNode,
  module: Module,
  env: Env,
): Value {
  if (env?.any !== true || source.kind !== 'param' || source.steps.length > 0) return value;
  if (!listOptions(value).some(({ type }) => type === 'param')) return value;
  const all = demands.get(source.fn) ?? collectDemands(source.fn, module);
  demands.set(source.fn, all);
  const demand = all.find((one) => one.name === name && one.end <= getStart(node));
  const of = demand === undefined ? null : evaluator.evaluate(demand.of, module, null);
  if (of?.type !== 'class') return value;
  const instance: Value = { type: 'instance', of, construction: null, any: true, ...NO_PROVENANCE };
  return unite(listOptions(value).map((option) => (option.type === 'param' ? instance : option)));
}
