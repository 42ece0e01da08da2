import { nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { readHead } from './text-questions.ts';

/** `isAbsoluteUrl(path)`, where no file of the project says how it is told: what such a function answers of a path. */

/** A scheme and a host are what all of these ask for; `path.isAbsolute` asks for a slash. */
const NAME =
  /^_?(?:is|has|looksLike)_?(?:An?|Valid|Absolute|Full|Fully_?Qualified|Complete|Remote|External|Web|Https?|_)*(?:Ur[il]|Https?|Href|Hyperlink|Protocol|Scheme)(?:String|Path|Like)?$/i;
const PACKAGE =
  /^(?:is-(?:absolute-|http-|valid-http-|valid-)?ur[il](?:-http|-superb)?|is-url-external|is-absolute-url)$/;

/** Is it a question for an absolute address, answered by what nobody here has read? */
export function asksForAddress(callee: SyntaxNode, value: Value): boolean {
  const name = nameCallee(callee) ?? '';
  return listOptions(value).every((option) => {
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
