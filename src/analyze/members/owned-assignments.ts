import { isModuleExports } from '../../syntax/compiled-modules.ts';
import { findOwnCall, listFunctionsAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, unwrap } from '../../syntax/nodes.ts';
import type { MemberAssignment } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findLiteralOfThis, isThisOfCallers } from '../classes/this-value.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { ObjectValue, Value } from '../values/values.ts';

/** Assignments to members of one name, by whom they may belong to: compiled SDKs have over a thousand of one name. */

export interface Assigned extends MemberAssignment {
  readonly module: Module;
  /** Its number among those of its name. */
  readonly place: number;
}

interface Open {
  readonly assigned: Assigned;
  /** Whose callers say what the owner is. */
  readonly functions: readonly FunctionNode[];
  /** While it waits. */
  owners: readonly SyntaxNode[] | null;
}

/** `module.exports = Client; module.exports.Client = Client;`, `exports = module.exports = {};`: the object that a file exports as a whole. */
function findExported(target: SyntaxNode, module: Module): SyntaxNode | null {
  const node = unwrap(target);
  const isName = node.type === 'Identifier' && node.name === 'exports' && findBindingOf(module, node) === undefined;
  const whole = isName || isModuleExports(node) ? module.exports.get('=') : undefined;
  return whole?.kind === 'expression' ? whole.node : null;
}

/** Whose member is assigned: in a function that is called where it is written, a parameter is what stands there. */
export function findOwnerNode(target: SyntaxNode, module: Module): SyntaxNode {
  const exported = findExported(target, module);
  if (exported !== null) return exported;
  const source = findBindingOf(module, target)?.source;
  if (source?.kind !== 'param' || source.steps.length > 0 || source.rest) return target;
  return findOwnCall(source.fn)?.arguments[source.index] ?? target;
}

/** The literal of an object, also of one that was given members since (`member-mutations.ts`). */
export function findLiteral(value: ObjectValue): SyntaxNode | null {
  const [first] = value.entries;
  if (value.node !== null || first?.kind !== 'spread' || first.slot.kind !== 'value') return value.node;
  const before = first.slot.value;
  return before.type === 'object' ? findLiteral(before) : null;
}

/** What tells an owner from others: the class of an instance, the literal or constructor of an object, the function itself. */
function identifyOwner(value: Value): SyntaxNode | null {
  switch (value.type) {
    case 'instance':
      return value.of.node;
    case 'object':
      return findLiteral(value) ?? value.madeBy?.fn ?? null;
    case 'class':
      return value.node;
    case 'function':
      return value.fn;
    default:
      return null;
  }
}

/** Who is asked for: `this` of another instance belongs to no other, and that of an object literal is told by where it stands. */
export type OwnerKind = 'instance' | 'object' | 'callable';

export class OwnedAssignments {
  readonly #all: readonly Assigned[];
  readonly #kind: OwnerKind;
  readonly #settled = new Map<SyntaxNode, Assigned[]>();
  /** To be asked for, each time until there is an answer. */
  #open: readonly Open[] = [];
  /** Those whose owner is known as long as nobody calls a function around: by owner, … */
  readonly #waiting = new Map<SyntaxNode, Set<Open>>();
  /** … and by those functions. */
  readonly #sleeping = new Map<FunctionNode, Open[]>();
  #taken = 0;
  /** How many called functions were heard of. */
  #heard = 0;

  /** `all` may grow. */
  constructor(all: readonly Assigned[], kind: OwnerKind) {
    this.#all = all;
    this.#kind = kind;
  }

  /** Those whose owner can be `owner`, in their order; who asks still has to compare what made the owner. */
  list(evaluator: Evaluator, owner: SyntaxNode): readonly Assigned[] {
    this.#takeIn();
    this.#wake(evaluator);
    const known = this.#open.length === 0 ? [] : this.#askOpen(evaluator, owner);
    // Callers of the functions around may be found later.
    if (this.#sleeping.size > 0) evaluator.noteQuestionOfAnyCaller();
    const waiting = Array.from(this.#waiting.get(owner) ?? [], (entry) => entry.assigned);
    const settled = this.#settled.get(owner) ?? [];
    if (known.length + waiting.length === 0) return settled;
    return [...new Set([...settled, ...known, ...waiting])].sort((left, right) => left.place - right.place);
  }

  /** As soon as there are callers, what they say is asked for. */
  #wake(evaluator: Evaluator): void {
    const { called } = evaluator.index;
    if (this.#sleeping.size === 0) this.#heard = called.length;
    for (; this.#heard < called.length; this.#heard += 1) {
      const fn = called[this.#heard];
      const woken = fn === undefined ? [] : (this.#sleeping.get(fn) ?? []).filter((entry) => entry.owners !== null);
      for (const entry of woken) {
        for (const owner of entry.owners ?? []) this.#waiting.get(owner)?.delete(entry);
        entry.owners = null;
      }
      if (woken.length > 0) this.#open = [...this.#open, ...woken];
    }
  }

  #takeIn(): void {
    if (this.#taken === this.#all.length) return;
    const added = this.#all.slice(this.#taken);
    this.#taken = this.#all.length;
    const open: Open[] = [];
    for (const assigned of added) {
      const object = unwrap(assigned.object);
      if (object.type === 'ThisExpression' && this.#kind !== 'callable') {
        const literal = this.#kind === 'object' ? findLiteralOfThis(object) : null;
        if (literal !== null) this.#settle(literal, assigned);
        if (literal !== null || !isThisOfCallers(object, assigned.module)) continue;
      }
      // What a parameter is, the callers of the functions around it say.
      const functions = this.#kind === 'callable' ? [] : listFunctionsAround(object);
      open.push({ assigned, functions, owners: null });
    }
    this.#open = [...this.#open, ...open];
  }

  /** Asks for the owners that are not known; returns those that can be `owner` and are asked again. */
  #askOpen(evaluator: Evaluator, owner: SyntaxNode): readonly Assigned[] {
    const found: Assigned[] = [];
    const settled = new Set<Open>();
    for (const entry of this.#open) {
      // There may be thousands, and of none will anything be known.
      if (evaluator.isCutShort) break;
      const { owners, certainty } = findOwners(evaluator, entry);
      if (certainty === 'none' && owners.includes(owner)) found.push(entry.assigned);
      if (certainty === 'uncalled') this.#wait(entry, owners);
      if (certainty !== 'final') continue;
      settled.add(entry);
      for (const node of owners) this.#settle(node, entry.assigned);
    }
    // To find one owner can ask for others in between.
    this.#open = this.#open.filter((entry) => entry.owners === null && !settled.has(entry));
    return found;
  }

  #wait(entry: Open, owners: readonly SyntaxNode[]): void {
    entry.owners = owners;
    for (const node of owners) this.#waiting.set(node, (this.#waiting.get(node) ?? new Set()).add(entry));
    for (const fn of entry.functions) {
      const sleeping = this.#sleeping.get(fn);
      if (sleeping === undefined) this.#sleeping.set(fn, [entry]);
      else if (!sleeping.includes(entry)) sleeping.push(entry);
    }
  }

  #settle(owner: SyntaxNode, assigned: Assigned): void {
    const known = this.#settled.get(owner) ?? [];
    if (known.includes(assigned)) return;
    this.#settled.set(
      owner,
      [...known, assigned].sort((left, right) => left.place - right.place),
    );
  }
}

interface Owners {
  readonly owners: readonly SyntaxNode[];
  /** Will it be the same whenever it is asked for, or until somebody calls a function around? */
  readonly certainty: 'final' | 'uncalled' | 'none';
}

function findOwners(evaluator: Evaluator, { assigned, functions }: Open): Owners {
  const isCalled = functions.some((fn) => evaluator.index.listCallers(fn).length > 0);
  const env = isCalled ? evaluator.anyCaller : null;
  const node = findOwnerNode(assigned.object, assigned.module);
  const value = evaluator.evaluate(node, assigned.module, env);
  const owners = [...new Set(listOptions(value).flatMap((option) => identifyOwner(option) ?? []))];
  // Asked for in a circle, or without steps left, it says nothing yet.
  if (!evaluator.isRemembered(node, env)) return { owners, certainty: 'none' };
  // As soon as somebody calls a function around, the owner is what its callers say: of a callback they may be found later.
  const isOpen = listOptions(value).some(({ type }) => type === 'param');
  const isWaiting = isOpen ? functions.some((fn) => evaluator.index.listCallers(fn).length === 0) : !isCalled;
  return { owners, certainty: isWaiting && functions.length > 0 ? 'uncalled' : 'final' };
}
