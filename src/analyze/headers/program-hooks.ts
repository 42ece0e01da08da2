import { isTestFile } from '../../model/test-files.ts';
import { type FunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** Hooks that a library takes by a call of its own: `$.ajaxPrefilter(…)`, openapi-fetch's `client.use({ onRequest })`. */

/** Libraries of which a program has one client: what is set on it is set for every request. */
const WHOLE = ['HttpClient', 'HttpService', 'jquery', '$http', 'fetch', 'vue-resource'] as const;
export type WholeClient = (typeof WHOLE)[number];

export function isWhole(client: string): client is WholeClient {
  return WHOLE.some((name) => name === client);
}

/** By the name of the call: the member that is the hook, or none where the argument is. */
const JQUERY: Readonly<Record<string, string | null>> = {
  ajaxSetup: 'beforeSend',
  ajaxPrefilter: null,
  ajaxSend: null,
};

interface ProgramHook {
  readonly fn: FunctionNode;
  /** Whose requests it sees: a library's, or those of the client that a call made. */
  readonly key: WholeClient | SyntaxNode;
}

export function isJquery(value: Value): boolean {
  if (value.type !== 'external') return false;
  return value.module === 'jquery' || (value.module === 'global' && /^(?:\$|jQuery)$/.test(value.path[0] ?? ''));
}

function listFunctions(
  evaluator: Evaluator,
  given: Value,
  member: string | null,
  node: SyntaxNode,
): readonly FunctionNode[] {
  return listOptions(given).flatMap((option) => {
    if (option.type === 'function') return member === null ? [option.fn] : [];
    const module = evaluator.graph.findOwner(node);
    if (option.type !== 'object' || member === null || module === undefined) return [];
    const hook = evaluator.getProperty(option, member, node, module);
    return hook.type === 'function' ? [hook.fn] : [];
  });
}

/** `globalThis.fetch = (url, init) => original(url, { ...init, headers })`: what a program puts in the place of `fetch`. */
function listPatches(evaluator: Evaluator): readonly ProgramHook[] {
  const set = evaluator.index.listMemberAssignments('fetch').filter(({ module }) => !isTestFile(module.path));
  return set.flatMap(({ object, value, module }): readonly ProgramHook[] => {
    const owner = unwrap(object);
    const isGlobal =
      owner.type === 'Identifier' && GLOBAL.test(owner.name) && findBindingOf(module, owner) === undefined;
    if (!isGlobal) return [];
    evaluator.ask();
    const functions = listFunctions(evaluator, evaluator.evaluate(value, module, null), null, value);
    return functions.map((fn) => ({ fn, key: 'fetch' }));
  });
}

const GLOBAL = /^(?:globalThis|window|self|global)$/;

/** `api.addRequestTransform((request) => { … })` of apisauce. */
function listTransforms(evaluator: Evaluator): readonly ProgramHook[] {
  return evaluator.index.calls.flatMap(({ node, module }): readonly ProgramHook[] => {
    const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
    if (node.type !== 'CallExpression' || callee === null || !isMemberNode(callee)) return [];
    if (!/^add(?:Async)?RequestTransform$/.test(nameMember(callee) ?? '')) return [];
    evaluator.ask();
    const owners = listOptions(evaluator.evaluate(callee.object, module, evaluator.anyCaller));
    const made = owners.flatMap((owner) => (owner.type === 'client' ? (owner.made ?? []) : []));
    const given = node.arguments.map((argument: SyntaxNode) =>
      evaluator.evaluate(argument, module, evaluator.anyCaller),
    );
    const hooks = given.flatMap((value) => listFunctions(evaluator, value, null, node));
    return hooks.flatMap((fn) => made.map((key) => ({ fn, key })));
  });
}

export function listProgramHooks(evaluator: Evaluator): readonly ProgramHook[] {
  const env = evaluator.anyCaller;
  const ofJquery = evaluator.index.calls.flatMap(({ node, module }): readonly ProgramHook[] => {
    if (node.type !== 'CallExpression') return [];
    const callee = unwrap(node.callee);
    const name = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
    if (!isMemberNode(callee) || !Object.hasOwn(JQUERY, name)) return [];
    evaluator.ask();
    if (!listOptions(evaluator.evaluate(callee.object, module, env)).some(isJquery)) return [];
    const given = node.arguments.map((argument: SyntaxNode) => evaluator.evaluate(argument, module, env));
    return given
      .flatMap((value) => listFunctions(evaluator, value, JQUERY[name] ?? null, node))
      .map((fn) => ({ fn, key: 'jquery' }));
  });
  const used = evaluator.index.listMiddlewares().flatMap(({ node, module, receiver }): readonly ProgramHook[] => {
    if (node.type !== 'CallExpression') return [];
    evaluator.ask();
    const made = listOptions(evaluator.evaluate(receiver, module, env)).flatMap((owner) =>
      owner.type === 'client' && owner.library === 'openapi-fetch' ? (owner.made ?? []) : [],
    );
    if (made.length === 0) return [];
    const given = node.arguments.map((argument: SyntaxNode) => evaluator.evaluate(argument, module, env));
    const hooks = given.flatMap((value) => listFunctions(evaluator, value, 'onRequest', node));
    return hooks.flatMap((fn) => made.map((key) => ({ fn, key })));
  });
  return [...ofJquery, ...used, ...listTransforms(evaluator), ...listPatches(evaluator)];
}
