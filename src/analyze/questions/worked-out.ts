import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { type Module, readCode } from '../modules/module.ts';
import { compilePattern, findRegExp } from '../texts/regexps.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { type Callback, callFunction, callMethod, OPEN, operate, readMember } from './text-operations.ts';

/** What an expression comes to where it is known what some of the code in it stands for. */

export interface Knowledge {
  readonly evaluator: Evaluator;
  readonly module: Module;
  /** By their code: `path`, `request.url`, and the names of what is made of those. */
  readonly known: ReadonlyMap<string, unknown>;
  /** A text that is made of one of these is not what the evaluator says it is. */
  readonly literal: number;
  /** Called with each text or pattern beside those that are known. */
  readonly note: (text: string) => void;
}

/** Patterns and texts are short where they are written to be read. */
const LONGEST_TEXT = 200;

function isOwn(value: Value, node: SyntaxNode, { module, literal }: Knowledge): boolean {
  return listTexts(value, node, module).some(({ atoms }) =>
    atoms.some((atom) => atom.kind === 'text' && atom.origin?.literal === literal),
  );
}

/** What the evaluator knows of a name or a member: one text or number, and none that holds the literal. */
function lookUp(node: SyntaxNode, knowledge: Knowledge): unknown {
  const { evaluator, module, note } = knowledge;
  const value = evaluator.evaluate(node, module, evaluator.anyCaller);
  const [only, ...others] = listOptions(value);
  if (only === undefined || others.length > 0) return OPEN;
  if (only.type === 'primitive') return typeof only.value === 'bigint' ? OPEN : only.value;
  const text = findKnownText(only);
  if (text === null || isOwn(only, node, knowledge)) return OPEN;
  note(text);
  return text;
}

function compile(node: SyntaxNode, text: string, { module, note }: Knowledge): unknown {
  const pattern = findRegExp(node, module);
  if (pattern === null) return OPEN;
  note(pattern.pattern);
  return compilePattern(pattern, text) ?? OPEN;
}

/** `(piece) => piece !== ''`, `Boolean` */
function makeCallback(node: SyntaxNode, knowledge: Knowledge): Callback | null {
  const fn = unwrap(node);
  if (fn.type === 'Identifier' && /^(?:Boolean|String|Number)$/.test(fn.name))
    return (element) => callFunction('global', [fn.name], [element]);
  if (fn.type !== 'ArrowFunctionExpression' || fn.body.type === 'BlockStatement') return null;
  const names = fn.params.flatMap((param) => (param.type === 'Identifier' ? param.name : []));
  if (names.length !== fn.params.length || names.length > 2) return null;
  return (...given) => {
    const known = new Map(knowledge.known);
    for (const [index, name] of names.entries()) known.set(name, given[index]);
    return workOut(fn.body, { ...knowledge, known });
  };
}

function workOutArgument(node: SyntaxNode, receiver: unknown, knowledge: Knowledge): unknown {
  const text = typeof receiver === 'string' ? receiver.slice(0, LONGEST_TEXT) : '';
  if (typeof receiver === 'string' && findRegExp(node, knowledge.module) !== null)
    return compile(node, text, knowledge);
  return makeCallback(node, knowledge) ?? workOut(node, knowledge);
}

function workOutCall(node: SyntaxNode, knowledge: Knowledge): unknown {
  if (!isCallNode(node) || !('arguments' in node)) return OPEN;
  const { evaluator, module } = knowledge;
  const callee = unwrap(node.callee);
  const name = isMemberNode(callee) ? nameMember(callee) : null;
  if (isMemberNode(callee) && name !== null && node.type !== 'NewExpression') {
    const isAsked = name === 'test' || name === 'exec';
    const [first] = node.arguments;
    if (isAsked && first !== undefined && findRegExp(callee.object, module) !== null) {
      const text = workOut(first, knowledge);
      const pattern = typeof text === 'string' ? compile(callee.object, text, knowledge) : OPEN;
      if (!(pattern instanceof RegExp) || typeof text !== 'string') return OPEN;
      return name === 'test' ? pattern.test(text) : pattern.exec(text);
    }
    const receiver = workOut(callee.object, knowledge);
    if (receiver == null && node.type === 'OptionalCallExpression') return undefined;
    if (receiver !== OPEN) {
      const args = node.arguments.map((argument) => workOutArgument(argument, receiver, knowledge));
      return callMethod(receiver, name, args);
    }
  }
  const args = node.arguments.map((argument) => makeCallback(argument, knowledge) ?? workOut(argument, knowledge));
  if (args.length === 0 || args.includes(OPEN)) return OPEN;
  const [called, ...others] = listOptions(evaluateCallee(evaluator, node, module, null));
  if (called?.type !== 'external' || others.length > 0) return OPEN;
  return callFunction(called.module, [...(called.made?.by.path ?? []), ...called.path], args);
}

function workOutBinary(node: SyntaxNode & { type: 'BinaryExpression' }, knowledge: Knowledge): unknown {
  const left = workOut(node.left, knowledge);
  if (left === OPEN) return OPEN;
  return operate(node.operator, left, workOut(node.right, knowledge));
}

function workOutLogical(node: SyntaxNode & { type: 'LogicalExpression' }, knowledge: Knowledge): unknown {
  const left = workOut(node.left, knowledge);
  if (left === OPEN) return OPEN;
  const isLeft = node.operator === '&&' ? !left : node.operator === '||' ? Boolean(left) : left != null;
  return isLeft ? left : workOut(node.right, knowledge);
}

function workOutUnary(node: SyntaxNode & { type: 'UnaryExpression' }, knowledge: Knowledge): unknown {
  const argument = workOut(node.argument, knowledge);
  if (argument === OPEN) return OPEN;
  if (node.operator === '!') return !argument;
  if (node.operator === 'typeof') return typeof argument;
  if (node.operator === 'void') return undefined;
  return node.operator === '-' || node.operator === '+' ? Number(`${node.operator}1`) * Number(argument) : OPEN;
}

function workOutMember(node: SyntaxNode, knowledge: Knowledge): unknown {
  if (!isMemberNode(node)) return OPEN;
  const object = workOut(node.object, knowledge);
  if (object == null && node.type === 'OptionalMemberExpression') return undefined;
  if (object === OPEN || object == null) return OPEN;
  const name = nameMember(node);
  if (name !== null) return readMember(object, name);
  const index = workOut(node.property, knowledge);
  return typeof index === 'number' ? readMember(object, String(index)) : OPEN;
}

function workOutTexts(node: SyntaxNode & { type: 'TemplateLiteral' }, knowledge: Knowledge): unknown {
  let text = '';
  for (const [index, quasi] of node.quasis.entries()) {
    text += quasi.value.cooked ?? quasi.value.raw;
    const expression = node.expressions[index];
    const value = expression === undefined ? '' : workOut(expression, knowledge);
    if (value === OPEN || typeof value === 'object') return OPEN;
    text += String(value);
  }
  return text;
}

/** `[...path]` */
function workOutList(node: SyntaxNode & { type: 'ArrayExpression' }, knowledge: Knowledge): unknown {
  const list: unknown[] = [];
  for (const element of node.elements) {
    if (element === null) return OPEN;
    const value = workOut(element.type === 'SpreadElement' ? element.argument : element, knowledge);
    if (value === OPEN) return OPEN;
    if (element.type !== 'SpreadElement') list.push(value);
    else if (typeof value === 'string' || Array.isArray(value)) list.push(...value);
    else return OPEN;
  }
  return list;
}

export function workOut(expression: SyntaxNode, knowledge: Knowledge): unknown {
  const node = unwrap(expression);
  const code = readCode(knowledge.module, node);
  if (knowledge.known.has(code)) return knowledge.known.get(code);
  switch (node.type) {
    case 'StringLiteral':
      knowledge.note(node.value);
      return node.value;
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return node.value;
    case 'NullLiteral':
      return null;
    case 'TemplateLiteral':
      return workOutTexts(node, knowledge);
    case 'ArrayExpression':
      return workOutList(node, knowledge);
    case 'BinaryExpression':
      return workOutBinary(node, knowledge);
    case 'LogicalExpression':
      return workOutLogical(node, knowledge);
    case 'UnaryExpression':
      return workOutUnary(node, knowledge);
    case 'ConditionalExpression': {
      const test = workOut(node.test, knowledge);
      // What comes of it is no part of the question.
      const chosen = test ? node.consequent : node.alternate;
      return test === OPEN ? OPEN : workOut(chosen, { ...knowledge, note: () => {} });
    }
    case 'Identifier':
      return node.name === 'undefined' ? undefined : lookUp(node, knowledge);
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const member = workOutMember(node, knowledge);
      return member === OPEN ? lookUp(node, knowledge) : member;
    }
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
      return workOutCall(node, knowledge);
    default:
      return OPEN;
  }
}
