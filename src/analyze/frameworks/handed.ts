import { describeName, type FunctionNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { Env, ExternalValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { evaluateProvided } from './nuxt-plugins.ts';
import { evaluateProcedureContext } from './procedure-contexts.ts';
import { isSvelteKitRoute } from './svelte-kit.ts';
import { evaluateFixture } from './test-fixtures.ts';
import { evaluateToolInput } from './tool-inputs.ts';

/** What frameworks hand to functions that no code of the project calls. */

/** A Cloudflare worker's events: the second argument is its environment. */
const WORKER_EVENTS = /^(?:fetch|scheduled|queue|email|tail)$/;

const PAGES_FUNCTION = /^onRequest(?:Get|Post|Put|Patch|Delete|Head|Options)?$/;

function makeExternal(module: string, path: readonly string[]): ExternalValue {
  return { type: 'external', module, path, made: null, ...NO_PROVENANCE };
}

/** The name under which a function is a member or a constant. */
function nameFunction(fn: FunctionNode): string | null {
  if (fn.type === 'ObjectMethod') return nameKey(fn);
  if (fn.type === 'FunctionDeclaration') return fn.id?.name ?? null;
  const parent = getParent(fn);
  if (parent?.type === 'ObjectProperty') return nameKey(parent);
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
}

/** Is it a member of the object that the file exports as its default? */
function isExportedMember(fn: FunctionNode, module: Module): boolean {
  let at: SyntaxNode | undefined = getParent(fn);
  if (at?.type === 'ObjectProperty') at = getParent(at);
  if (at?.type !== 'ObjectExpression') return false;
  for (let outer = getParent(at); outer !== undefined; outer = getParent(outer)) {
    if (outer.type === 'ExportDefaultDeclaration') return true;
    if (outer.type === 'VariableDeclarator' && outer.id.type === 'Identifier') {
      const found = module.exports.get('default');
      return found?.kind === 'expression' && found.node.type === 'Identifier' && found.node.name === outer.id.name;
    }
    if (!/^TS(?:Satisfies|As)Expression$/.test(outer.type)) return false;
  }
  return false;
}

/** `env: Env`, `env: Bindings`: what a worker hands to a function that only its default export names. */
export function isEnvironmentParam(param: SyntaxNode | undefined): boolean {
  if (param?.type === 'TSParameterProperty') return isEnvironmentParam(param.parameter);
  if (param?.type !== 'Identifier' || param.name !== 'env' || param.typeAnnotation?.type !== 'TSTypeAnnotation')
    return false;
  const type = param.typeAnnotation.typeAnnotation;
  return (
    type.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    /(?:Env|Bindings)$/.test(type.typeName.name)
  );
}

/** `const scheduled: ExportedHandlerScheduledHandler<Env> = async (event, env) => …`: another file hands it to the worker. */
function isTypedHandler(fn: FunctionNode): boolean {
  const declared = getParent(fn);
  const id = declared?.type === 'VariableDeclarator' && declared.id.type === 'Identifier' ? declared.id : null;
  const type = id?.typeAnnotation?.type === 'TSTypeAnnotation' ? id.typeAnnotation.typeAnnotation : null;
  return (
    type?.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    /^(?:ExportedHandler\w+Handler|EmailExportedHandler)$/.test(type.typeName.name)
  );
}

/** `exports.handler` and what is exported under that name. */
function isHandler(fn: FunctionNode): boolean {
  const set = getParent(fn);
  if (set?.type !== 'AssignmentExpression') return nameFunction(fn) === 'handler';
  return set.right === fn && /^(?:module\.)?exports\.handler$/.test(describeName(unwrap(set.left)));
}

/** `exports.handler = (context, event, callback) => …` of Twilio Functions: the context has the variables as its members. */
function isTwilioFunction(fn: FunctionNode, { path, text }: Module): boolean {
  const [context, event, callback] = fn.params;
  if (context?.type !== 'Identifier' || context.name !== 'context' || event === undefined || callback === undefined)
    return false;
  return (/(?:^|\/)functions\//.test(path) || /twilio/i.test(text)) && isHandler(fn);
}

/** The whole of a parameter that a framework gives its value; null where nobody knows. */
export function evaluateHandedParam(fn: FunctionNode, index: number, module: Module): Value | null {
  if (index === 0 && isTwilioFunction(fn, module)) return { type: 'env-object', ...NO_PROVENANCE };
  const name = index === 1 ? nameFunction(fn) : null;
  const isWorker =
    index === 1 && ((name !== null && WORKER_EVENTS.test(name) && isExportedMember(fn, module)) || isTypedHandler(fn));
  return isWorker ? { type: 'env-object', ...NO_PROVENANCE } : null;
}

/** A member of the second parameter: `*login({ payload }, { call, put })` in a model of dva gets the effects of redux-saga. */
export function evaluateSecondMember(
  evaluator: Evaluator,
  { fn, index }: { readonly fn: FunctionNode; readonly index: number },
  name: string,
  module: Module,
): Value | null {
  // `nuxtServerInit({ commit }, { $axios })`
  if (name.startsWith('$')) return evaluateProvided(evaluator, name, module);
  const isEffect = index === 1 && 'generator' in fn && fn.generator === true && /^(?:call|fork)$/.test(name);
  return isEffect ? makeExternal('redux-saga/effects', [name]) : null;
}

/** A member of the first parameter, likewise. */
export function evaluateHandedMember(
  evaluator: Evaluator,
  fn: FunctionNode,
  name: string,
  module: Module,
  env: Env,
): Value | null {
  // `asyncData({ $voice })`, `({ $axios }, inject) => …`
  if (name.startsWith('$')) return evaluateProvided(evaluator, name, module);
  if (name === 'ctx') return evaluateProcedureContext(evaluator, fn, module);
  if (name === 'fetch') return isSvelteKitRoute(module.path) ? makeExternal('global', ['fetch']) : null;
  if (name === 'env') {
    const isPages = PAGES_FUNCTION.test(nameFunction(fn) ?? '');
    return isPages ? { type: 'env-object', ...NO_PROVENANCE } : null;
  }
  const input = evaluateToolInput(evaluator, fn, name, module);
  if (input !== null) return input;
  const fixture = evaluateFixture(evaluator, fn, name, module, env);
  if (fixture !== 'own') return fixture;
  return /^(?:request|page|context|playwright)$/.test(name)
    ? makeExternal('@playwright/test', ['fixtures()', name])
    : null;
}
