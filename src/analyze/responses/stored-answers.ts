import {
  type ArgumentCall,
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { asNamed, atValue, type Found, type Place } from './carried.ts';
import { isSubstitute } from './other-values.ts';

/** Answers that a zustand store keeps: `create((set, get) => ({ rows: [], load: async () => set({ rows: body }) }))`. */

interface Store {
  readonly name: SyntaxNode;
  readonly maker: FunctionNode;
}

/** `create<State>()(devtools((set) => …))`: the name of what is made by the function, through what it is wrapped in. */
function findStore(maker: FunctionNode): Store | null {
  let at: SyntaxNode = maker;
  for (let parent = getParent(at); parent !== undefined && isCallNode(parent); at = parent, parent = getParent(at))
    if (!('arguments' in parent) || parent.arguments[0] !== at) return null;
  const declarator = getParent(at);
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier' || at === maker) return null;
  let callee: SyntaxNode = at;
  while (isCallNode(callee) && 'callee' in callee) callee = unwrap(callee.callee);
  return /^create(?:Store|WithEqualityFn)?$/.test(nameCallee(callee) ?? '') ? { name: declarator.id, maker } : null;
}

/** The store that a call of its first parameter sets. */
function findSetStore(call: ArgumentCall, module: Module): Store | null {
  if (call.callee.type !== 'Identifier' || !/['"]zustand\b/.test(module.text)) return null;
  const declared = findBindingOf(module, call.callee)?.declaration;
  const maker = declared === undefined ? undefined : getParent(declared);
  if (maker === undefined || !isFunctionNode(maker) || maker.params[0] !== declared) return null;
  return findStore(maker);
}

/** Is the member given nothing else that is like an answer? */
function isOnlyGiven(maker: FunctionNode, name: string, given: SyntaxNode, module: Module): boolean {
  let isOnly = true;
  walk(maker.body, null, (node) => {
    if (node === given) return null;
    if (node.type === 'ObjectProperty' && nameKey(node) === name && getParent(node)?.type === 'ObjectExpression')
      isOnly &&= isSubstitute(node.value, module);
    return true;
  });
  return isOnly;
}

/** `useRows((state) => state.rows)`, `useRows()`, `useRows.getState()`, `get()` */
function listOfReading(reading: SyntaxNode, module: Module, place: Place): readonly Found[] {
  const parent = getParent(reading);
  if (parent === undefined) return [];
  if (isMemberNode(parent) && nameMember(parent) === 'getState') {
    const call = getParent(parent);
    return call !== undefined && isCallNode(call) ? [atValue(call, module, place)] : [];
  }
  if (!isCallNode(parent) || !('callee' in parent) || parent.callee !== reading) return [];
  const [selector] = parent.arguments;
  if (selector === undefined) return [atValue(parent, module, place)];
  const param = isFunctionNode(selector) ? selector.params[0] : undefined;
  if (param === undefined || !isFunctionNode(selector)) return [];
  return [asNamed(param, module, { ...place, entered: [{ fn: selector, call: parent, module }] })];
}

/** The names that other files import the store by. */
function listImported(
  evaluator: Evaluator,
  name: string,
  home: Module,
): readonly { readonly name: SyntaxNode; readonly module: Module }[] {
  return evaluator.graph.loaded.flatMap((module) => {
    if (module === home || !module.text.includes(name)) return [];
    const bindings = module.scripts.flatMap(({ identifiers }) =>
      identifiers.get(name).flatMap((identifier) => findBindingOf(module, identifier) ?? []),
    );
    return [...new Set(bindings)].flatMap(({ source, declaration }) => {
      const isOfHome =
        source.kind === 'import' &&
        source.imported === name &&
        evaluator.graph.resolve(module, source.specifier) === home;
      return isOfHome ? [{ name: declaration, module }] : [];
    });
  });
}

/** Where the store is read that is given the answer; null where the call sets none, or not for certain. */
export function listStored(evaluator: Evaluator, call: ArgumentCall, place: Place): readonly Found[] | null {
  const { module, path, node } = place;
  const [member] = path;
  const store = member === undefined ? null : findSetStore(call, module);
  if (store === null || member === undefined || !isOnlyGiven(store.maker, member, node, module)) return null;
  const get = store.maker.params[1];
  const own = [...listReadings(store.name, module), ...(get === undefined ? [] : listReadings(get, module))];
  const name = nameCallee(store.name) ?? '';
  return [
    ...own.flatMap((reading) => listOfReading(reading, module, place)),
    ...listImported(evaluator, name, module).flatMap((other) =>
      listReadings(other.name, other.module).flatMap((reading) => listOfReading(reading, other.module, place)),
    ),
  ];
}
