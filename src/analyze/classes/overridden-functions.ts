import { append } from '../../model/append.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { isEmptyText } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import { type FunctionValue, NO_PROVENANCE, type ObjectValue, type Value } from '../values/values.ts';
import { constructObject, listMethods, listOwnAssignments } from './constructor-functions.ts';
import { listMadeByHelper } from './made-classes.ts';
import { listHeirs } from './old-inheritance.ts';

/** What `this.base` in a method of a constructor function can be, where constructors below it set it anew. */

type Direct = Map<FunctionNode, FunctionValue[]>;

interface Heir {
  readonly value: FunctionValue;
  readonly parent: SyntaxNode;
}

interface Heirs {
  modules: number;
  waiting: readonly Heir[];
  readonly direct: Direct;
  /** The calls of helpers whose constructors are known. */
  readonly calls: Set<SyntaxNode>;
}

const known = new WeakMap<Evaluator, Heirs>();

/** The direct heirs of each constructor. To know a parent may take the heirs that are found by then: the others are looked at again. */
function findHeirs(evaluator: Evaluator): Direct {
  const found: Heirs = known.get(evaluator) ?? { modules: 0, waiting: [], direct: new Map(), calls: new Set() };
  known.set(evaluator, found);
  const { loaded } = evaluator.graph;
  const added = loaded.slice(found.modules).flatMap(listHeirsOf);
  found.modules = loaded.length;
  const waiting = [...found.waiting, ...added];
  found.waiting = [];
  for (const heir of waiting) {
    const parent = evaluator.evaluate(heir.parent, heir.value.module, null);
    if (parent.type === 'unknown' || parent.type === 'param') found.waiting = [...found.waiting, heir];
    if (parent.type === 'function') append(found.direct, parent.fn, heir.value);
    if (parent.type === 'param') takeMade(evaluator, heir, found);
  }
  return found.direct;
}

/** `Super` of a helper that makes constructors: each of its calls says which that is, and more of them may be found. */
function takeMade(evaluator: Evaluator, { value, parent }: Heir, { direct, calls }: Heirs): void {
  for (const made of listMadeByHelper(evaluator, value)) {
    const call = made.env?.frame?.call?.node;
    const above = evaluator.evaluate(parent, made.module, made.env);
    if (call === undefined || calls.has(call) || above.type !== 'function') continue;
    calls.add(call);
    append(direct, above.fn, made);
  }
}

/** What tells one constructor from another: those that a helper makes of one function are told apart by its calls. */
function identifyHeir(evaluator: Evaluator, { fn, env }: FunctionValue): number {
  return evaluator.identify(env?.frame?.call?.node ?? fn);
}

function listHeirsOf(module: Module): readonly Heir[] {
  return listHeirs(module).flatMap(({ fn, parents }) => {
    const value: FunctionValue = { type: 'function', fn, module, env: null, self: null, bound: [], ...NO_PROVENANCE };
    return parents.map((parent) => ({ value, parent }));
  });
}

function listBelow(heirs: Direct, fn: FunctionNode, above: readonly FunctionNode[] = []): readonly FunctionValue[] {
  return (heirs.get(fn) ?? [])
    .filter((heir) => heir.fn !== fn && !above.includes(heir.fn))
    .flatMap((heir) => [heir, ...listBelow(heirs, heir.fn, [...above, fn])]);
}

function declares({ fn, module }: FunctionValue, name: string): boolean {
  return (
    listMethods(fn, module).some((entry) => entry.kind === 'slot' && entry.name === name) ||
    listOwnAssignments(fn, module).some((assignment) => assignment.name === name)
  );
}

/** `endpoint: ''` of a constructor that is there for those below it: is it ever called with `new`? */
function isMadeItself(evaluator: Evaluator, { fn }: FunctionValue): boolean {
  return evaluator.index.listCallers(fn).some(({ node }) => node.type === 'NewExpression');
}

/** A member of an object of which only is known who made it, or a constructor below that: `own` is what the maker gives. */
export function addOverridden(
  evaluator: Evaluator,
  object: ObjectValue,
  name: string,
  own: Value,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): Value {
  const { maker } = object;
  if (maker === undefined) return own;
  const below = listBelow(findHeirs(evaluator), maker.fn);
  if (!below.some((heir) => heir.env !== null || declares(heir, name))) return own;
  // Two members of one object come from the same constructor.
  const source = `the class of ${evaluator.identify(maker.fn)}`;
  const choose = (value: Value, option: number) => withChoices(value, [{ source, option }]);
  const values = below.map((heir) =>
    choose(
      evaluator.getProperty(constructObject(evaluator, heir, null, true), name, node, module),
      identifyHeir(evaluator, heir),
    ),
  );
  if (isEmptyText(own) && !isMadeItself(evaluator, maker)) return unite(values);
  return unite([choose(own, evaluator.identify(maker.fn)), ...values]);
}
