import { flatMap } from '../../model/flat-map.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type ClassNode, type FunctionNode, isClassNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { listCalledFunctions } from '../callers/project-index.ts';
import { resolveApplication } from '../calls/application.ts';
import { makeOpenArguments } from '../calls/open-arguments.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import { type ClassValue, type Env, type EnvLink, type InstanceValue, NO_PROVENANCE } from '../values/values.ts';
import { listDistinct } from './alike-selves.ts';

/**
 * `class Crud { get(id) { return this.send(`/${this.name}/${id}`); } }`: who calls `calls.get(id)` says nothing of `agents`, of
 * which whoever imports it may call the method as well.
 */

/** Of more classes below one, each has its callers or its like. */
const MAX_SUBCLASSES = 100;
const MAX_CALLERS = 200;

/** The class of which the function is a method that instances have. */
function findClassOfMethod(fn: FunctionNode): ClassNode | null {
  if (fn.type !== 'ClassMethod' || fn.kind !== 'method' || fn.static === true) return null;
  const body = getParent(fn);
  const owner = body === undefined ? undefined : getParent(body);
  return owner !== undefined && isClassNode(owner) ? owner : null;
}

/** The classes on whose instances the method is called; null where nobody knows on which. */
function listCalledOn(evaluator: Evaluator, fn: FunctionNode, isOfTests: boolean): ReadonlySet<ClassNode> | null {
  const called = new Set<ClassNode>();
  // What a library exports is called by its tests, on what these make, and by whoever uses it.
  const callers = evaluator.index.listCallers(fn).filter(({ module }) => isTestFile(module.path) === isOfTests);
  if (callers.length > MAX_CALLERS) return null;
  for (const caller of callers)
    for (const option of listOptions(resolveApplication(evaluator, caller, evaluator.anyCaller).callee)) {
      if (option.type !== 'function' || option.fn !== fn) continue;
      if (option.self?.type !== 'instance') return null;
      called.add(option.self.of.node);
      // An instance of any class below.
      if (option.self.construction === null)
        for (const { node } of evaluator.index.listSubclasses(evaluator, option.self.of.node)) called.add(node);
    }
  return called;
}

/** The instances that the program makes of a class; any instance where it makes none, or none but those of its tests. */
function listMade(evaluator: Evaluator, of: ClassValue): readonly InstanceValue[] {
  const env = evaluator.anyCaller;
  const made = listCalledFunctions(evaluator, of).flatMap((init) =>
    evaluator.index.listCallers(init).flatMap(({ node, module }) => {
      if (node.type !== 'NewExpression') return [];
      return listOptions(evaluator.evaluate(node, module, env)).filter(
        (option) => option.type === 'instance' && option.of.node === of.node,
      );
    }),
  ) as readonly InstanceValue[];
  const isTested =
    !isTestFile(of.module.path) &&
    made.every(({ construction }) => construction !== null && isTestFile(construction.module.path));
  return isTested ? [...made, { type: 'instance', of, construction: null, any: true, ...NO_PROVENANCE }] : made;
}

/** The classes below that of a method, where there are several to tell apart, and itself. */
function listClasses(evaluator: Evaluator, fn: FunctionNode, module: Module): readonly ClassValue[] {
  const node = findClassOfMethod(fn);
  const below = node === null ? [] : evaluator.index.listSubclasses(evaluator, node);
  if (node === null || below.length < 2 || below.length > MAX_SUBCLASSES) return [];
  const all: readonly ClassValue[] = [{ type: 'class', node, module, env: null, ...NO_PROVENANCE }, ...below];
  return all.filter((of) => !('abstract' in of.node && of.node.abstract));
}

/** The methods of a base class on the instances of each class below it. */
export class Selves {
  readonly #evaluator: Evaluator;
  readonly #uncalled = new Map<FunctionNode, readonly Env[]>();
  readonly #all = new Map<FunctionNode, readonly Env[]>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** The contexts of a method with callers in which `this` is of a class of which nobody calls it. */
  listUncalled(fn: FunctionNode, module: Module): readonly Env[] {
    const known = this.#uncalled.get(fn) ?? this.#makeUncalled(fn, module);
    this.#uncalled.set(fn, known);
    return known;
  }

  /** The contexts of a method in which `this` is of one class: the host of one never goes with a path of another. */
  listAll(fn: FunctionNode, module: Module): readonly Env[] {
    const known = this.#all.get(fn) ?? this.#makeAll(fn, module);
    this.#all.set(fn, known);
    return known;
  }

  /** The contexts of a method in which nothing is known of its arguments: on each class below its own, else on any instance. */
  listOpen(fn: FunctionNode, module: Module): readonly Env[] {
    const classes = listClasses(this.#evaluator, fn, module);
    const selves = this.#listSelves(fn, module, classes).map((self) => this.#enterClass(fn, self));
    return (selves.length === 0 ? [this.#evaluator.anyCaller] : selves).map((around) =>
      this.#enterOpen(fn, module, around),
    );
  }

  #makeUncalled(fn: FunctionNode, module: Module): readonly Env[] {
    const classes = listClasses(this.#evaluator, fn, module);
    const called = classes.length === 0 ? null : listCalledOn(this.#evaluator, fn, isTestFile(module.path));
    if (called === null) return [];
    const others = classes.filter(({ node }) => !called.has(node));
    return this.#listSelves(fn, module, others).map((self) => this.#enterOpen(fn, module, this.#enterClass(fn, self)));
  }

  /** The context of the method in the given one, where nothing is known of its arguments. */
  #enterOpen(fn: FunctionNode, module: Module, around: EnvLink): EnvLink {
    const self = around.frame?.self ?? null;
    const method = { type: 'function', fn, module, env: null, self, bound: [], ...NO_PROVENANCE } as const;
    return extendEnv(around, { fn, args: makeOpenArguments(method), self, call: null }, true);
  }

  #makeAll(fn: FunctionNode, module: Module): readonly Env[] {
    const classes = listClasses(this.#evaluator, fn, module);
    return this.#listSelves(fn, module, classes).map((self) => this.#enterClass(fn, self));
  }

  #listSelves(fn: FunctionNode, module: Module, classes: readonly ClassValue[]): readonly InstanceValue[] {
    const own = findClassOfMethod(fn);
    // Of the base class itself only what the program makes: any instance of it may be one of those below.
    const made = flatMap(classes, (of) =>
      listMade(this.#evaluator, of).filter(({ construction }) => of.node !== own || construction !== null),
    );
    return own === null || made.length < 2
      ? made
      : listDistinct(this.#evaluator, { type: 'class', node: own, module, env: null, ...NO_PROVENANCE }, made);
  }

  #enterClass(fn: FunctionNode, self: InstanceValue): EnvLink {
    const owner = findClassOfMethod(fn) ?? self.of.node;
    return extendEnv(this.#evaluator.anyCaller, { fn: owner, args: [], self, call: null }, true);
  }
}
