import type { Addressed } from '../../model/analysis.ts';
import type { UrlValue } from '../../model/url-value.ts';
import { leaves } from '../../syntax/leaving.ts';
import { isCallNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { type Module, readCode } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';

/**
 * `if (!request.url.startsWith(API)) return next(request);`, `if (url.includes('api.acme.test'))` of a hook that sees all requests: what stands behind it is done to those
 * of the API alone.
 */

const ADDRESS = /\b(?:url|uri|href|baseURL|input|resource)\b/i;
const ABSOLUTE = /^https?:\/\//i;
/** A host, or what stands in front of it as well. */
const HOST = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/i;

/** What an address has to begin with for the condition to be as asked; each list is one question. */
function listBeginnings(
  evaluator: Evaluator,
  given: SyntaxNode,
  isTrue: boolean,
  module: Module,
): readonly (readonly string[])[] {
  const test = unwrap(given);
  if (test.type === 'UnaryExpression' && test.operator === '!')
    return listBeginnings(evaluator, test.argument, !isTrue, module);
  if (test.type === 'LogicalExpression' && test.operator === (isTrue ? '&&' : '||'))
    return [test.left, test.right].flatMap((side) => listBeginnings(evaluator, side, isTrue, module));
  if (!isTrue || !isCallNode(test) || !('arguments' in test)) return [];
  const callee = unwrap(test.callee);
  const [wanted] = test.arguments;
  const question = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
  if (!isMemberNode(callee) || !/^(?:startsWith|includes)$/.test(question) || wanted === undefined) return [];
  const asked = readCode(module, callee.object);
  // The address of the page is none of a request.
  if (!ADDRESS.test(asked) || /\blocation\b/.test(asked)) return [];
  evaluator.ask();
  const texts = listTexts(evaluator.evaluate(wanted, module, evaluator.anyCaller), wanted, module).map((text) =>
    findKnownText(text),
  );
  const known = texts.filter((text) => text !== null);
  const isOfHost = (text: string) => (question === 'startsWith' ? ABSOLUTE : HOST).test(text);
  return known.length === texts.length && known.every(isOfHost) ? [known] : [];
}

/** The questions on the way to a place, within the function that it stands in. */
function listGuards(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (
    let at = node, parent = getParent(at);
    parent !== undefined && !isFunctionNode(at);
    at = parent, parent = getParent(at)
  ) {
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
      if (parent.test !== at) found.push(...listBeginnings(evaluator, parent.test, parent.consequent === at, module));
    }
    if (parent.type === 'LogicalExpression' && parent.operator === '&&' && parent.right === at)
      found.push(...listBeginnings(evaluator, parent.left, true, module));
    if (parent.type !== 'BlockStatement') continue;
    for (const statement of parent.body) {
      if (statement === at) break;
      if (statement.type === 'IfStatement' && !statement.alternate && leaves(statement.consequent))
        found.push(...listBeginnings(evaluator, statement.test, false, module));
    }
  }
  return found;
}

/** A whole address that begins otherwise, or a path of the own server. */
function isKeptOut({ parts: [first] }: UrlValue, beginnings: readonly string[]): boolean {
  if (first?.kind === 'text' && /^\/(?!\/)/.test(first.text))
    return !beginnings.some((beginning) => first.text.includes(beginning));
  if (first?.kind !== 'text' || !/^https?:\/\/[^/]+./i.test(first.text)) return false;
  // `url.includes('api.voice.example')` is true of what begins with that host, whatever stands in front.
  const without = (text: string) => text.replace(/^https?:\/\//i, '');
  return !beginnings.some((beginning) => {
    const isWhole = ABSOLUTE.test(beginning);
    const [text, wanted] = isWhole ? [first.text, beginning] : [without(first.text), beginning];
    return isWhole
      ? text.startsWith(wanted) || wanted.startsWith(text)
      : text.includes(wanted) || wanted.startsWith(text);
  });
}

/** Is it only for some addresses that a hook comes to this place? */
export function isGuarded(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  return listGuards(evaluator, node, module).length > 0;
}

/** With which URLs the requests that a hook sees do not get as far as this place of it. */
export function listKeptOut(
  evaluator: Evaluator,
  requests: ReadonlySet<Addressed>,
  node: SyntaxNode,
  module: Module,
): readonly UrlValue[] {
  const guards = listGuards(evaluator, node, module);
  if (guards.length === 0) return [];
  return [...requests].flatMap(({ urls }) =>
    urls.filter((url) => guards.some((beginnings) => isKeptOut(url, beginnings))),
  );
}
