import type * as t from '@babel/types';
import { findCompiledRest } from '../../syntax/compiled-rest.ts';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { findFill } from '../../syntax/filled-names.ts';
import { contains, getStart, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Assignment, Binding, BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { evaluateExportedProperty } from '../components/component-setup.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateSharedMember } from '../frameworks/framework-globals.ts';
import { applyMemberMutations } from '../members/member-mutations.ts';
import { listElements } from '../members/objects.ts';
import { evaluateDefined } from '../modules/defined-names.ts';
import { evaluateExport, evaluateImport, evaluateOwnExports } from '../modules/exports.ts';
import { evaluateGlobalMember, PAGE_LIBRARIES } from '../modules/global-members.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findLocal } from '../run/locals.ts';
import { makeUnknown } from '../texts/texts.ts';
import { applyUrlMutations } from '../urls/url-mutations.ts';
import { isUndefined } from '../values/missing.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import type { Trail } from '../values/provenance.ts';
import { chooseEach, listOptions, unite } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import { type Env, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';
import { decideReaching, evaluateAssignment, tryAssignment } from './assignments.ts';
import { BranchValues } from './branch-values.ts';
import { evaluateFill } from './branches.ts';
import { evaluateNamespace, listEnumEntries } from './declared-members.ts';
import { demandClass } from './demanded-classes.ts';
import { applySteps } from './destructured.ts';
import { noteFallbacks } from './fallback-values.ts';
import { evaluateGrown, isBegunInside } from './grown-names.ts';
import { resolveParam } from './params.ts';
import { findEnclosingFunction, findReachingAssignments } from './reaching-assignments.ts';

/** What names stand for. */

const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self', 'global']);

/** ``$`curl …` `` of a script that `zx` runs, or that says `import 'zx/globals'`. */
const SHELL: Value = { type: 'external', module: 'zx', path: ['$'], made: null, ...NO_PROVENANCE };

/** Also with options: ``$({ quiet: true })`curl …` ``. */
function isTag(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent?.type === 'CallExpression') return parent.callee === node && isTag(parent);
  return parent?.type === 'TaggedTemplateExpression' && parent.tag === node;
}

function evaluateGlobal(name: string): Value {
  if (name === 'undefined') return UNDEFINED;
  if (PAGE_LIBRARIES.has(name)) return { type: 'external', module: name, path: [], made: null, ...NO_PROVENANCE };
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
    if (node.name === 'arguments') return evaluateArguments(evaluator, node, module, env);
    const exported = node.name === 'exports' ? evaluateOwnExports(evaluator, module) : null;
    if (exported !== null) return exported;
    const source = evaluator.graph.resolveName(module, node.name);
    const offered = source === null ? undefined : evaluateExport(evaluator, source.module, source.exported);
    // Markup says `$api` for what the script calls `this.$api`.
    const shared = module.path.endsWith('.vue') ? evaluateSharedMember(evaluator, node.name, false, module) : null;
    // Of all that call themselves so without an import, only the shell of zx is a tag.
    if (node.name === '$' && isTag(node)) return SHELL;
    return (
      offered ??
      shared ??
      evaluateGlobalMember(evaluator, node.name, module) ??
      evaluateDefined(evaluator, node.name, module) ??
      evaluateGlobal(node.name)
    );
  }
  // `declare const __API__: string`
  const isDeclared = binding.source.kind === 'value' && binding.source.node === null;
  const defined = isDeclared && binding.assignments.length === 0 ? evaluateDefined(evaluator, node.name, module) : null;
  if (defined !== null) return defined;
  const local = findLocal(env, binding);
  if (local !== undefined)
    return withProvenance(local, { item: evaluator.identify(node) }, findDeclaration(binding, module));
  const own = evaluateBinding(evaluator, binding, module, env, node);
  const bound = demandClass(evaluator, own, binding, node, module, env);
  const given = applyUrlMutations(evaluator, bound, module, env, node);
  const value = applyMemberMutations(evaluator, given, binding, module, env, node);
  const trail = findDeclaration(binding, module);
  return withProvenance(placeAtUse(value, binding, node), { item: evaluator.identify(node) }, trail);
}

/** All that the function around is called with, or all from one argument on. */
export function evaluateArguments(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env, from = 0): Value {
  const fn = listFunctionsAround(node).find(({ type }) => type !== 'ArrowFunctionExpression');
  if (fn === undefined) return makeUnknown(node, module, 'it is only known when the code runs');
  return resolveParam(evaluator, { kind: 'param', fn, index: from, rest: true, steps: [] }, module, env, node);
}

/** What is not known is shown where it is used, not where it is declared. */
function placeAtUse(value: Value, binding: Binding, use: SyntaxNode): Value {
  const isDeclared = (value.type === 'param' || value.type === 'unknown') && value.node === binding.declaration;
  return isDeclared ? { ...value, node: use } : value;
}

/** The context for a declaration: module level knows no callers, but where a component's markup is one. */
function trimEnv(evaluator: Evaluator, binding: Binding, module: Module, env: Env): Env {
  if (env === null || binding.scope.parent !== null || module.setup !== null) return env;
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
    case 'value': {
      if (source.node === null) return UNDEFINED;
      const rest = source.steps.length === 0 ? findCompiledRest(source.node) : null;
      if (rest !== null)
        return resolveParam(evaluator, { kind: 'param', ...rest, rest: true, steps: [] }, module, env, declaration);
      return applySteps(
        evaluator,
        evaluator.evaluate(source.node, module, env),
        source.steps,
        module,
        env,
        declaration,
      );
    }
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
      return toFetch(source.imported, evaluateImport(evaluator, module, source.specifier, source.imported));
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

/** `import { fetch } from './shims';` of a file that exports when it runs what the platform has: no other function is called so. */
function toFetch(name: string, value: Value): Value {
  const isShim = name === 'fetch' && (value.type === 'unknown' || isUndefined(value));
  return isShim ? { type: 'external', module: 'global', path: ['fetch'], made: null, ...NO_PROVENANCE } : value;
}

/** `const kind = ref('agents')`: what a template assigns to the name goes into the box. */
function isConstant({ declaration, source }: Binding): boolean {
  if (source.kind !== 'value') return false;
  let at = getParent(declaration);
  while (at !== undefined && at.type !== 'VariableDeclaration') at = getParent(at);
  return at?.kind === 'const';
}

/** `for (const step of steps) x = await step(x);`: what the steps hand the first that is none of the project's: `fetch`. */
function listPiped(
  evaluator: Evaluator,
  binding: Binding,
  use: SyntaxNode,
  module: Module,
  env: Env,
  initial: () => Value,
): readonly Value[] {
  const around = binding.assignments.find(({ node }) => node.operator === '=' && contains(node, use));
  const right = around === undefined ? null : unwrap(around.node.right);
  const call = right?.type === 'AwaitExpression' ? unwrap(right.argument) : right;
  if (call?.type !== 'CallExpression' || call.arguments.length !== 1 || call.arguments[0] !== use) return [];
  const source = findBindingOf(module, call.callee)?.source;
  if (source?.kind !== 'element' || source.steps.length > 0) return [];
  return listOptions(evaluator.evaluate(source.of, module, env)).flatMap((list) => {
    const steps = listElements(evaluator, list, env) ?? [];
    const sender = steps.findIndex(({ type }) => type !== 'function');
    return steps.slice(0, Math.max(0, sender)).reduce<readonly Value[]>(([before = initial()], step) => {
      const args = [{ kind: 'value' as const, value: before }];
      if (step.type !== 'function') return [];
      return [evaluateReturn(evaluator, step, { args, call: null, from: env }, env?.any === true)];
    }, []);
  });
}

/** What a binding can be where `use` stands. */
export function evaluateBinding(
  evaluator: Evaluator,
  binding: Binding,
  module: Module,
  outerEnv: Env,
  use: SyntaxNode,
): Value {
  if (binding.isCounted) return makeUnknown(binding.declaration, module, 'it is counted');
  const env = trimEnv(evaluator, binding, module, outerEnv);
  const initial = () =>
    evaluateExportedProperty(evaluator, binding, module, env, binding.declaration) ??
    evaluateSource(evaluator, binding.source, module, env, binding.declaration);
  if (binding.assignments.length === 0 || isConstant(binding)) return initial();
  const fill = findFill(binding, use);
  if (fill !== null) return evaluateFill(evaluator, fill, module, env);
  const flow = decideReaching(evaluator, findReachingAssignments(binding, use), use, module, env);
  const assign = (assignment: Assignment) => evaluateAssignment(evaluator, binding, assignment, module, env);
  const grown = evaluateGrown(binding, {
    use,
    module,
    reaching: flow.assignments,
    reader: evaluator,
    began: (growing) => {
      const others = flow.assignments.filter((assignment) => !growing.includes(assignment));
      if (!flow.initial && isBegunInside(binding, growing, others)) return null;
      return unite([...(flow.initial ? [initial()] : []), ...others.map(assign)]);
    },
    tryOut: ({ node }, value) => tryAssignment(evaluator, binding, node, { module, env }, value),
  });
  if (grown !== null) return grown;
  const branches = new BranchValues(evaluator, flow.assignments, use, module, env);
  const values = flow.assignments.flatMap((assignment) => branches.mark(assign(assignment), assignment) ?? []);
  const isSetLater = flow.assignments.every(({ node }) => isSetByAnother(node, binding));
  const declared = (flow.initial ? [initial()] : []).filter(
    (value) => !isUninitialised(binding, value, values.length) && !(isSetLater && isPlaceholder(value, values)),
  );
  const piped = flow.initial ? listPiped(evaluator, binding, use, module, env, initial) : [];
  const all = [...declared.flatMap((value) => branches.mark(value, null) ?? []), ...values, ...piped];
  const noted = noteFallbacks(unite(all), flow.assignments, assign);
  return all.length === 0 ? UNDEFINED : noted;
}

/** Is it assigned in a function that does not declare it? */
function isSetByAnother(node: SyntaxNode, { declaration }: Binding): boolean {
  return findEnclosingFunction(node) !== findEnclosingFunction(declaration);
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
