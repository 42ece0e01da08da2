import { findClassAround, findMethodAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isMemberNode, isNamedMember, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isConstructorFunction } from '../classes/constructor-functions.ts';
import { findCopiedFrom } from '../classes/copied-methods.ts';
import { findPrototypeOwner } from '../classes/prototype-owners.ts';
import { findLiteralOfThis } from '../classes/this-value.ts';
import { isOptionObject } from '../components/option-objects.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import { ANY, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { isFailure } from './caught-errors.ts';
import { bindListeners } from './channels.ts';
import { bindKept } from './client-hooks.ts';
import { listBoxedReadings, listReadingsOfLiteral, listSharedReadings } from './kept-elsewhere.ts';
import { openLiterals } from './kept-literals.ts';
import { listMadeReadings } from './member-readings.ts';
import type { Naming } from './naming.ts';
import { isOfPage } from './page-members.ts';
import { findPatched, listStateReadings } from './state-channels.ts';

/** `Client.prototype.go = function () { this.state.last = path; }` */
function findMakerByMethod(self: SyntaxNode, module: Module): FunctionNode | null {
  const method = findMethodAround(self);
  const assigned = method === null ? undefined : getParent(method);
  if (assigned?.type !== 'AssignmentExpression' || !isMemberNode(assigned.left)) return null;
  return findPrototypeOwner(assigned.left.object, module);
}

function isCopiedByKey(receiver: SyntaxNode, module: Module): boolean {
  const target = getParent(receiver);
  const assigned = target === undefined ? undefined : getParent(target);
  return (
    target !== undefined &&
    assigned?.type === 'AssignmentExpression' &&
    findCopiedFrom(target, assigned.right, module) !== null
  );
}

/** Whose member an assignment sets: of a class, of what a constructor function makes, of a failure, of an object of the project. */
const PART_OF_URL = /^(?:href|host|hostname|pathname|search|hash)$/;

export class SetOwners {
  readonly #evaluator: Evaluator;
  readonly #naming: Naming;
  readonly #open: OpenPlaces;

  constructor(evaluator: Evaluator, naming: Naming, open: OpenPlaces) {
    this.#evaluator = evaluator;
    this.#naming = naming;
    this.#open = open;
  }

  /** `receiver.name = …`, however it is written. */
  set(receiver: SyntaxNode, name: string | null, place: Place): boolean {
    const { module, path } = place;
    if (isOfPage(receiver, name, module)) return false;
    const maker = findPrototypeOwner(receiver, module) ?? this.#findMaker(receiver, module);
    if (maker !== null && name !== null) {
      this.#naming.addReadings(listMadeReadings(this.#evaluator, maker, module, name), place);
      return true;
    }
    // `for (const name in members) Made.prototype[name] = members[name];` was followed where the loop begins.
    if (maker !== null && isCopiedByKey(receiver, module)) return true;
    if (isFailure(receiver, module)) {
      this.#naming.showFailure({ ...place, path: [name ?? ANY, ...path] });
      return true;
    }
    const patched = findPatched(receiver, module);
    if (patched !== null) return this.set(patched, name, place);
    if (receiver.type !== 'ThisExpression') {
      const inner = { ...place, path: [name ?? ANY, ...path] };
      // What is set of a URL goes with its request.
      if (name !== null && PART_OF_URL.test(name)) return this.#assignMember(receiver, inner);
      const shared =
        name === null
          ? null
          : (listSharedReadings(this.#evaluator, receiver, name, module) ??
            listStateReadings(this.#evaluator, receiver, name, module));
      if (shared !== null) this.#naming.addReadings(shared, place);
      return [shared !== null, this.#assignMember(receiver, inner), this.#assignWithin(receiver, inner)].includes(true);
    }
    if (name === null) return false;
    const owner = findClassAround(receiver);
    if (owner === null) return this.#keepInMember(receiver, name, place);
    this.#naming.addMemberReadings(owner, name, place);
    bindListeners(this.#evaluator, this.#naming, this.#open, receiver, { ...place, path: [name, ...path] });
    return true;
  }

  /** The constructor function of whose objects `this` is one. */
  #findMaker(receiver: SyntaxNode, module: Module): FunctionNode | null {
    const fn = receiver.type === 'ThisExpression' ? findMethodAround(receiver) : null;
    return fn !== null && isConstructorFunction(fn, module) ? fn : null;
  }

  /** `this.attributes[name] = …`, `this.state.last = …`: of whichever instance, it is read where the member is. */
  #assignWithin(receiver: SyntaxNode, place: Place): boolean {
    let { path } = place;
    let isKept = false;
    for (let at = receiver; isMemberNode(at); at = unwrap(at.object)) {
      const name = nameMember(at);
      const object = unwrap(at.object);
      if (name !== null && this.#keepInMember(object, name, { ...place, path })) isKept = true;
      path = [name ?? ANY, ...path];
    }
    return isKept;
  }

  /** A member of a class, of what a constructor function makes, or of an object with methods. */
  #keepInMember(object: SyntaxNode, name: string, place: Place): boolean {
    const { module } = place;
    const shared = listSharedReadings(this.#evaluator, object, name, module);
    if (shared !== null) {
      this.#naming.addReadings(shared, place);
      return true;
    }
    const owners = listOptions(this.#evaluator.evaluate(object, module, null));
    let isKept = false;
    for (const owner of owners) {
      const of = owner.type === 'instance' ? owner.of : owner;
      if (of.type === 'class') this.#naming.addMemberReadings(of.node, name, place);
      else if (of.type === 'object' && of.maker !== undefined)
        this.#naming.addReadings(listMadeReadings(this.#evaluator, of.maker.fn, of.maker.module, name), place);
      else continue;
      isKept = true;
    }
    if (isKept || object.type !== 'ThisExpression') return isKept;
    const maker = this.#findMaker(object, module) ?? findMakerByMethod(object, module);
    if (maker !== null) {
      this.#naming.addReadings(listMadeReadings(this.#evaluator, maker, module, name), place);
      return true;
    }
    this.#keepInOptions(owners, name, place);
    const literal = findLiteralOfThis(object);
    if (literal === null) return false;
    const own = literal.properties.find((member) => isNamedMember(member) && nameKey(member) === name);
    if (own?.type === 'ObjectProperty') this.#open.add({ ...place, node: own.value });
    else this.#open.add({ ...place, node: literal, path: [name, ...place.path] });
    return true;
  }

  /** `this.last = path` in an action of a store, `store.last = path`: who has the store reads it there. */
  #keepInOptions(owners: readonly Value[], name: string, place: Place): void {
    for (const owner of owners) {
      if (owner.type !== 'object' || owner.node === null || !isOptionObject(owner.node)) continue;
      this.#naming.addReadings(listReadingsOfLiteral(this.#evaluator, owner.node, name), place);
      const boxed = listBoxedReadings(this.#evaluator, owner.node, name);
      this.#naming.addReadings(boxed, { ...place, path: ['value', ...place.path] });
    }
  }

  /** `table.path = …`, `table[key] = …` of an object of the project. */
  #assignMember(receiver: SyntaxNode, place: Place): boolean {
    const own = listOptions(this.#evaluator.evaluate(receiver, place.module, null));
    const owners = own.some(({ type }) => type === 'param')
      ? listOptions(this.#evaluator.evaluate(receiver, place.module, this.#evaluator.anyCaller))
      : own;
    const [name, ...path] = place.path;
    for (const owner of owners) {
      const of = owner.type === 'instance' ? owner.of : owner;
      if (of.type === 'class' && name !== undefined) this.#naming.addMemberReadings(of.node, name, { ...place, path });
    }
    if (name !== undefined) this.#keepInOptions(owners, name, { ...place, path });
    openLiterals(this.#evaluator, this.#open, receiver, place);
    // `url.pathname = path`: what is asked of the path of the URL from there on is asked of it.
    if (name === 'pathname' && path.length === 0 && owners.some(({ type }) => type === 'url'))
      return this.#naming.putInto(receiver, { ...place, isUrl: false, isHandedOver: true, isPathname: true });
    if (owners.every(({ type }) => type === 'object' || type === 'array' || type === 'function'))
      return this.#naming.putInto(receiver, place);
    // `response.route = path`, `config.metadata = { name: config.url }`: who has it next may ask for it.
    if (owners.some((owner) => owner.type === 'external' && owner.made !== null) || place.isAnswer)
      this.#naming.putInto(receiver, place);
    if (place.isAnswer && !isMemberNode(receiver)) bindKept(this.#evaluator, this.#naming, place);
    return false;
  }
}
