import { quoteName } from '../../model/name-patterns.ts';
import { type ClassNode, getEnd, getStart, nameKey } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { readUncommented } from '../modules/code-text.ts';
import { unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import type { Choice, ClassValue, InstanceValue, Value } from '../values/values.ts';
import { findInheritedMember, isStatic } from './instances.ts';
import { listAssignedNames } from './own-assignments.ts';

/** `class Calls extends Resource { path = '/calls'; }`: what `this.path` in a method of `Resource` can be. */

/** An instance of the declared class, or of one below it, is one of that class. */
export function nameClassChoice(evaluator: Evaluator, declared: ClassNode, of: ClassNode): Choice {
  return { source: `the class of ${evaluator.identify(declared)}`, option: evaluator.identify(of) };
}

/** Two members of one instance come from the same class. */
function chooseClass(evaluator: Evaluator, declared: ClassNode, of: ClassValue, value: Value): Value {
  return withChoices(value, [nameClassChoice(evaluator, declared, of.node)]);
}

const declared = new WeakMap<ClassNode, ReadonlySet<string>>();

/** The members of which the class says by itself what they are. */
function listDeclared(of: ClassValue): ReadonlySet<string> {
  const known = declared.get(of.node);
  if (known !== undefined) return known;
  const names = of.node.body.body.flatMap((member) => {
    const hasValue =
      member.type === 'ClassMethod' || member.type === 'ClassPrivateMethod' || ('value' in member && member.value);
    return !isStatic(member) && hasValue ? (nameKey(member) ?? []) : [];
  });
  const found = new Set([...names, ...listAssignedNames(of)]);
  declared.set(of.node, found);
  return found;
}

/** Does the class say by itself what the member is, whatever one above it says? */
export function declaresMember(of: ClassValue, name: string): boolean {
  return listDeclared(of).has(name);
}

/** Has the class a method of its own by this name that does not run the one above? */
function replacesMethod({ node, module }: ClassValue, name: string): boolean {
  const own = node.body.body.find((member) => member.type === 'ClassMethod' && nameKey(member) === name);
  return own !== undefined && !module.text.slice(getStart(own), getEnd(own)).includes('super.');
}

/** The classes below on whose instances the method of the class runs. */
function listRunning(evaluator: Evaluator, above: ClassNode, method: string | undefined): readonly ClassValue[] {
  const below = evaluator.index.listSubclasses(evaluator, above);
  const replacing = method === undefined ? [] : below.filter((of) => replacesMethod(of, method));
  const others = new Set(
    replacing.flatMap((of) => [of, ...evaluator.index.listSubclasses(evaluator, of.node)].map(({ node }) => node)),
  );
  // Of an abstract class there is no instance but those of the classes below it.
  return below.filter((of) => !others.has(of.node) && !isAbstract(of));
}

function isAbstract({ node }: ClassValue): boolean {
  return 'abstract' in node && node.abstract === true;
}

/** What the class says by a text of a static member. */
function listStaticTexts({ node }: ClassValue): ReadonlyMap<string, string> {
  const texts = node.body.body.flatMap((member): readonly (readonly [string, string])[] => {
    const name = member.type === 'ClassProperty' && isStatic(member) ? nameKey(member) : null;
    const value = member.type === 'ClassProperty' ? member.value : null;
    return name !== null && value?.type === 'StringLiteral' ? [[name, value.value]] : [];
  });
  return new Map(texts);
}

/** `static path = ''` of a class, and a path in one below it: it is there for those below, as an abstract one is. */
function leavesPath(of: ClassValue, below: readonly ClassValue[]): boolean {
  const empty = [...listStaticTexts(of)].flatMap(([name, text]) => (text === '' ? [name] : []));
  return empty.some((name) => below.some((other) => listStaticTexts(other).get(name)?.startsWith('/') === true));
}

/** A member of an instance; null when neither its classes nor those below have it. */
export function findInstanceMember(evaluator: Evaluator, instance: InstanceValue, name: string): Value | null {
  const own = findInheritedMember(evaluator, instance, name);
  if (instance.construction !== null) return own;
  const { of: above, method } = instance;
  const below = listRunning(evaluator, above.node, method);
  if (own !== null && !below.some((of) => listDeclared(of).has(name))) return own;
  const found = below.flatMap((of) => {
    const value = findInheritedMember(evaluator, { ...instance, of }, name);
    return value === null ? [] : [chooseClass(evaluator, above.node, of, value)];
  });
  if (own !== null && !isAbstract(above)) found.unshift(chooseClass(evaluator, above.node, above, own));
  return found.length === 0 ? null : unite(found);
}

/** `this.constructor`: the class of an instance, or one of those below it where nobody says how it was made. */
export function listPossibleClasses(evaluator: Evaluator, { of, construction }: InstanceValue): readonly Value[] {
  if (construction !== null) return [of];
  const below = evaluator.index.listSubclasses(evaluator, of.node);
  const possible = [of, ...below].filter(
    (own) => below.length === 0 || !(isAbstract(own) || (own === of && leavesPath(own, below))),
  );
  return possible.map((own) => chooseClass(evaluator, of.node, own, own));
}

/** `static path = '/calls'`, or `Calls.path = '/calls'` and `Object.assign(Calls, { path })` after the class. */
function hasStatics({ node, module }: ClassValue): boolean {
  if (node.body.body.some(isStatic)) return true;
  if (!node.id) return false;
  const name = quoteName(node.id.name);
  return new RegExp(`(?<![\\w$.])${name}(?:\\.[\\w$]+\\s*=(?!=)|\\[)|\\bassign\\(\\s*${name}\\b`).test(
    readUncommented(module),
  );
}

/** `this` in a static method: the class around, or one below it that has static members of its own. */
export function listStaticOwners(evaluator: Evaluator, of: ClassValue): readonly Value[] {
  const below = evaluator.index.listSubclasses(evaluator, of.node);
  if (!below.some(hasStatics)) return [of];
  return [of, ...below].map((own) => chooseClass(evaluator, of.node, own, own));
}
