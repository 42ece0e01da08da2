import type * as t from '@babel/types';
import type { PatternStep } from '../syntax/destructuring.ts';
import { listFunctionsAround } from '../syntax/enclosing.ts';
import {
  contains,
  type FunctionNode,
  getEnd,
  getKeyName,
  getStart,
  isClassNode,
  isFunctionNode,
} from '../syntax/nodes.ts';
import { getParent } from '../syntax/parents.ts';
import type { Assignment, Binding, BindingSource } from '../syntax/scopes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { constructObject, findConstructorOf, isConstructorFunction } from './constructor-functions.ts';
import type { Evaluator } from './evaluator.ts';
import { evaluateExport, evaluateImport } from './exports.ts';
import { findFrame } from './frames.ts';
import { evaluateGlobalMember } from './global-members.ts';
import { getSuperMember } from './instances.ts';
import { findBindingOf, findScript, type Module } from './modules.ts';
import { listElements, omitProperties } from './objects.ts';
import { resolveParam } from './params.ts';
import type { Trail } from './provenance.ts';
import { concatTexts, getTextHead, listTexts, makeUnknown } from './texts.ts';
import { chooseEach, listOptions, unite } from './unions.ts';
import { applyUrlMutations } from './url-mutations.ts';
import { withProvenance } from './value-marks.ts';
import { type Env, NO_PROVENANCE, UNDEFINED, type Value } from './values.ts';

/** What names and `this` stand for. */

const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self', 'global']);

function evaluateGlobal(name: string): Value {
  if (name === 'undefined') return UNDEFINED;
  return {
    type: 'external',
    module: 'global',
    path: GLOBAL_OBJECTS.has(name) ? [] : [name],
    made: null,
    ...NO_PROVENANCE,
  };
}

/** Where the value of a name is written, for whoever follows it. */
export function findDeclaration(binding: Binding, module: Module): Trail {
  const declared = binding.source.kind === 'value' ? getParent(binding.declaration) : undefined;
  return declared?.type === 'VariableDeclarator' ? { item: { module, node: declared } } : null;
}

export function evaluateIdentifier(
  evaluator: Evaluator,
  node: t.Identifier | t.JSXIdentifier,
  module: Module,
  env: Env,
): Value {
  const binding = findBindingOf(module, node);
  if (binding === undefined) {
    const source = evaluator.graph.resolveName(module, node.name);
    const offered = source === null ? undefined : evaluateExport(evaluator, source.module, source.exported);
    return offered ?? evaluateGlobalMember(evaluator, node.name) ?? evaluateGlobal(node.name);
  }
  const bound = evaluateBinding(evaluator, binding, module, env, node);
  const isUrl = listOptions(bound).some((option) => option.type === 'url');
  const value = isUrl ? applyUrlMutations(evaluator, bound, binding, module, env, node) : bound;
  const trail = findDeclaration(binding, module);
  return withProvenance(placeAtUse(value, binding, node), { item: evaluator.identify(node) }, trail);
}

/** What is not known is shown where it is used, not where it is declared. */
function placeAtUse(value: Value, binding: Binding, use: SyntaxNode): Value {
  const isDeclared = (value.type === 'param' || value.type === 'unknown') && value.node === binding.declaration;
  return isDeclared ? { ...value, node: use } : value;
}

/** Walks a destructuring pattern from the whole value to one name. */
export function applySteps(
  evaluator: Evaluator,
  start: Value,
  steps: readonly PatternStep[],
  module: Module,
  env: Env,
  node: SyntaxNode,
): Value {
  let value = start;
  for (const step of steps) {
    switch (step.kind) {
      case 'property':
        value = evaluator.getProperty(value, step.name, node, module);
        break;
      case 'index':
        value = evaluator.getProperty(value, String(step.index), node, module);
        break;
      case 'computed':
        value = makeUnknown(node, module, 'the key is not known');
        break;
      case 'rest':
        value = omitProperties(value, step.without);
        break;
      case 'rest-elements':
        value = makeUnknown(node, module, 'it is the rest of a list');
        break;
      case 'default':
        value = applyDefault(evaluator, value, step.value, module, env);
        break;
    }
  }
  return value;
}

function applyDefault(evaluator: Evaluator, value: Value, node: SyntaxNode, module: Module, env: Env): Value {
  const given = listOptions(value).filter((option) => !(option.type === 'primitive' && option.value === undefined));
  const isGiven =
    given.length === listOptions(value).length &&
    given.every((option) => option.type !== 'param' && option.type !== 'unknown');
  const isEnvironment = given.some(isEnvironmentText);
  if (isGiven && !isEnvironment) return value;
  const fallback = evaluator.evaluate(node, module, env);
  // A variable beside a literal is one base with its default; another variable is another base.
  if (isGiven && listOptions(fallback).some(isEnvironmentText)) return value;
  return unite([...given, fallback]);
}

function isEnvironmentText(value: Value): boolean {
  return value.type === 'text' && value.atoms.length > 0 && value.atoms.every((atom) => atom.kind === 'env');
}

/** The context for a declaration: module level knows no callers. */
function trimEnv(evaluator: Evaluator, binding: Binding, env: Env): Env {
  if (env === null || binding.scope.parent !== null) return env;
  return env.any ? evaluator.anyCaller : null;
}

function evaluateSource(
  evaluator: Evaluator,
  source: BindingSource,
  module: Module,
  env: Env,
  declaration: SyntaxNode,
): Value {
  switch (source.kind) {
    case 'value':
      if (source.node === null) return UNDEFINED;
      return applySteps(
        evaluator,
        evaluator.evaluate(source.node, module, env),
        source.steps,
        module,
        env,
        declaration,
      );
    case 'element': {
      const lists = evaluator.evaluate(source.of, module, env);
      // What a caller hands over, its callers say.
      const elements = listOptions(lists).map((option): readonly Value[] | null =>
        option.type === 'param' ? [{ ...option, path: [...option.path, '[]'] }] : listElements(evaluator, option, env),
      );
      if (elements.some((list) => list === null))
        return makeUnknown(declaration, module, 'it is an element of a list that is not known');
      return applySteps(
        evaluator,
        chooseEach(
          `${module.path}:${getStart(source.of)}`,
          elements.flatMap((list) => list ?? []),
        ),
        source.steps,
        module,
        env,
        declaration,
      );
    }
    case 'param':
      return resolveParam(evaluator, source, module, env, declaration);
    case 'import':
      return evaluateImport(evaluator, module, source.specifier, source.imported);
    case 'function':
      return { type: 'function', fn: source.fn, module, env, self: null, bound: [], ...NO_PROVENANCE };
    case 'class':
      return { type: 'class', node: source.node, module, env, ...NO_PROVENANCE };
    case 'enum':
      return {
        type: 'object',
        node: source.node,
        entries: listEnumEntries(source.node, module, env),
        ...NO_PROVENANCE,
      };
    case 'namespace':
      return evaluateNamespace(source.node, module, env);
    case 'key':
    case 'opaque':
      return makeUnknown(declaration, module, 'it is only known when the code runs');
  }
}

function listEnumEntries(node: t.TSEnumDeclaration, module: Module, env: Env) {
  const members = node.body?.members ?? node.members;
  return members.flatMap((member) => {
    const name = getKeyName(member.id, false);
    if (name === null || !member.initializer) return [];
    return [
      { kind: 'slot' as const, name, slot: { kind: 'expression' as const, node: member.initializer, module, env } },
    ];
  });
}

function evaluateNamespace(node: t.TSModuleDeclaration, module: Module, env: Env): Value {
  const scope = findScript(module, node).scopes.get(node.body);
  const entries = [...(scope?.bindings.values() ?? [])].map((binding) => ({
    kind: 'slot' as const,
    name: binding.name,
    slot: { kind: 'expression' as const, node: binding.declaration, module, env },
  }));
  return { type: 'object', node, entries, ...NO_PROVENANCE };
}

/** What a binding can be where `use` stands. */
export function evaluateBinding(
  evaluator: Evaluator,
  binding: Binding,
  module: Module,
  outerEnv: Env,
  use: SyntaxNode,
): Value {
  const env = trimEnv(evaluator, binding, outerEnv);
  const initial = () => evaluateSource(evaluator, binding.source, module, env, binding.declaration);
  if (binding.assignments.length === 0) return initial();
  const flow = findReachingAssignments(binding, use);
  const values = flow.assignments.map((assignment) => evaluateAssignment(evaluator, binding, assignment, module, env));
  const declared = flow.initial ? [initial()].filter((value) => !isUninitialised(binding, value, values.length)) : [];
  const all = [...declared, ...values];
  return all.length === 0 ? UNDEFINED : unite(all);
}

/** `let x;` that is assigned later: the undefined before the assignment is no value of interest. */
function isUninitialised(binding: Binding, value: Value, others: number): boolean {
  return (
    others > 0 &&
    binding.source.kind === 'value' &&
    value.type === 'primitive' &&
    (value.value === undefined || value.value === null)
  );
}

/**
 * What is assigned inside a function: with the arguments of the call in force, else with those of all its callers.
 * `let base; function setBase(url) { base = url; }`: whoever calls the setter may have set it.
 */
export function chooseAssignedEnv(evaluator: Evaluator, node: SyntaxNode, env: Env): Env {
  for (const fn of listFunctionsAround(node)) {
    if (findFrame(env, fn) !== null) return env;
    if (evaluator.index.listCallers(fn).length > 0) return evaluator.anyCaller;
  }
  return env;
}

export function evaluateAssigned(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env = null): Value {
  return evaluator.evaluate(node, module, chooseAssignedEnv(evaluator, node, env));
}

function evaluateAssignment(
  evaluator: Evaluator,
  binding: Binding,
  assignment: Assignment,
  module: Module,
  outerEnv: Env,
): Value {
  const { node, steps } = assignment;
  const isInside = listFunctionsAround(node).every((fn) => contains(fn, binding.declaration));
  const env = isInside ? outerEnv : chooseAssignedEnv(evaluator, node, outerEnv);
  const right = evaluator.evaluate(node.right, module, env);
  if (node.operator === '=') return applySteps(evaluator, right, steps, module, env, node);
  // As the expression that it is, it is worked out once, however many assignments lead here.
  const before = evaluator.evaluate(node.left, module, env);
  if (node.operator === '??=' || node.operator === '||=') return unite([before, right]);
  if (node.operator !== '+=') return makeUnknown(node, module, 'it is computed');
  // Behind a question mark stands the query, whatever is appended: it does not change the path.
  const options = listTexts(before, node.left, module);
  const open = options.filter((text) => !getTextHead(text).includes('?'));
  const closed = options.filter((text) => getTextHead(text).includes('?'));
  if (open.length === 0) return unite(closed);
  return unite([...closed, concatTexts([open, listTexts(right, node.right, module)], node, module)]);
}

interface ReachingValues {
  readonly initial: boolean;
  readonly assignments: readonly Assignment[];
}

function findEnclosingFunction(node: SyntaxNode): SyntaxNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (isFunctionNode(at) || at.type === 'StaticBlock') return at;
  }
  return null;
}

function findLoop(node: SyntaxNode): SyntaxNode | null {
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at)) {
    if (/^(?:For|While|DoWhile)/.test(at.type)) return at;
  }
  return null;
}

/** An unconditional assignment that ran before the use: its statement stands in a block around the use. */
function dominates(assignment: Assignment, use: SyntaxNode): boolean {
  if (getEnd(assignment.node) > getStart(use)) return false;
  const statement = getParent(assignment.node);
  if (statement?.type !== 'ExpressionStatement') return false;
  const block = getParent(statement);
  return block !== undefined && (block.type === 'BlockStatement' || block.type === 'Program') && contains(block, use);
}

/** Which values reach a use: what a later unconditional assignment replaced is left out, as is what happens afterwards. */
function findReachingAssignments(binding: Binding, use: SyntaxNode): ReachingValues {
  const own = binding.assignments.filter(({ node }) => !contains(node, use));
  const fn = findEnclosingFunction(use);
  const local = own.filter(({ node }) => findEnclosingFunction(node) === fn);
  const killer = local.findLast((assignment) => dominates(assignment, use));
  const loop = findLoop(use);
  const after = (assignment: Assignment) =>
    getStart(assignment.node) > getStart(use) && !(loop !== null && contains(loop, assignment.node));
  const reaching = own.filter((assignment) => {
    if (!local.includes(assignment)) return killer === undefined || fn === null;
    if (after(assignment)) return false;
    return killer === undefined || getStart(assignment.node) >= getStart(killer.node);
  });
  return { initial: killer === undefined, assignments: reaching };
}

function findThisOwner(node: SyntaxNode): { readonly owner: SyntaxNode; readonly member: SyntaxNode } | null {
  for (let at: SyntaxNode = node, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (isFunctionNode(at) && at.type !== 'ArrowFunctionExpression') return { owner: at, member: at };
    if (parent.type === 'ClassBody') {
      const owner = getParent(parent);
      return owner === undefined ? null : { owner, member: at };
    }
  }
  return null;
}

function findClassOf(fn: FunctionNode): SyntaxNode | undefined {
  const body = getParent(fn);
  return body?.type === 'ClassBody' ? getParent(body) : undefined;
}

/** The value of `this`. Without a calling context it is any instance of the class around. */
export function evaluateThis(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env): Value {
  const found = findThisOwner(node);
  if (found === null) return makeUnknown(node, module, '`this` is not known here');
  const { owner, member } = found;
  const classNode = isFunctionNode(owner) ? findClassOf(owner) : owner;
  if (isFunctionNode(owner)) {
    const self = findFrame(env, owner)?.self;
    if (self) return self;
    const maker = findConstructorOf(owner, module) ?? (isConstructorFunction(owner, module) ? owner : null);
    if (maker !== null) {
      const fn = { type: 'function' as const, fn: maker, module, env: null, self: null, bound: [], ...NO_PROVENANCE };
      return constructObject({ ...fn, env: env?.any === true ? evaluator.anyCaller : null }, null, env?.any === true);
    }
    const parent = getParent(owner);
    const literal = parent?.type === 'ObjectProperty' ? getParent(parent) : parent;
    if (literal?.type === 'ObjectExpression') return evaluator.evaluate(literal, module, env);
  }
  if (classNode === undefined || !isClassNode(classNode)) return makeUnknown(node, module, '`this` is not known here');
  const of = { type: 'class' as const, node: classNode, module, env, ...NO_PROVENANCE };
  if ('static' in member && member.static === true) return of;
  return (
    findFrame(env, classNode)?.self ?? {
      type: 'instance',
      of,
      construction: null,
      any: env?.any === true,
      ...NO_PROVENANCE,
    }
  );
}

/** `super.name`: the member of the class above, with the same `this`. */
export function evaluateSuperMember(
  evaluator: Evaluator,
  node: SyntaxNode,
  name: string,
  module: Module,
  env: Env,
): Value {
  const self = evaluateThis(evaluator, node, module, env);
  const owner = findThisOwner(node)?.owner;
  const classNode = owner !== undefined && isFunctionNode(owner) ? findClassOf(owner) : owner;
  const member =
    classNode !== undefined && isClassNode(classNode) ? getSuperMember(evaluator, self, classNode, name) : null;
  return member ?? makeUnknown(node, module, 'the class above is not known');
}
