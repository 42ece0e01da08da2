import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';

/**
 * `page.route('https://…/**', (route) => new URL(route.request().url()).pathname)`, `(await page.waitForRequest('https://…')).url()`: the
 * requests of a page under test, of which the test names the host where it says which ones it watches.
 */

const WATCHING = /\b(?:route|waitForRe(?:quest|sponse))\(/;
const WAITING = /^waitForRe(?:quest|sponse)$/;
const HOST = /^https?:\/\/([\w.-]+(?::\d+)?)(?=[/?#*]|$)/i;
const MAX_HOPS = 8;

/** The call by which the test watches the request whose URL this is. */
function findWatch(start: SyntaxNode, module: Module, element: number | null = null, hops = 0): SyntaxNode | null {
  const at = unwrap(start);
  if (hops > MAX_HOPS) return null;
  const go = (next: SyntaxNode | null | undefined, index: number | null = null): SyntaxNode | null =>
    next ? findWatch(next, module, index, hops + 1) : null;
  if (at.type === 'Identifier') {
    const source = findBindingOf(module, at)?.source;
    if (source?.kind === 'param') {
      const call = getParent(source.fn);
      const isHandler = call?.type === 'CallExpression' && call.arguments[1] === source.fn;
      return isHandler && nameMember(unwrap(call.callee)) === 'route' ? call : null;
    }
    if (source?.kind !== 'value' || source.node === null) return null;
    const [step, ...others] = source.steps;
    if (step === undefined) return go(source.node);
    return step.kind === 'index' && others.length === 0 ? go(source.node, step.index) : null;
  }
  if (at.type === 'NewExpression') return at.arguments.length === 1 ? go(at.arguments[0]) : null;
  if (at.type !== 'CallExpression') return null;
  const callee = unwrap(at.callee);
  if (!isMemberNode(callee)) return null;
  const name = nameMember(callee) ?? '';
  if (WAITING.test(name)) return element === null ? at : null;
  const [list] = at.arguments;
  // `const [request] = await Promise.all([page.waitForRequest(…), page.click(…)])`
  if (name === 'all' && nameCallee(callee.object) === 'Promise' && element !== null)
    return list?.type === 'ArrayExpression' ? go(list.elements[element]) : null;
  return at.arguments.length === 0 && /^(?:url|request)$/.test(name) ? go(callee.object) : null;
}

/** The host that the watched requests go to; null where the URL is none of theirs, or no host is named. */
export function findWatchedHost(evaluator: Evaluator, url: SyntaxNode, module: Module): string | null {
  if (!WATCHING.test(module.text)) return null;
  const call = findWatch(url, module);
  const [pattern] = call !== null && isCallNode(call) && 'arguments' in call ? call.arguments : [];
  if (pattern === undefined) return null;
  evaluator.ask();
  const hosts = listTexts(evaluator.evaluate(pattern, module, null), pattern, module).map(
    ({ atoms }) => HOST.exec(flatten(atoms))?.[1]?.toLowerCase() ?? null,
  );
  const [host = null, ...others] = new Set(hosts);
  return others.length === 0 ? host : null;
}
