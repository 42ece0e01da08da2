import { findClassAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import { ANY, CALL, type Handed, isWithinEntered, type Place } from '../uses/places.ts';
import type { ReportedUses } from '../uses/reported-uses.ts';
import { bindKept } from './client-hooks.ts';
import { listConverted } from './converted-instances.ts';
import { isFluent } from './fluent-methods.ts';
import type { Naming } from './naming.ts';
import { isPutBehindBase, nameMembersHeld } from './pass-through.ts';

/** Follows what a function gives back to where it is called, or to the one call through which it was entered. */
export class GivenBack {
  readonly #evaluator: Evaluator;
  readonly #open: OpenPlaces;
  readonly #reported: ReportedUses;
  readonly #naming: Naming;
  readonly #literal: number;
  readonly #advance: (place: Place, isCovered: boolean) => boolean;

  constructor(
    evaluator: Evaluator,
    open: OpenPlaces,
    reported: ReportedUses,
    naming: Naming,
    literal: number,
    advance: (place: Place, isCovered: boolean) => boolean,
  ) {
    this.#evaluator = evaluator;
    this.#open = open;
    this.#reported = reported;
    this.#naming = naming;
    this.#literal = literal;
    this.#advance = advance;
  }

  /** What a function gives back goes where its calls stand. */
  returnValue(fn: FunctionNode | null, place: Place, isCovered = true): boolean {
    if (!isCovered || place.isUnexplained) this.#reported.reportGivenOut(place, fn);
    // `(config) => ({ ...config, name: config.url })` of a hook.
    if (place.isAnswer) bindKept(this.#evaluator, this.#naming, place);
    if (fn === null || isFluent(this.#evaluator, fn, place)) return fn !== null;
    for (const made of listConverted(this.#evaluator, fn, place)) {
      this.#open.add(made);
      this.#advance(made, true);
    }
    return this.#giveOut(fn, { ...place, isUnexplained: !isCovered || place.isUnexplained === true });
  }

  #giveOut(fn: FunctionNode, place: Place): boolean {
    // Another function gives back what the entered one has put away.
    if (place.isHandedOver && place.handed !== null && !isWithinEntered(fn, place))
      return this.#giveOut(fn, { ...place, handed: null });
    if (place.handed?.fn === fn) return this.#giveBack(place, place.handed);
    this.#naming.showMember(fn, place);
    const path = [CALL, ...place.path];
    switch (fn.type) {
      case 'FunctionDeclaration':
        return fn.id ? this.#naming.bind(fn.id, { ...place, path }) : false;
      case 'ObjectMethod': {
        const object = getParent(fn);
        const inner = [nameKey(fn) ?? ANY, ...(fn.kind === 'get' ? place.path : path)];
        return object !== undefined && this.#advance({ ...place, node: object, path: inner }, true);
      }
      case 'ClassMethod':
      case 'ClassPrivateMethod': {
        const owner = findClassAround(fn);
        const name = nameKey(fn);
        if (owner === null || name === null || fn.kind === 'constructor') return false;
        // Whoever writes the instance as JSON calls it.
        if (name === 'toJSON') this.#reported.report(place, fn);
        this.#naming.addMemberReadings(owner, name, { ...place, path: fn.kind === 'get' ? place.path : path });
        return true;
      }
      default:
        return this.#advance({ ...place, node: fn, path }, true);
    }
  }

  /** `resource('/calls')` gives back an object that holds the text: it goes on where that call stands. */
  #giveBack(given: Place, { call, module, before, isCovered, gives = 'value' }: Handed): boolean {
    if (gives === 'nothing') return false;
    const isUrl =
      given.isUrl ||
      (isCovered && given.path.length === 0 && isPutBehindBase(this.#evaluator, call, module, this.#literal));
    const paths = gives === 'value' ? this.#narrow(given.path, call, module) : [[ANY, ...given.path]];
    const goesOn = paths.map((path) => {
      const place = { ...given, isUrl, path, ...before, node: call, module };
      // `LIMITS[clean(path)]`: what it gives back may be asked where it stands.
      this.#open.add(place);
      return this.#advance(place, true);
    });
    return goesOn.includes(true);
  }

  /** Where the function has it in some member of a table, this call may tell in which. */
  #narrow(path: readonly string[], call: SyntaxNode, module: Module): readonly (readonly string[])[] {
    if (path[0] !== ANY || path.length > 1) return [path];
    return nameMembersHeld(this.#evaluator, call, module, this.#literal)?.map((name) => [name]) ?? [path];
  }
}
