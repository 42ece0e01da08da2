import { type CallNode, getKeyName, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { isSameClient } from '../interceptors/interceptors.ts';
import type { Module } from '../modules/modules.ts';
import { listOptions } from '../values/unions.ts';
import type { FunctionValue } from '../values/values.ts';
import type { Naming } from './naming.ts';
import type { Place } from './places.ts';

/**
 * `client.interceptors.request.use((config) => …)`: a function that sees what each request of a client was given, and may ask
 * its path; one that sees the answers has it of their `config`.
 */

interface Installed {
  readonly node: SyntaxNode & { readonly type: 'CallExpression' };
  readonly module: Module;
  readonly client: SyntaxNode;
  readonly path: readonly string[];
}

/** The way from what the function is handed to the path. */
const WAYS: Readonly<Record<string, readonly string[]>> = { request: ['url'], response: ['config', 'url'] };

function collect(evaluator: Evaluator): readonly Installed[] {
  return evaluator.index.calls.flatMap(({ node, module }): readonly Installed[] => {
    if (node.type !== 'CallExpression') return [];
    const use = unwrap(node.callee);
    if (!isMemberNode(use) || getKeyName(use.property, use.computed) !== 'use') return [];
    const kind = unwrap(use.object);
    const path = isMemberNode(kind) ? WAYS[getKeyName(kind.property, kind.computed) ?? ''] : undefined;
    const holder = isMemberNode(kind) ? unwrap(kind.object) : kind;
    if (path === undefined || !isMemberNode(holder)) return [];
    if (getKeyName(holder.property, holder.computed) !== 'interceptors') return [];
    return [{ node, module, client: holder.object, path }];
  });
}

const installed = new WeakMap<Evaluator, readonly Installed[]>();

interface ClientHook {
  readonly hook: FunctionValue;
  readonly path: readonly string[];
}

/** The functions that see what the call sends; empty for a call that sends nothing. */
function listClientHooks(evaluator: Evaluator, call: SyntaxNode, module: Module): readonly ClientHook[] {
  const all = installed.get(evaluator) ?? collect(evaluator);
  installed.set(evaluator, all);
  if (all.length === 0 || (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression')) return [];
  const env = evaluator.anyCaller;
  const targets = listOptions(evaluateCallee(evaluator, call, module, env)).filter(
    (option) => option.type === 'client' || option.type === 'external',
  );
  if (targets.length === 0) return [];
  return all.flatMap(({ node, module: around, client, path }) => {
    const owners = listOptions(evaluator.evaluate(client, around, env));
    if (!owners.some((owner) => targets.some((target) => isSameClient(owner, target)))) return [];
    return node.arguments.flatMap((given) =>
      listOptions(evaluator.evaluate(given, around, env)).flatMap((hook) =>
        hook.type === 'function' ? [{ hook, path }] : [],
      ),
    );
  });
}

/** What a client is given to send is seen by the functions that intercept it. */
export function bindHooks(evaluator: Evaluator, naming: Naming, call: CallNode, place: Place): void {
  const [first] = place.path;
  if (call.type === 'TaggedTemplateExpression' || call.arguments[0] !== place.node) return;
  if (first !== undefined && first !== 'url') return;
  for (const { hook, path } of listClientHooks(evaluator, call, place.module)) {
    const [param] = hook.fn.params;
    if (param === undefined) continue;
    naming.bind(param, { ...place, node: param, module: hook.module, path, isHandedOver: true, handed: null });
  }
}
