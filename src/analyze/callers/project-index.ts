import { flatMap } from '../../model/flat-map.ts';
import { findElement, findProvided } from '../../syntax/element-calls.ts';
import type { CallNode, ClassNode, FunctionNode } from '../../syntax/nodes.ts';
import { findOwnMember } from '../../syntax/own-names.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { resolveApplication } from '../calls/application.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findPipe } from '../calls/pipes.ts';
import { evaluateSuperclass, findConstructor } from '../classes/levels.ts';
import { Subclasses } from '../classes/subclasses.ts';
import type { Evaluator } from '../evaluator.ts';
import { findInterceptors, findMiddlewares } from '../interceptors/interceptors.ts';
import { type Assigned, OwnedAssignments, type OwnerKind } from '../members/owned-assignments.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { listTagArguments } from '../texts/template-tags.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, ClassValue, Env, Value } from '../values/values.ts';
import { BuiltinCalls } from './builtin-calls.ts';
import { findConfigured, findPushReceiver, findSetReceiver, rankCall } from './call-shapes.ts';
import { listOwnDecorations } from './own-decorators.ts';

/** A place that calls a function. `outer`: the calls that must be in force for it to call that function. */
export interface CallSite {
  readonly node: CallNode;
  readonly module: Module;
  readonly outer: readonly CallSite[];
}

/** Which function a call calls is near at hand, or hopeless. */
const MAX_STEPS_OF_CALLEE = 3000;

/** A call, and the expression whose value it changes or hands down: a list, a map, a client, a context. */
export interface ReceiverCall {
  readonly node: CallNode;
  readonly module: Module;
  readonly receiver: SyntaxNode;
}

/** `list.push(value)` */
export interface Push extends ReceiverCall {
  /** The literals of the lists it can add to, once they were looked for. */
  lists?: readonly SyntaxNode[];
}

/** `map.set(key, value)` */
interface MapEntryCall extends ReceiverCall {
  /** What made the map, once it was looked for. */
  owner?: SyntaxNode | null;
}

/** Is the component of a loaded file? For its defaults alone no file is read. */
function isKnownComponent(graph: ModuleGraph, call: CallNode, module: Module): boolean {
  let root: SyntaxNode | null = findElement(call);
  while (root?.type === 'JSXMemberExpression') root = root.object;
  const source = root?.type === 'JSXIdentifier' ? findBindingOf(module, root)?.source : undefined;
  // `<exports.Loader />` of a component that the file exports.
  if (source === undefined && root?.type === 'JSXIdentifier' && root.name === 'exports') return true;
  return source !== undefined && (source.kind !== 'import' || graph.isLoaded(module, source.specifier));
}

/** Questions about the whole project: who calls, who assigns, who extends. Grows when modules are loaded. */
export class ProjectIndex {
  /** Functions of which a caller is known, in the order in which the first was found. */
  readonly called: FunctionNode[] = [];
  readonly #graph: ModuleGraph;
  readonly #indexed = new Set<Module>();
  readonly #assignments = new Map<string, Assigned[]>();
  readonly #owned: Readonly<Record<OwnerKind, Map<string, OwnedAssignments>>> = {
    instance: new Map(),
    object: new Map(),
    callable: new Map(),
  };
  readonly #calls: CallSite[] = [];
  readonly #pushes: Push[] = [];
  readonly #mapEntryCalls: MapEntryCall[] = [];
  readonly #interceptors: ReceiverCall[] = [];
  readonly #middlewares: ReceiverCall[] = [];
  readonly #configurations: ReceiverCall[] = [];
  readonly #providers: ReceiverCall[] = [];
  readonly #subclasses = new Subclasses();
  readonly #callers = new Map<FunctionNode, CallSite[]>();
  readonly #callees = new Map<CallNode, Value>();
  readonly #knownCallees = new Map<CallNode, Value[]>();
  readonly #registered = new Map<FunctionNode, Set<string>>();
  readonly #nodeIds = new Map<SyntaxNode, number>();
  readonly #waiting: readonly [CallSite[], CallSite[], CallSite[]] = [[], [], []];
  #rankedCalls = 0;

  /** Calls of which it takes too many steps to tell what they call. */
  readonly openCallees: CallSite[] = [];
  readonly builtins: BuiltinCalls;

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
    this.builtins = new BuiltinCalls(graph.loaded);
  }

  /** Takes in modules that were loaded since. */
  refresh(): void {
    if (this.#graph.loaded.length === this.#indexed.size) return;
    for (const module of this.#graph.loaded) {
      if (this.#indexed.has(module)) continue;
      this.#indexed.add(module);
      for (const script of module.scripts) {
        for (const node of script.calls) {
          this.#calls.push({ node, module, outer: [] });
          const receiver = findPushReceiver(node);
          const taken = findBindingOf(module, receiver);
          const list = (taken === undefined ? null : findOwnMember(taken)) ?? receiver;
          if (list !== null) this.#pushes.push({ node, module, receiver: list });
          const set = findSetReceiver(node);
          if (set !== null) this.#mapEntryCalls.push({ node, module, receiver: set });
          const client = findInterceptors(node);
          if (client !== null) this.#interceptors.push({ node, module, receiver: client });
          const used = client === null ? findMiddlewares(node) : null;
          if (used !== null) this.#middlewares.push({ node, module, receiver: used });
          const configured = findConfigured(node);
          if (configured !== null) this.#configurations.push({ node, module, receiver: configured });
          const context = findProvided(node);
          if (context !== null) this.#providers.push({ node, module, receiver: context });
        }
        for (const node of script.plainElements)
          if (isKnownComponent(this.#graph, node, module)) this.#calls.push({ node, module, outer: [] });
        for (const node of script.classes) {
          this.#subclasses.add({ node, module });
          for (const call of listOwnDecorations(this.#graph, node, module))
            this.#calls.push({ node: call, module, outer: [] });
        }
        for (const assignment of [...script.memberAssignments, ...script.openAssignments]) {
          const list = this.#assignments.get(assignment.name) ?? [];
          list.push({ module, place: list.length, ...assignment });
          this.#assignments.set(assignment.name, list);
        }
      }
    }
  }

  /** Calls that add to a list. */
  listPushes(): readonly Push[] {
    this.refresh();
    return this.#pushes;
  }

  /** Calls that set an entry of a map. */
  listMapEntryCalls(): readonly MapEntryCall[] {
    this.refresh();
    return this.#mapEntryCalls;
  }

  /** Calls that give a client a function to see its requests. */
  listInterceptors(): readonly ReceiverCall[] {
    this.refresh();
    return this.#interceptors;
  }

  /** `client.use(…)` */
  listMiddlewares(): readonly ReceiverCall[] {
    this.refresh();
    return this.#middlewares;
  }

  /** Calls that configure a client that was made elsewhere. */
  listConfigurations(): readonly ReceiverCall[] {
    this.refresh();
    return this.#configurations;
  }

  /** Elements that hand the value of a context down. */
  listProviders(): readonly ReceiverCall[] {
    this.refresh();
    return this.#providers;
  }

  get calls(): readonly CallSite[] {
    this.refresh();
    return this.#calls;
  }

  listMemberAssignments(name: string): readonly Assigned[] {
    this.refresh();
    return this.#assignments.get(name) ?? [];
  }

  /** `owner.name = …`: those whose owner can be what `owner` makes, an object literal, a function or a class. */
  listAssignmentsTo(evaluator: Evaluator, owner: SyntaxNode, name: string, kind: OwnerKind): readonly Assigned[] {
    const all = this.listMemberAssignments(name);
    if (all.length === 0) return all;
    const known = this.#owned[kind].get(name) ?? new OwnedAssignments(all, kind);
    this.#owned[kind].set(name, known);
    return known.list(evaluator, owner);
  }

  /** Resolves the callee of every call once; callees that depend on a parameter are left to `addCaller`. */
  resolveCalls(evaluator: Evaluator): void {
    this.refresh();
    while (this.#rankedCalls < this.#calls.length || this.#waiting.some((sites) => sites.length > 0)) {
      for (; this.#rankedCalls < this.#calls.length; this.#rankedCalls += 1) {
        const site = this.#calls[this.#rankedCalls];
        if (site !== undefined) this.#waiting[rankCall(site.node, site.module)].push(site);
      }
      const due = this.#waiting.find((sites) => sites.length > 0)?.splice(0) ?? [];
      for (const site of due) this.#resolveCall(evaluator, site);
    }
  }

  #resolveCall(evaluator: Evaluator, site: CallSite): void {
    if (this.builtins.has(site)) return;
    evaluator.ask(MAX_STEPS_OF_CALLEE, site.module);
    const callee = evaluateCallee(evaluator, site.node, site.module, null);
    const called = resolveApplication(evaluator, site, null).callee; // `limit(fn, path)` calls a parameter as well
    this.#callees.set(site.node, called.type === 'param' ? called : callee);
    if (evaluator.isCutShort && !evaluator.isExhausted && !evaluator.fileSteps.hasSpent(site.module))
      this.openCallees.push(site);
    this.noteCallee(site.node, called);
    for (const fn of listCalledFunctions(evaluator, called)) this.addCaller(fn, site);
    for (const node of findPipe(site.node, site.module, callee)?.calls ?? [])
      this.#calls.push({ node, module: site.module, outer: [] });
    this.refresh();
  }

  /** What a call turned out to call on some way through the program. */
  noteCallee(call: CallNode, callee: Value): void {
    const known = this.#knownCallees.get(call) ?? [];
    for (const option of listOptions(callee)) {
      const isNew =
        (option.type === 'function' && !known.some((other) => other.type === 'function' && other.fn === option.fn)) ||
        (option.type === 'class' && !known.some((other) => other.type === 'class' && other.node === option.node));
      if (isNew) known.push(option);
    }
    if (known.length > 0) this.#knownCallees.set(call, known);
  }

  listCallees(call: CallNode): readonly Value[] {
    return this.#knownCallees.get(call) ?? [];
  }

  getCallee(call: CallNode): Value | undefined {
    return this.#callees.get(call);
  }

  #number(node: SyntaxNode): number {
    const id = this.#nodeIds.get(node) ?? this.#nodeIds.size;
    this.#nodeIds.set(node, id);
    return id;
  }

  /** Notes that a place calls a function; false when that was known. */
  addCaller(fn: FunctionNode, site: CallSite): boolean {
    const known = this.#registered.get(fn) ?? new Set();
    const key = [site, ...site.outer].map((call) => this.#number(call.node)).join(' ');
    if (known.has(key)) return false;
    this.#registered.set(fn, known.add(key));
    const list = this.#callers.get(fn) ?? [];
    if (list.length === 0) this.called.push(fn);
    list.push(site);
    this.#callers.set(fn, list);
    return true;
  }

  /** Leaves out callers that a better known way to the same call has replaced. */
  filterCallers(isKept: (site: CallSite) => boolean): void {
    for (const [fn, sites] of this.#callers) {
      const kept = sites.filter(isKept);
      if (kept.length > 0) this.#callers.set(fn, kept);
    }
  }

  listCallers(fn: FunctionNode): readonly CallSite[] {
    return this.#callers.get(fn) ?? [];
  }

  listCallArguments(call: CallNode, module: Module, env: Env): readonly Argument[] {
    if (call.type === 'TaggedTemplateExpression') return listTagArguments(call, module, env);
    return call.arguments.map(
      (argument: SyntaxNode): Argument =>
        argument.type === 'SpreadElement'
          ? { kind: 'spread', node: argument.argument, module, env }
          : { kind: 'expression', node: argument, module, env },
    );
  }

  /** The classes that extend `node`, directly or not. */
  listSubclasses(evaluator: Evaluator, node: ClassNode): readonly ClassValue[] {
    this.refresh();
    return this.#subclasses.list(evaluator, node);
  }
}

/** The functions that a call with this callee runs; for a class its constructor, or the one it inherits. */
export function listCalledFunctions(evaluator: Evaluator, callee: Value): readonly FunctionNode[] {
  return flatMap(listOptions(callee), (option): readonly FunctionNode[] => {
    if (option.type === 'function') return [option.fn];
    if (option.type !== 'class') return [];
    const init = findConstructor(option.node);
    if (init !== undefined) return [init];
    const parent = evaluateSuperclass(evaluator, option);
    return parent === null ? [] : listCalledFunctions(evaluator, parent);
  });
}
