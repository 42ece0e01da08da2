import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { type Module, readCode } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `base.endsWith('/v1') ? base : `${base}/v1``: where it is given back as it is, it ends in the version. */

const VERSION = /^\/v\d+\/?$/;

/** What a text was found to end in, where it is asked about a version. */
function readEnding(test: SyntaxNode, module: Module): { readonly text: SyntaxNode; readonly ending: string } | null {
  const call = unwrap(test);
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(call.callee);
  const [asked] = call.arguments;
  if (!isMemberNode(callee) || nameMember(callee) !== 'endsWith') return null;
  const ending = readConstant(asked, module);
  return ending !== null && VERSION.test(ending) ? { text: callee.object, ending } : null;
}

function end(value: Value, ending: string): readonly Value[] {
  const known = findKnownText(value);
  if (known !== null) return known.endsWith(ending) ? [value] : [];
  if (value.type !== 'text' || value.atoms.at(-1)?.kind === 'text') return [value];
  return [{ ...value, atoms: [...value.atoms, ...makeText(ending).atoms] }];
}

/** The value of the branch `test` leads to when it is true. */
export function narrowByEnding(value: Value, branch: SyntaxNode, test: SyntaxNode, module: Module): Value {
  const read = readEnding(test, module);
  if (read === null || readCode(module, unwrap(branch)) !== readCode(module, unwrap(read.text))) return value;
  const options = listOptions(value).flatMap((option) => end(option, read.ending));
  return options.length === 0 ? value : unite(options);
}
