import { findClassAround } from '../../syntax/enclosing.ts';
import type { ArgumentCall } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { type Module, quoteSource } from '../modules/modules.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { listPropertyReadings } from './component-readings.ts';
import type { Naming } from './naming.ts';
import type { OpenPlaces } from './open-places.ts';
import { findEntered, findGiven, type Place, restrictsTexts } from './places.ts';
import type { ReportedUses } from './reported-uses.ts';

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
    const given = findGiven(this.#evaluator, call, place);
    if (given === null) return false;
    const callees = this.#listCallees(call, module);
    let isFollowed = false;
    for (const option of callees) {
      const entered = findEntered(option);
      if (entered === undefined || (option.type !== 'function' && option.type !== 'class')) continue;
      if (option.type === 'function' && option.module.setup === entered) {
        this.#enterComponent(option.module, { ...place, path: given.path });
        isFollowed = true;
        continue;
      }
      const index = given.index + (option.type === 'function' ? option.bound.length : 0);
      const last = entered.params.at(-1);
      const rest = last?.type === 'RestElement' && index >= entered.params.length - 1 ? last : null;
      const param = rest === null ? entered.params[index] : rest.argument;
      const path = rest === null ? given.path : [String(index - entered.params.length + 1), ...given.path];
      if (param === undefined) continue;
      if (option.type === 'function' && place.path.length === 0)
        this.#reported.reportSameArguments(place, entered, index);
      const before = { isHandedOver: place.isHandedOver, handed: place.handed };
      const handed = { fn: entered, inside: option.module, call, module, isCovered, before };
      isFollowed =
        this.#enter(param, { ...place, path, module: option.module, isHandedOver: true, handed }) || isFollowed;
    }
    // A table of the project that is handed to a function of the project was followed there.
    return isFollowed && (isCovered || place.isHandedOver || place.path.length > 0 || this.#isUrlObject(place));
  }

  /** `setSearchParams(url, query)`: what is done to its path is done by its members, which were followed there. */
  #isUrlObject({ node, module }: Place): boolean {
    const options = listOptions(this.#evaluator.evaluate(node, module, this.#evaluator.anyCaller));
    return options.every(({ type }) => type === 'url');
  }

  /** `hooks.reduce((request, hook) => hook(request), …)`: who put functions into the list says what is called. */
  #listCallees(call: ArgumentCall, module: Module): readonly Value[] {
    const evaluator = this.#evaluator;
    const own = [...listOptions(evaluateCallee(evaluator, call, module, null)), ...evaluator.index.listCallees(call)];
    if (own.some(({ type }) => type !== 'param')) return own;
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
    if (restrictsTexts(place.module, target, place.path))
      this.#reported.report(
        { ...place, node: target },
        `${quoteSource(place.module, target, 80)} allows certain texts only`,
      );
    return this.#naming.bind(target, place);
  }
}
