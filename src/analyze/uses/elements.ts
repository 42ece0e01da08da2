import { findClassAround } from '../../syntax/enclosing.ts';
import { type ArgumentCall, getKeyName, isCallNode, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Naming } from './naming.ts';
import type { OpenPlaces } from './open-places.ts';
import { ANY, type Place } from './places.ts';

const ITERATIONS = new Set(['map', 'forEach', 'flatMap', 'filter', 'find', 'some', 'every', 'reduce']);
const COLLECTING = new Set(['push', 'unshift', 'add']);
/** Lists of the same elements. */
const COPIES = new Set(['filter', 'slice', 'concat', 'reverse', 'sort', 'toSorted', 'toReversed', 'values', 'flat']);
const ELEMENTS = new Set(['find', 'at', 'pop', 'shift', 'get']);

/** Follows what lists do with their elements. */
export class Elements {
  readonly #open: OpenPlaces;
  readonly #naming: Naming;

  constructor(open: OpenPlaces, naming: Naming) {
    this.#open = open;
    this.#naming = naming;
  }

  /** `queue.push({ url })`, `paths.add('/calls')`: the value is an element of the list now. */
  collect(call: SyntaxNode, place: Place): boolean {
    if (call.type !== 'CallExpression' || call.callee === place.node) return false;
    const callee = unwrap(call.callee);
    const name = isMemberNode(callee) ? getKeyName(callee.property, callee.computed) : null;
    if (!isMemberNode(callee) || name === null || !COLLECTING.has(name)) return false;
    const receiver = unwrap(callee.object);
    const element = { ...place, path: [ANY, ...place.path] };
    if (receiver.type === 'Identifier') return this.#naming.bind(receiver, element);
    if (!isMemberNode(receiver) || unwrap(receiver.object).type !== 'ThisExpression') return false;
    const owner = findClassAround(receiver);
    const field = getKeyName(receiver.property, receiver.computed);
    if (owner === null || field === null) return false;
    this.#naming.addMemberReadings(owner, field, element);
    return true;
  }

  /** `[BASE, 'calls'].filter(Boolean)`: does the call give back a list of the same elements? */
  copy(place: Place, call: ArgumentCall, name: string): boolean {
    if (!COPIES.has(name)) return false;
    if (ITERATIONS.has(name)) this.#enterCallback(call, name, place);
    return true;
  }

  #enterCallback(call: ArgumentCall, name: string, place: Place): void {
    const [callback] = call.arguments;
    const params = callback !== undefined && isFunctionNode(callback) ? callback.params : [];
    const param = params[name === 'reduce' ? 1 : 0];
    if (param !== undefined) this.#naming.bind(param, { ...place, node: param, path: place.path.slice(1) });
  }

  /** `LIST.map((item) => …)`: the element goes on as the callback's parameter, or comes back. */
  iterate(place: Place, parent: SyntaxNode): boolean {
    const { node, path } = place;
    const call = getParent(parent);
    if (!isMemberNode(parent) || parent.object !== node || call === undefined || !isCallNode(call)) return false;
    if (call.type === 'TaggedTemplateExpression' || call.callee !== parent || path.length === 0) return false;
    const name = getKeyName(parent.property, parent.computed);
    if (name === null) return false;
    if (COPIES.has(name)) this.#open.add({ ...place, node: call });
    if (name === 'entries') this.#open.add({ ...place, node: call, path: [ANY, '1', ...path.slice(1)] });
    if (!ITERATIONS.has(name) && !ELEMENTS.has(name)) return COPIES.has(name) || name === 'entries';
    this.#enterCallback(call, name, place);
    if (ELEMENTS.has(name)) this.#open.add({ ...place, node: call, path: path.slice(1) });
    return true;
  }
}
