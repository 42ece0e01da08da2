import type { Application } from '../calls/application.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';

/**
 * `chrome.storage.sync.get({ apiBase: 'https://…' })`: what an extension has stored, with what stands in the call for what nobody
 * has stored yet; by a promise, or handed to a function.
 */

const READS = /^(?:chrome|browser)\.storage\.(?:sync|local|managed|session)\.get$/;

function isRead({ module, made, path }: ExternalValue): boolean {
  return module === 'global' && made === null && READS.test(path.join('.'));
}

export function readExtensionStore(evaluator: Evaluator, callee: ExternalValue, { args }: BuiltinCall): Value | null {
  const defaults = isRead(callee) ? evaluator.getArgument(args, 0) : undefined;
  return defaults?.type === 'object' ? defaults : null;
}

export function applyExtensionStore(
  evaluator: Evaluator,
  callee: ExternalValue,
  [defaults, callback]: readonly Argument[],
): Application | null {
  if (!isRead(callee) || defaults === undefined || callback === undefined) return null;
  const run = evaluator.evaluateArgument(callback);
  return run.type === 'function' ? { callee: run, args: [defaults] } : null;
}
