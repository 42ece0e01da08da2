import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { isJquery, type WholeClient } from './program-hooks.ts';

/** `$.ajaxSetup({ headers })`, `client.setConfig({ headers })`: calls that give a client, once made, headers for all that it sends. */

const GIVING = /^(?:ajaxSetup|setConfig)$/;

interface GivenOptions {
  readonly headers: Value;
  /** Whose requests are sent with them: a library's, or those of the client that a call made. */
  readonly keys: readonly (WholeClient | SyntaxNode)[];
}

function listKeys(value: Value): GivenOptions['keys'] {
  return listOptions(value).flatMap((owner): GivenOptions['keys'] => {
    if (isJquery(owner)) return ['jquery'];
    return owner.type === 'client' && owner.made !== null ? [owner.made] : [];
  });
}

/** Null for a call that gives no headers. */
export function findGivenOptions(evaluator: Evaluator, call: SyntaxNode, module: Module): GivenOptions | null {
  if (call.type !== 'CallExpression') return null;
  const callee = unwrap(call.callee);
  const [given] = call.arguments;
  if (given === undefined || !isMemberNode(callee) || !GIVING.test(nameMember(callee) ?? '')) return null;
  evaluator.ask();
  const headers = evaluator.getProperty(evaluator.evaluate(given, module, null), 'headers', call, module);
  const keys = isUndefined(headers) ? [] : listKeys(evaluator.evaluate(callee.object, module, evaluator.anyCaller));
  return keys.length === 0 ? null : { headers, keys };
}
