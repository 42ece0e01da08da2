import { isTestFile } from '../../model/test-files.ts';
import { findClassAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ObjectEntry, Slot, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';

/** What Awilix gives to what it makes: all that is registered, by its name, `register({ api: asValue(api), calls: asClass(Calls) })`. */

interface Registration {
  readonly name: string;
  readonly how: string;
  readonly given: SyntaxNode;
  readonly module: Module;
}

const RESOLVERS = /^as(?:Value|Class|Function)$/;

/** `asClass(Calls).singleton()` */
function readResolver(node: SyntaxNode): { readonly how: string; readonly given: SyntaxNode } | null {
  let at = unwrap(node);
  while (at.type === 'CallExpression') {
    const [given] = at.arguments;
    const how = nameCallee(at.callee) ?? '';
    if (RESOLVERS.test(how)) return given === undefined ? null : { how, given };
    const callee = unwrap(at.callee);
    if (!isMemberNode(callee)) return null;
    at = unwrap(callee.object);
  }
  return null;
}

const listRegistered = gatherFromCalls(
  (): Registration[] => [],
  (registered, { node, module }) => {
    if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'register') return;
    if (isTestFile(module.path)) return;
    const add = (name: string | null, resolver: SyntaxNode | undefined) => {
      const read = resolver === undefined || name === null ? null : readResolver(resolver);
      if (read !== null && name !== null) registered.push({ name, ...read, module });
    };
    const [first, second] = node.arguments;
    if (first?.type === 'StringLiteral') add(first.value, second);
    if (first?.type !== 'ObjectExpression') return;
    for (const member of first.properties) if (member.type === 'ObjectProperty') add(nameKey(member), member.value);
  },
);

/** Is a function registered, or the constructor of a class that is? */
function isMade(evaluator: Evaluator, fn: FunctionNode, registered: readonly Registration[]): boolean {
  const owner = fn.type === 'ClassMethod' && fn.kind === 'constructor' ? findClassAround(fn) : null;
  const wanted = owner === null ? 'asFunction' : 'asClass';
  return registered.some(
    ({ how, given, module }) =>
      how === wanted &&
      listOptions(evaluator.evaluate(given, module, null)).some((option) =>
        option.type === 'class' ? option.node === owner : option.type === 'function' && option.fn === fn,
      ),
  );
}

function listSlots(evaluator: Evaluator, { how, given, module }: Registration): readonly Slot[] {
  if (how === 'asValue') return [{ kind: 'expression', node: given, module, env: null }];
  return listOptions(evaluator.evaluate(given, module, null)).flatMap((option): readonly Slot[] => {
    const made = how === 'asClass' ? instantiate(option) : null;
    if (made !== null) return [{ kind: 'value', value: made }];
    if (how !== 'asFunction' || option.type !== 'function') return [];
    // It is run when somebody asks, and those that ask for each other are many.
    return [{ kind: 'method', fn: option.fn, module: option.module, env: option.env, role: 'get' }];
  });
}

/** `injectionMode: InjectionMode.CLASSIC`: each parameter is given what is registered under its name. */
const CLASSIC = /\bInjectionMode(?:\.|\[['"])CLASSIC\b|\binjectionMode\s*:\s*['"]CLASSIC['"]|\.classic\(\)/;

function findName(param: SyntaxNode): string | null {
  const inner = param.type === 'TSParameterProperty' ? param.parameter : param;
  const name = inner.type === 'AssignmentPattern' ? inner.left : inner;
  return name.type === 'Identifier' ? name.name : null;
}

/** A parameter of what the container makes: the first has all that is registered, or each what its name says; null for any other. */
export function evaluateCradleParam(evaluator: Evaluator, fn: FunctionNode, index: number): Value | null {
  const module = evaluator.graph.findOwner(fn);
  const registered = module === undefined ? [] : keepMeeting(evaluator, listRegistered(evaluator), module);
  const param = fn.params[index];
  if (module === undefined || registered.length === 0 || param === undefined || !isMade(evaluator, fn, registered))
    return null;
  if (!evaluator.graph.loaded.some((module) => mentions(module, CLASSIC)))
    return index === 0 ? makeCradle(evaluator, registered) : null;
  const own = registered.filter(({ name }) => name === findName(param));
  const slots = own.flatMap((one) => listSlots(evaluator, one));
  return slots.length === 0 ? null : uniteSlots(evaluator, slots);
}

function makeCradle(evaluator: Evaluator, registered: readonly Registration[]): Value {
  const byName = new Map<string, Slot[]>();
  for (const one of registered) byName.set(one.name, [...(byName.get(one.name) ?? []), ...listSlots(evaluator, one)]);
  const entries = [...byName].flatMap(([name, slots]): readonly ObjectEntry[] => {
    const [only, ...others] = slots;
    if (only === undefined) return [];
    if (others.length === 0) return [{ kind: 'slot', name, slot: only }];
    return [{ kind: 'slot', name, slot: { kind: 'value', value: uniteSlots(evaluator, slots) } }];
  });
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** Registered several times under one name: any of them. */
function uniteSlots(evaluator: Evaluator, slots: readonly Slot[]): Value {
  return unite(slots.map((slot) => evaluator.evaluateSlot(slot, null)));
}
