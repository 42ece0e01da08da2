import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, listProperties } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { Spelling } from './versioned-spellings.ts';

/**
 * `LIMITS[url]`, `url === recorded.url`, `RULES.some((rule) => url.startsWith(rule.url))` with data of a JSON file: what the source
 * names by a whole URL changes with it, and no file but code is edited.
 */

/** A question to a URL: what is asked, and what it answers. */
interface Question {
  readonly asked: SyntaxNode;
  readonly answer: (url: string, text: string) => boolean;
}

/** `'GET https://api.voice.example/calls'`: recorded answers are often kept under more than the URL. */
function names(url: string, text: string): boolean {
  if (url === text) return true;
  const at = text.indexOf(url);
  return at > 0 && /[\s|,:_-]/.test(text.charAt(at - 1)) && !/[\w/-]/.test(text.charAt(at + url.length));
}

const OF_TEXTS: Readonly<Record<string, Question['answer']>> = {
  startsWith: (url, text) => url.startsWith(text),
  includes: (url, text) => url.includes(text),
  endsWith: (url, text) => url.endsWith(text),
};

const MEMBERSHIP = /^(?:has|includes|indexOf|get)$/;

export function findQuestion(parent: SyntaxNode, node: SyntaxNode): Question | null {
  if (parent.type === 'BinaryExpression') {
    if (!/^(?:[=!]==?|in)$/.test(parent.operator)) return null;
    return { asked: parent.left === node ? parent.right : parent.left, answer: names };
  }
  if (isMemberNode(parent)) {
    if (parent.property === node) return parent.computed ? { asked: parent.object, answer: names } : null;
    const call = getParent(parent);
    const answer = OF_TEXTS[nameMember(parent) ?? ''];
    if (call?.type !== 'CallExpression' || call.callee !== parent || answer === undefined) return null;
    const [asked] = call.arguments;
    return asked === undefined ? null : { asked, answer };
  }
  if (parent.type !== 'CallExpression' || parent.arguments[0] !== node) return null;
  const callee = unwrap(parent.callee);
  const isAsked = isMemberNode(callee) && MEMBERSHIP.test(nameMember(callee) ?? '');
  return isAsked ? { asked: callee.object, answer: names } : null;
}

/** The texts of data: those that stand nowhere in the source. */
function listData(evaluator: Evaluator, value: Value): readonly string[] {
  return listOptions(value).flatMap((option): readonly string[] => {
    if (option.type === 'object')
      return option.node === null ? listProperties(evaluator, option).map(([name]) => name) : [];
    if (option.type === 'array')
      return (listElements(evaluator, option) ?? []).flatMap((one) => listData(evaluator, one));
    if (option.type !== 'text') return [];
    const texts = option.atoms.flatMap((atom) => (atom.kind === 'text' && atom.origin === null ? atom.text : []));
    return texts.length === option.atoms.length && texts.length > 0 ? [texts.join('')] : [];
  });
}

/** `spelt`: the URL as it is, and with a version. */
export function asksData(
  evaluator: Evaluator,
  { parent, node, module }: { readonly parent: SyntaxNode; readonly node: SyntaxNode; readonly module: Module },
  spelt: () => readonly Spelling[],
): boolean {
  const question = findQuestion(parent, node);
  if (question === null) return false;
  const { asked, answer } = question;
  const data = listData(evaluator, evaluator.evaluate(asked, module, evaluator.anyCaller));
  return data.some((text) => spelt().some(({ before, after }) => answer(before, text) !== answer(after, text)));
}
