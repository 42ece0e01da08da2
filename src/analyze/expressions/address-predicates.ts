import { type FunctionNode, nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { readHead } from './text-questions.ts';

/** `isAbsoluteUrl(path)`, where no file of the project says how it is told: what such a function answers of a path. */

/** A scheme and a host are what all of these ask for; `path.isAbsolute` asks for a slash. */
const NAME =
  /^_?(?:is|has|looksLike)_?(?:An?|Valid|Absolute|Full|Fully_?Qualified|Complete|Remote|External|Web|Https?|_)*(?:Ur[il]|Https?|Href|Hyperlink|Protocol|Scheme)(?:String|Path|Like)?$/i;
const PACKAGE =
  /^(?:is-(?:absolute-|http-|valid-http-|valid-)?ur[il](?:-http|-superb)?|is-url-external|is-absolute-url)$/;

/** `try { new URL(path); return true; } catch { return false; }`: without a base no path is one. */
function triesAsUrl({ params: [param, ...others], body, async }: FunctionNode): boolean {
  const [only, ...rest] = body.type === 'BlockStatement' ? body.body : [];
  if (async || param?.type !== 'Identifier' || others.length > 0 || only?.type !== 'TryStatement') return false;
  const answersNo = only.handler?.body.body.some(
    (statement) =>
      statement.type === 'ReturnStatement' &&
      statement.argument?.type === 'BooleanLiteral' &&
      !statement.argument.value,
  );
  const { name } = param;
  const tries = someNode(
    only.block,
    (node) =>
      node.type === 'NewExpression' &&
      nameCallee(node.callee) === 'URL' &&
      node.arguments.length === 1 &&
      node.arguments.some((given) => given.type === 'Identifier' && given.name === name),
  );
  const asksMore = someNode(only.block, (node) =>
    /^(?:If|Switch)Statement$|^(?:Binary|Logical)Expression$/.test(node.type),
  );
  return rest.length === 0 && answersNo === true && tries && !asksMore;
}

/** Is it a question for an absolute address, which nobody here has read or the language answers? */
export function asksForAddress(callee: SyntaxNode, value: Value): boolean {
  const name = nameCallee(callee) ?? '';
  return listOptions(value).every((option) => {
    if (option.type === 'function') return option.bound.length === 0 && triesAsUrl(option.fn);
    if (option.type === 'external')
      return option.module !== 'global' && (NAME.test(name) || (PACKAGE.test(option.module) && option.made === null));
    return option.type === 'unknown' && NAME.test(name);
  });
}

/** A path from the root and a word alone have no host; what begins with a hole, with `//` or a name with a dot may have one. */
export function isAddressText(text: TextValue): boolean | null {
  const { text: head, isWhole } = readHead(text);
  if (/^https?:\/\/[^/]/i.test(head)) return true;
  if (/^\/(?:[^/]|$)/.test(head) && (head.length > 1 || isWhole)) return false;
  return /^[\w-]+[/?]/.test(head) || (isWhole && /^[\w-]*$/.test(head)) ? false : null;
}
