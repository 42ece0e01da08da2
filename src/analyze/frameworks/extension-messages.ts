import { type CallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Applied } from '../calls/applied-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { keepMeeting } from '../modules/programs.ts';
import { makeUnknown } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';

/**
 * How the parts of a browser extension call each other: what listens to `chrome.runtime.onMessage` runs for
 * `chrome.runtime.sendMessage({ type: 'request', path })`.
 */

const POLYFILLS = /^(?:webextension-polyfill(?:-ts)?|wxt\/browser|#imports)$/;

/** The name behind `chrome` or `browser`; null for other values. */
function nameApi({ module, path, made }: ExternalValue): string | null {
  if (made !== null) return null;
  const isGlobal = module === 'global' && /^(?:chrome|browser)$/.test(path[0] ?? '');
  if (!isGlobal && !POLYFILLS.test(module)) return null;
  return path.filter((name, index) => index > 0 || !/^(?:chrome|browser)$/.test(name)).join('.');
}

/** Which argument is the message. */
const SENDERS: Readonly<Record<string, number>> = { 'runtime.sendMessage': 0, 'tabs.sendMessage': 1 };

function isListener({ node, module }: CallSite): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee) || nameCallee(callee) !== 'addListener') return false;
  return nameCallee(callee.object) === 'onMessage' && module.text.includes('runtime');
}

const listListeners = gatherFromCalls(
  (): CallSite[] => [],
  (listeners, site) => {
    if (isListener(site)) listeners.push(site);
  },
);

function listHandlers(evaluator: Evaluator, asking: CallSite['module']): readonly Value[] {
  return keepMeeting(evaluator, listListeners(evaluator), asking).flatMap(({ node, module }) => {
    const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
    const owner = callee !== null && isMemberNode(callee) ? evaluator.evaluate(callee.object, module, null) : null;
    if (owner?.type !== 'external' || nameApi(owner) !== 'runtime.onMessage') return [];
    return evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0) ?? [];
  });
}

/** What a message that is sent runs, with the message; null for other calls. */
export function applyMessage(
  evaluator: Evaluator,
  { node, module }: { readonly node: CallNode; readonly module: CallSite['module'] },
  callee: ExternalValue,
  args: readonly Argument[],
): Applied | null {
  const index = SENDERS[nameApi(callee) ?? ''];
  const message = index === undefined ? undefined : args[index];
  const handlers = message === undefined ? [] : listHandlers(evaluator, module);
  if (message === undefined || handlers.length === 0) return null;
  const sender: Argument = { kind: 'value', value: makeUnknown(node, module, 'it says who sent the message') };
  return { callee: unite(handlers), args: [message, sender] };
}
