import type { ObjectExpression, ObjectPattern } from '@babel/types';
import { findClassAround, findMethodAround, readsThis } from '../../syntax/enclosing.ts';
import {
  type ClassNode,
  contains,
  describeName,
  type FunctionNode,
  getEnd,
  getStart,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import { standsForThis } from '../../syntax/super-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isCaught, isFailureClass } from '../calls/caught-names.ts';
import { inheritsFrom } from '../classes/old-inheritance.ts';
import { declaresMember } from '../classes/overridden-members.ts';
import { findLiteralOfThis } from '../classes/this-value.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';

/** Where a member is read that has no name of its own: `x.name` and `const { name } = x` of an instance, of `this`. */

interface MemberReading {
  /** `x.name`, or the pattern that takes the member out of `x`. */
  readonly node: SyntaxNode;
  readonly module: Module;
}

export interface MemberReadings {
  readonly name: string;
  readonly members: readonly MemberReading[];
  readonly patterns: readonly (MemberReading & { readonly node: ObjectPattern })[];
}

type IsOwner = (object: SyntaxNode, module: Module) => boolean;

/** `{ name } = x`: the pattern, and `x`. */
function findPattern(key: SyntaxNode): { readonly pattern: ObjectPattern; readonly object: SyntaxNode } | null {
  const property = getParent(key);
  if (property?.type !== 'ObjectProperty' || property.key !== key || property.computed) return null;
  const pattern = getParent(property);
  if (pattern?.type !== 'ObjectPattern') return null;
  const holder = getParent(pattern);
  if (holder?.type === 'VariableDeclarator' && holder.id === pattern && holder.init)
    return { pattern, object: holder.init };
  return holder?.type === 'AssignmentExpression' && holder.left === pattern ? { pattern, object: holder.right } : null;
}

/** Those inside of the literal, of nodes in the order of their places: a file may have thousands of both. */
function keepInside<Node extends SyntaxNode>(nodes: readonly Node[], literal: SyntaxNode): readonly Node[] {
  const [from, to] = [getStart(literal), getEnd(literal)];
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const node = nodes[middle];
    if (node !== undefined && getStart(node) < from) low = middle + 1;
    else high = middle;
  }
  const kept: Node[] = [];
  for (let node = nodes[low]; node !== undefined && getStart(node) < to; low += 1, node = nodes[low]) kept.push(node);
  return kept;
}

/** `literal`: where only what stands in it counts. */
export function listIn(
  script: ScriptFacts,
  module: Module,
  name: string,
  isOwner: IsOwner,
  literal: SyntaxNode | null = null,
): MemberReadings {
  const [all, names] = [script.members.get(name), script.identifiers.get(name)];
  const members = (literal === null ? all : keepInside(all, literal)).filter((node) => isOwner(node.object, module));
  const patterns = (literal === null ? names : keepInside(names, literal)).flatMap((node) => {
    const found = findPattern(node);
    return found !== null && isOwner(found.object, module) ? [{ node: found.pattern, module }] : [];
  });
  return { name, members: members.map((node) => ({ node, module })), patterns };
}

function extendsClass(evaluator: Evaluator, node: ClassNode, owner: ClassNode): boolean {
  if (node === owner) return true;
  return evaluator.index.listSubclasses(evaluator, owner).some((below) => below.node === node);
}

/** `this.path` in a class above: the instance that it is read of may be one of the class. */
function canBeOf(evaluator: Evaluator, value: Value, owner: ClassNode): boolean {
  if (value.type === 'class') return extendsClass(evaluator, value.node, owner);
  if (value.type !== 'instance') return false;
  const { of, construction } = value;
  return extendsClass(evaluator, of.node, owner) || (construction === null && extendsClass(evaluator, owner, of.node));
}

/** `this.path` in a method of a class below that has a `path` of its own, or stands below one that has. */
function isOfClassBelow(evaluator: Evaluator, object: SyntaxNode, owner: ClassNode, name: string): boolean {
  const around = object.type === 'ThisExpression' ? findClassAround(object) : null;
  if (around === null || around === owner || findMethodAround(object) === null) return false;
  const replacing = evaluator.index.listSubclasses(evaluator, owner).filter((of) => declaresMember(of, name));
  return replacing.some(({ node }) => extendsClass(evaluator, around, node));
}

/** The names of the class and of the one above it. */
function listNames({ id, superClass }: ClassNode): readonly string[] {
  return [id, superClass].flatMap((name) => (name?.type === 'Identifier' ? [name.name] : []));
}

/** `error instanceof ApiError`: what is caught is known by what the program asks of it. */
function isTakenFor(object: SyntaxNode, module: Module, owner: ClassNode): boolean {
  const name = unwrap(object);
  if (name.type !== 'Identifier') return false;
  const script = findScript(module, name);
  return listNames(owner)
    .flatMap((asked) => script.identifiers.get(asked))
    .some((node) => {
      const test = getParent(node);
      const isTest = test?.type === 'BinaryExpression' && test.operator === 'instanceof' && test.right === node;
      const left = isTest ? unwrap(test.left) : null;
      return (
        left?.type === 'Identifier' &&
        left.name === name.name &&
        findBindingOf(module, left) === findBindingOf(module, name)
      );
    });
}

export function join(name: string, found: readonly MemberReadings[]): MemberReadings {
  return {
    name,
    members: found.flatMap(({ members }) => members),
    patterns: found.flatMap(({ patterns }) => patterns),
  };
}

/** In all files. */
export function listReadingsOf(evaluator: Evaluator, name: string, isOwner: IsOwner): MemberReadings {
  const found = evaluator.graph.loaded.flatMap((module) =>
    module.scripts.map((script) => listIn(script, module, name, isOwner)),
  );
  return join(name, found);
}

function findClassReadings(evaluator: Evaluator, owner: ClassNode, name: string): MemberReadings {
  const isThrown = isFailureClass(owner);
  const isOwner: IsOwner = (object, module) => {
    // `super.path` in a class below.
    const around = object.type === 'Super' ? findClassAround(object) : null;
    if (around !== null) return around !== owner && extendsClass(evaluator, around, owner);
    if (isOfClassBelow(evaluator, object, owner, name)) return false;
    const values = listOptions(evaluator.evaluate(object, module, null));
    // `this` in a static member is the class that it is asked of, which may be one below.
    const above = object.type === 'ThisExpression' ? values : [];
    if (above.some((value) => value.type === 'class' && extendsClass(evaluator, owner, value.node))) return true;
    if (values.some((value) => canBeOf(evaluator, value, owner))) return true;
    if (!values.some(({ type }) => type === 'unknown' || type === 'param')) return false;
    // `(probe) => ({ path: probe.path })`: its callers say what it is.
    const given = values.some(({ type }) => type === 'param')
      ? evaluator.evaluate(object, module, evaluator.anyCaller)
      : null;
    if (given !== null && listOptions(given).some((value) => canBeOf(evaluator, value, owner))) return true;
    return isTakenFor(object, module, owner) || (isThrown && isCaught(object, module));
  };
  return listReadingsOf(evaluator, name, isOwner);
}

/** Each text that some instance of a class was made with asks for the same readings. */
const readingsOf = new WeakMap<Evaluator, Map<ClassNode, Map<string, MemberReadings>>>();

/** Of the class, of an instance of it or of one below it, and of what stands for any instance of one above. */
export function listClassReadings(evaluator: Evaluator, owner: ClassNode, name: string): MemberReadings {
  const classes = readingsOf.get(evaluator) ?? new Map<ClassNode, Map<string, MemberReadings>>();
  readingsOf.set(evaluator, classes);
  const known = classes.get(owner) ?? new Map<string, MemberReadings>();
  classes.set(owner, known);
  const readings = known.get(name) ?? findClassReadings(evaluator, owner, name);
  known.set(name, readings);
  return readings;
}

/** `this` in a method of the literal, or a name for it. */
function isThisOf(literal: SyntaxNode, object: SyntaxNode, module: Module): boolean {
  const node = unwrap(object);
  if (!contains(literal, node)) return false;
  if (node.type === 'ThisExpression') return findLiteralOfThis(node) === literal;
  const binding = findBindingOf(module, node);
  return binding !== undefined && standsForThis(binding) && findLiteralOfThis(binding.declaration) === literal;
}

interface PlacedLiteral {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** What goes into one object with the literal: `{ ...listing, path: '/calls' }`, `Object.assign({}, listing, { path: '/calls' })`. */
function listMerged(literal: ObjectExpression): readonly SyntaxNode[] {
  const spread = literal.properties.flatMap((member) => (member.type === 'SpreadElement' ? [member.argument] : []));
  const call = getParent(literal);
  const isAssigned = call?.type === 'CallExpression' && describeName(unwrap(call.callee)) === 'Object.assign';
  return isAssigned ? [...spread, ...call.arguments.filter((argument) => argument !== literal)] : spread;
}

/** The methods of what is merged with the literal are its methods, too. */
function listMethodOwners(evaluator: Evaluator, literal: ObjectExpression, module: Module): readonly PlacedLiteral[] {
  const merged = listMerged(literal).flatMap((node): readonly PlacedLiteral[] =>
    listOptions(evaluator.evaluate(node, module, null)).flatMap((option) => {
      const [first] = option.type === 'object' ? option.entries : [];
      if (option.type !== 'object' || option.node === null || first?.kind !== 'slot' || first.slot.kind === 'value')
        return [];
      return [{ node: option.node, module: first.slot.module }];
    }),
  );
  return [{ node: literal, module }, ...merged];
}

/** Of `this` in the methods of the object literal that has the member; null where that has none. */
export function listLiteralReadings(evaluator: Evaluator, member: SyntaxNode, module: Module): MemberReadings | null {
  if (member.type !== 'ObjectProperty' && member.type !== 'ObjectMethod') return null;
  const literal = getParent(member);
  const name = nameKey(member);
  if (literal?.type !== 'ObjectExpression' || name === null) return null;
  const found = listMethodOwners(evaluator, literal, module)
    .filter(({ node }) => readsThis(node))
    .map(({ node, module: own }) =>
      listIn(findScript(own, node), own, name, (object) => isThisOf(node, object, own), node),
    );
  return found.length === 0 ? null : join(name, found);
}

/** Is a value an object that the function makes, or one below it; or `this` in a method of the function, or of one above it? */
function isMadeBy(evaluator: Evaluator, value: Value, maker: Pick<FunctionValue, 'fn' | 'module'>): boolean {
  if (value.type !== 'object') return false;
  if (value.maker !== undefined && inheritsFrom(evaluator, maker, value.maker)) return true;
  return value.madeBy !== undefined && inheritsFrom(evaluator, value.madeBy, maker);
}

/** Of the objects that a constructor function makes, and of those of the functions above it: `this.path` in their methods. */
export function listMadeReadings(
  evaluator: Evaluator,
  maker: FunctionNode,
  module: Module,
  name: string,
): MemberReadings {
  const isOwner: IsOwner = (object, at) => {
    const isMade = (value: Value) => isMadeBy(evaluator, value, { fn: maker, module });
    const values = listOptions(evaluator.evaluate(object, at, null));
    if (values.some(isMade)) return true;
    // `(client) => client.last`: its callers say what it is.
    const isGiven = values.some(({ type }) => type === 'param');
    return isGiven && listOptions(evaluator.evaluate(object, at, evaluator.anyCaller)).some(isMade);
  };
  return listReadingsOf(evaluator, name, isOwner);
}
