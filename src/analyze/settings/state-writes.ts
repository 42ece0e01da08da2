import { findClassAround } from '../../syntax/enclosing.ts';
import { type CallNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { listNames } from '../modules/other-names.ts';
import { findKnownText } from '../texts/texts.ts';

/**
 * Where a program may put an address into a state: `base.set('https://…')`, `setBase(url)`, `store.set(baseAtom, url)`. States are looked
 * for by name, which finds too much; what is found only holds back (`replaced-defaults.ts`).
 */

/** By what names a state is read and set. */
interface Names {
  readonly states: Set<string>;
  readonly setters: Set<string>;
}

/** What is put in, where it stands. */
export interface Put {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** The call that makes the state, or reads it from where it is kept. */
export interface MadeState {
  readonly call: CallNode;
  readonly module: Module;
  /** Under what it is stored, where it is. */
  readonly key?: string | null;
}

function addName(names: Set<string>, node: SyntaxNode | null | undefined): void {
  const target = node?.type === 'AssignmentPattern' ? node.left : node;
  const name = target === null || target === undefined ? null : nameCallee(target);
  if (name !== null) names.add(name);
}

/** `base = signal(…)`, `[base, setBase] = useState(…)`, `readonly base = signal(…)`, `{ base: signal(…) }` */
function addHolders(made: SyntaxNode, { states, setters }: Names): void {
  let holder = getParent(made);
  while (holder !== undefined && /^(?:TS\w+Expression|AwaitExpression)$/.test(holder.type)) holder = getParent(holder);
  if (holder?.type === 'VariableDeclarator' && holder.id.type === 'ArrayPattern') {
    addName(states, holder.id.elements[0]);
    addName(setters, holder.id.elements[1]);
  } else if (holder?.type === 'VariableDeclarator') addName(states, holder.id);
  else if (holder?.type === 'AssignmentExpression') addName(states, holder.left);
  else if (holder !== undefined && 'key' in holder) addName(states, holder.key);
}

/** `onPick` of `<Picker onPick={setBase}>`, of `{ onPick: setBase }` and of `onPick={(url) => setBase(url)}` */
function nameHandedOn(node: SyntaxNode): string | null {
  const around = getParent(node);
  if (around?.type === 'JSXExpressionContainer') {
    const attribute = getParent(around);
    return attribute?.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier' ? attribute.name.name : null;
  }
  return around?.type === 'ObjectProperty' && around.value === node ? nameKey(around) : null;
}

/** The function whose first parameter is handed on: `(url) => setBase(url)`. */
function findPassing(given: SyntaxNode, module: Module): SyntaxNode | null {
  const source = findBindingOf(module, unwrap(given))?.source;
  return source?.kind === 'param' && source.index === 0 && source.steps.length === 0 ? source.fn : null;
}

const MAKING =
  /^(?:use(?:State|Ref|Signal|\w*Storage\w*)|(?:shallow)?[rR]ef|signal|model|createSignal|atom\w*|writable|persisted)$/;

/** Is the name in this place the one of another state: `[url, setUrl]` of each component is its own? */
function isOfAnother(node: SyntaxNode, { module }: Pick<Put, 'module'>, made: MadeState): boolean {
  const target = unwrap(node);
  if (isMemberNode(target) && unwrap(target.object).type === 'ThisExpression') {
    const owner = module === made.module ? null : findClassAround(target);
    return owner !== null && !owner.superClass;
  }
  const source = findBindingOf(module, target)?.source;
  const maker = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  if (maker?.type !== 'CallExpression' || maker === made.call) return false;
  return MAKING.test(nameCallee(maker.callee) ?? '');
}

/** May an address be put in? Neither by what a user types nor by a number, a list or a text without a host. */
function mayBeAddress(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'StringLiteral') return value.value.includes('//');
  if (isMemberNode(value))
    return !(isMemberNode(value.object) && /^(?:current)?[tT]arget$/.test(nameMember(value.object) ?? ''));
  return !/^(?:Numeric|Boolean|Null)Literal$|^(?:Array|Object|Unary|Update|New|JSX)/.test(value.type);
}

function isNamed(node: SyntaxNode | undefined, names: ReadonlySet<string>): boolean {
  const name = node === undefined ? null : nameCallee(node);
  return name !== null && names.has(name);
}

interface Found {
  /** What names the state, or its setter. */
  readonly by: SyntaxNode;
  readonly value: SyntaxNode | undefined;
}

/** What a call puts into the state; null for other calls. */
function findPut(call: CallNode, { states, setters }: Names): Found | null {
  if (call.type !== 'CallExpression') return null;
  const callee = unwrap(call.callee);
  const [first, second] = call.arguments;
  if (isNamed(callee, setters)) return { by: callee, value: first };
  const name = nameCallee(callee);
  // Of a store, or what the writer of an atom is handed.
  if (name === 'set' && first !== undefined && isNamed(first, states)) return { by: first, value: second };
  if (!isMemberNode(callee) || !isNamed(callee.object, states)) return null;
  return /^(?:set|update|next|mutate)$/.test(name ?? '') ? { by: callee.object, value: first } : null;
}

/** `const setBase = useSetAtom(baseAtom)`, `const [base, setBase] = useAtom(baseAtom)` */
function addSettersOf(call: CallNode, { states, setters }: Names): void {
  if (call.type !== 'CallExpression' || !/^use\w*(?:Atom|Store|State)$/.test(nameCallee(call.callee) ?? '')) return;
  if (!isNamed(call.arguments[0], states)) return;
  const holder = getParent(call);
  if (holder?.type !== 'VariableDeclarator') return;
  addName(setters, holder.id.type === 'ArrayPattern' ? holder.id.elements[1] : holder.id);
}

/** Reads the file of the component that an attribute hands something to. */
function loadComponent(evaluator: Evaluator, handed: SyntaxNode, module: Module): void {
  const attribute = getParent(getParent(handed) ?? handed);
  const element = attribute?.type === 'JSXAttribute' ? getParent(attribute) : undefined;
  const call = element === undefined ? undefined : findScript(module, element).elements.get(element);
  if (call !== undefined) evaluateCallee(evaluator, call, module, evaluator.anyCaller);
}

/** Notes under what name a reading of a setter is handed on, as itself or in a function that calls it. */
function addHandedOn(evaluator: Evaluator, reading: SyntaxNode, module: Module, setters: Set<string>): void {
  const call = getParent(reading);
  const given = call?.type === 'CallExpression' && call.callee === reading ? call.arguments[0] : undefined;
  for (const node of [reading, given === undefined ? null : findPassing(given, module)]) {
    const name = node === null ? null : nameHandedOn(node);
    if (node === null || name === null || setters.has(name)) continue;
    setters.add(name);
    loadComponent(evaluator, node, module);
  }
}

/** Names under which the setters are handed on, and those under which these are. */
function addAllHandedOn(evaluator: Evaluator, { setters }: Names): void {
  // A set goes on to what is added while it is walked.
  for (const setter of setters)
    for (const module of evaluator.graph.loaded)
      for (const { identifiers } of module.scripts)
        for (const node of identifiers.get(setter)) addHandedOn(evaluator, node, module, setters);
}

/** `state[name].value`, `box.value` of a parameter */
function isNamedLater(holder: SyntaxNode, module: Module): boolean {
  if (isMemberNode(holder)) return nameMember(holder) === null;
  return findBindingOf(module, holder)?.source.kind === 'param';
}

/** `base.value = …`, and what is set by a name that only the running program knows. */
function listAssigned(evaluator: Evaluator, { states }: Names, made: MadeState): readonly Put[] {
  return ['value', 'current'].flatMap((member) =>
    evaluator.index.listMemberAssignments(member).flatMap(({ object, value, module }) => {
      const holder = unwrap(object);
      // `input.value = await answer.text()` is no state.
      const isOpen =
        /^(?:Identifier|StringLiteral|(?:Optional)?MemberExpression)$/.test(value.type) && isNamedLater(holder, module);
      if (!isOpen && !isNamed(holder, states) && !isTakenAs(holder, module, states)) return [];
      return isOfAnother(holder, { module }, made) ? [] : [{ node: value, module }];
    }),
  );
}

/** `const { base: other } = useApi()` */
function isTakenAs(holder: SyntaxNode, module: Module, states: ReadonlySet<string>): boolean {
  const source = findBindingOf(module, holder)?.source;
  const step = source?.kind === 'value' ? source.steps.at(-1) : undefined;
  return step?.kind === 'property' && states.has(step.name);
}

/** `GM_setValue('base', 'https://…')`, `localStorage.setItem('base', 'https://…')` */
function findStored(evaluator: Evaluator, call: CallNode, module: Module, key: string): SyntaxNode | null {
  if (call.type !== 'CallExpression' || !/(?:^|[._])set(?:Item|Value)?$/.test(nameCallee(call.callee) ?? ''))
    return null;
  const [name, value] = call.arguments;
  if (name === undefined || value === undefined || !mayBeAddress(value)) return null;
  // `url.searchParams.set('base', …)`, `headers.set(…)`
  const callee = unwrap(call.callee);
  if (isMemberNode(callee) && /params|headers|query|url/i.test(nameCallee(callee.object) ?? '')) return null;
  return findKnownText(evaluator.evaluate(name, module, evaluator.anyCaller)) === key ? value : null;
}

function gatherPut(evaluator: Evaluator, made: MadeState): readonly Put[] {
  const { call, key = null } = made;
  const names: Names = { states: new Set(), setters: new Set() };
  addHolders(call, names);
  for (const own of [names.states, names.setters])
    for (const name of [...own]) for (const other of listNames(evaluator.graph, name)) own.add(other);
  for (const { node } of evaluator.index.calls) addSettersOf(node, names);
  addAllHandedOn(evaluator, names);
  const put = evaluator.index.calls.flatMap(({ node, module }) => {
    const found = findPut(node, names);
    if (found !== null && isOfAnother(found.by, { module }, made)) return [];
    const value = found?.value ?? (key === null ? null : findStored(evaluator, node, module, key));
    return value === null ? [] : [{ node: value, module }];
  });
  return [...put, ...listAssigned(evaluator, names, made)].filter(({ node }) => mayBeAddress(node));
}

interface Gathered {
  /** How many calls and files were known when it was gathered. */
  readonly calls: number;
  readonly loaded: number;
  readonly put: readonly Put[];
}

const gathered = new WeakMap<CallNode, Gathered>();

/** Every reading of a state asks for it. */
export function listPut(evaluator: Evaluator, made: MadeState): readonly Put[] {
  const known = gathered.get(made.call);
  const { index, graph } = evaluator;
  if (known?.calls === index.calls.length && known.loaded === graph.loaded.length) return known.put;
  const put = gatherPut(evaluator, made);
  gathered.set(made.call, { calls: index.calls.length, loaded: graph.loaded.length, put });
  return put;
}
