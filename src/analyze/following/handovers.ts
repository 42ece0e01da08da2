import { append } from '../../model/append.ts';
import { findClassAround, listFunctionsAround } from '../../syntax/enclosing.ts';
import { type ArgumentCall, type FunctionNode, isMemberNode, nameMember } from '../../syntax/nodes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findAssertion } from '../callers/assertion-forms.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findPipedReading } from '../calls/pipes.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { restrictsTexts } from '../typing/restricting-types.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import { ANY, findEntered, findGiven, nameEntry, type Place } from '../uses/places.ts';
import type { ReportedUses } from '../uses/reported-uses.ts';
import { listOptions } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';
import { listFilled } from './bound-methods.ts';
import { listPropertyReadings } from './component-readings.ts';
import type { Naming } from './naming.ts';
import { listReplacing } from './replacing-functions.ts';
import { listRuns } from './runs.ts';

/** Which of a function's arguments one of a call becomes: those given before stand first, and `_.flip` turns them round. */
function findPlaceOf({ bound, flipped }: FunctionValue, index: number, call: ArgumentCall): number {
  const place = index + bound.length;
  if (flipped === undefined || place < flipped.from) return place;
  const end = flipped.isWhole ? call.arguments.length + bound.length : flipped.from + 2;
  return place < end ? flipped.from + end - 1 - place : place;
}

/** `sinon.assert.calledWith(stub, '/calls')`: which argument of the call that it speaks of; null for what is no assertion. */
function findExpectedPlace(call: ArgumentCall, index: number, module: Module): number | null {
  const argument = call.arguments[index];
  const expected = findAssertion(call, module)?.calls.map((args) => args.indexOf(argument ?? null));
  return expected?.find((at) => at !== -1) ?? null;
}

type ArgumentsByFunction = ReadonlyMap<FunctionNode, readonly SyntaxNode[]>;

/** What a compiler made has thousands of them in one file. */
const argumentsOf = new WeakMap<ScriptFacts, ArgumentsByFunction>();

/** Where a function reads its `arguments`. */
function listArgumentsOf(fn: FunctionNode, script: ScriptFacts): readonly SyntaxNode[] {
  const known = argumentsOf.get(script);
  if (known !== undefined) return known.get(fn) ?? [];
  const found = new Map<FunctionNode, SyntaxNode[]>();
  for (const node of script.identifiers.get('arguments')) {
    const around = listFunctionsAround(node).find(({ type }) => type !== 'ArrowFunctionExpression');
    if (around !== undefined) append(found, around, node);
  }
  argumentsOf.set(script, found);
  return found.get(fn) ?? [];
}

type Given = NonNullable<ReturnType<typeof findGiven>>;

interface Run extends Given {
  readonly callees: readonly Value[];
}

/** Hands a value to functions of the project: their parameters hold it now. */
export class Handovers {
  readonly #evaluator: Evaluator;
  readonly #naming: Naming;
  readonly #open: OpenPlaces;
  readonly #reported: ReportedUses;

  constructor(evaluator: Evaluator, naming: Naming, open: OpenPlaces, reported: ReportedUses) {
    this.#evaluator = evaluator;
    this.#naming = naming;
    this.#open = open;
    this.#reported = reported;
  }

  /** False where no function of the project takes it, or where that is not all that happens to it. */
  handOver(call: ArgumentCall, place: Place, isCovered: boolean): boolean {
    const { module } = place;
    const written = findGiven(this.#evaluator, call, place);
    if (written === null) return false;
    const run = this.#findRun(call, place, written);
    const given = run ?? written;
    const callees = run?.callees ?? this.#listCallees(call, module);
    // What no request reads through an object that is handed over is judged where the function uses it.
    const isHandedOver = isCovered || place.isHandedOver || place.path.length === 0;
    const expected = findExpectedPlace(call, given.index, module);
    // What is put in front of the argument reaches whatever the function does with it.
    const entered = place.path.length === 0 ? [...place.entered, nameEntry(place)] : place.entered;
    const outer = { ...place, path: given.path, entered };
    let isFollowed = this.#fill(call, outer);
    this.#enterReplacing(call, outer, given.index, isCovered);
    for (const option of callees) {
      const fn = findEntered(option);
      if (fn === undefined || (option.type !== 'function' && option.type !== 'class')) continue;
      if (option.type === 'function' && option.module.setup === fn) {
        this.#enterComponent(option.module, outer);
        isFollowed = true;
        continue;
      }
      const index = option.type === 'function' ? findPlaceOf(option, expected ?? given.index, call) : given.index;
      if (option.type === 'function' && place.path.length === 0) this.#reported.reportSameArguments(place, fn, index);
      const before = { isHandedOver: place.isHandedOver, handed: place.handed };
      const handed = { fn, inside: option.module, call, module, isCovered, before };
      const inner = { ...outer, module: option.module, isHandedOver, handed };
      isFollowed = this.#enterParams(fn, index, inner) || isFollowed;
    }
    // A table of the project that is handed to a function of the project was followed there.
    return isFollowed && (isCovered || place.isHandedOver || place.path.length > 0 || this.#isUrlObject(place));
  }

  /** `hook(path)` of a `hook` that is `rows.push.bind(rows)` */
  #fill(call: ArgumentCall, place: Place): boolean {
    const lists = listFilled(this.#evaluator, call, place.module);
    for (const node of lists) {
      const module = this.#evaluator.graph.findOwner(node);
      const path = [ANY, ...place.path];
      if (module !== undefined) this.#open.add({ ...place, node, module, path, isHandedOver: true, handed: null });
    }
    return lists.length > 0;
  }

  /** What was put in the place of the called function is handed the same. */
  #enterReplacing(call: ArgumentCall, place: Place, index: number, isCovered: boolean): void {
    const before = { isHandedOver: place.isHandedOver, handed: place.handed };
    for (const { fn, module } of listReplacing(this.#evaluator, call, place.module)) {
      const handed = { fn, inside: module, call, module: place.module, isCovered, before };
      this.#enterParams(fn, index, { ...place, module, isHandedOver: true, handed });
    }
  }

  /** The parameter that holds the argument, be it one of a rest. */
  #enterParams(fn: FunctionNode, index: number, place: Place): boolean {
    this.#enterArguments(fn, index, place.module, place);
    const last = fn.params.at(-1);
    if (last?.type !== 'RestElement' || index < fn.params.length - 1) {
      const param = fn.params[index];
      return param !== undefined && this.#enter(param, place);
    }
    const path = [String(index - fn.params.length + 1), ...place.path];
    const piped = findPipedReading(fn);
    if (piped !== null) {
      this.#open.add({ ...place, node: piped, path, isHandedOver: true });
      return true;
    }
    return this.#enter(last.argument, { ...place, path });
  }

  /** `function request() { return send.apply(this, arguments); }`: what is handed on without a name. */
  #enterArguments(fn: FunctionNode, index: number, module: Module, place: Place): void {
    for (const node of listArgumentsOf(fn, findScript(module, fn)))
      this.#open.add({ ...place, node, module, path: [String(index), ...place.path], isHandedOver: true });
  }

  /** `setSearchParams(url, query)`: what is done to its path is done by its members, which were followed there. */
  #isUrlObject({ node, module }: Place): boolean {
    const options = listOptions(this.#evaluator.evaluate(node, module, this.#evaluator.anyCaller));
    return options.every(({ type }) => type === 'url');
  }

  /** `bus.emit('load', path)`: the functions that run for a call, and where they get what it is given. */
  #findRun(call: ArgumentCall, { node: argument, module }: Place, { path }: Given): Run | null {
    for (const run of listRuns(this.#evaluator, call, module)) {
      for (const [at, handed] of run.args.entries()) {
        const members = handed.kind === 'value' && handed.value.type === 'object' ? handed.value.entries : [];
        const held = members.find(
          ({ kind, slot }) => kind === 'slot' && slot.kind === 'expression' && slot.node === argument,
        );
        const isWhole = handed.kind === 'expression' && handed.node === argument;
        if (!isWhole && held?.kind !== 'slot') continue;
        return {
          callees: listOptions(run.callee),
          index: at,
          path: held?.kind === 'slot' ? [held.name, ...path] : path,
        };
      }
    }
    return null;
  }

  /** `hooks.reduce((request, hook) => hook(request), …)`: who put functions into the list says what is called. */
  #listCallees(call: ArgumentCall, module: Module): readonly Value[] {
    const evaluator = this.#evaluator;
    const own = [...listOptions(evaluateCallee(evaluator, call, module, null)), ...evaluator.index.listCallees(call)];
    // `run(0)` of `const run = (at) => (request) => layers[at](request, run(at + 1))` tells of the first of several.
    const isElement = 'callee' in call && isMemberNode(call.callee) && nameMember(call.callee) === null;
    if (!isElement && own.some(({ type }) => type !== 'param')) return own;
    return [...own, ...listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller))];
  }

  /** The properties of a component are read in its script and in its markup. */
  #enterComponent(module: Module, place: Place): void {
    const [name, ...rest] = place.path;
    if (name === undefined) return;
    for (const { node, isWhole, isName } of listPropertyReadings(module, name)) {
      const inner = { ...place, module, node, path: isWhole ? place.path : rest, isHandedOver: true, handed: null };
      if (isName) this.#naming.bind(node, inner);
      else this.#open.add(inner);
    }
  }

  #enter(param: SyntaxNode, place: Place): boolean {
    if (param.type === 'TSParameterProperty') {
      const inner = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
      const owner = findClassAround(param);
      if (owner !== null && inner.type === 'Identifier') this.#naming.addMemberReadings(owner, inner.name, place);
      return this.#naming.bind(inner, place);
    }
    const target = param.type === 'AssignmentPattern' ? param.left : param;
    if (restrictsTexts(this.#evaluator.graph, place.module, target, place.path))
      this.#reported.report({ ...place, node: target }, target, ' allows certain texts only');
    return this.#naming.bind(target, place);
  }
}
