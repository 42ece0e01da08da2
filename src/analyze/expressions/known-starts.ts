import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { type Module, readCode } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import { askPattern, findRegExp } from '../texts/regexps.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { askText, readHead } from './text-questions.ts';

/** `next.startsWith('http') ? next : BASE + next`: where it is given back as it is, it is none of the texts that begin otherwise. */

interface Question {
  readonly subject: SyntaxNode;
  readonly ask: (text: TextValue) => boolean | null;
}

function readQuestion(test: SyntaxNode, module: Module): Question | null {
  const call = unwrap(test);
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(call.callee);
  const [argument] = call.arguments;
  if (!isMemberNode(callee) || argument === undefined) return null;
  const name = nameMember(callee) ?? '';
  if (name === 'test') {
    const pattern = findRegExp(callee.object, module);
    return pattern === null ? null : { subject: argument, ask: (text) => askPattern(pattern, readHead(text)) };
  }
  const asked = /^(?:startsWith|includes)$/.test(name) ? readConstant(argument, module) : null;
  return asked === null ? null : { subject: callee.object, ask: (text) => askText(text, name, asked) };
}

/** `branch`: what is evaluated where the answer is `holds`. */
export function narrowByStart(
  value: Value,
  branch: SyntaxNode,
  test: SyntaxNode,
  holds: boolean,
  module: Module,
): Value {
  const options = listOptions(value);
  const question = options.length < 2 ? null : readQuestion(test, module);
  if (question === null || readCode(module, unwrap(branch)) !== readCode(module, unwrap(question.subject)))
    return value;
  const left = options.filter((option) => option.type !== 'text' || question.ask(option) !== !holds);
  return left.length === 0 || left.length === options.length ? value : unite(left);
}
