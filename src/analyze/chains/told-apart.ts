import type { BinaryExpression } from '@babel/types';
import { append } from '../../model/append.ts';
import { isClassNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode, walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findLocalAnswer } from '../expressions/asked-functions.ts';
import { decide } from '../expressions/decide.ts';
import { evaluateFrameArgument } from '../expressions/frame-arguments.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findIdleStatements } from '../run/idle-statements.ts';
import { extendEnv } from '../values/frames.ts';
import { dropNullish, listOptions, unite, withOwnChoices } from '../values/unions.ts';
import type { EnvLink, Frame, Value } from '../values/values.ts';

/**
 * Values of a parameter that a function tells apart: `/calls` and `https://status.example` do not go the same way through
 * `path.startsWith('/') ? BASE + path : path`, so each is followed in a call of its own.
 */

type Called = Frame['fn'];

/** A parameter, or a member of one. */
interface Subject {
  readonly index: number;
  readonly member: string | null;
}

interface Question extends Subject {
  readonly test: SyntaxNode;
  /** `p?.kind`: nothing at all is an answer of its own. */
  readonly asksIfGiven: boolean;
}

const questions = new WeakMap<Called, readonly Question[]>();

/** More values than this are rows of a table, which are left together. */
const MAX_TOLD_APART = 40;

/** `page !== undefined`, `page != null`: what is there or not. */
function findComparedWithNone({ operator, left, right }: BinaryExpression): SyntaxNode | null {
  if (!/^[=!]==?$/.test(operator)) return null;
  const isNone = (side: SyntaxNode) =>
    side.type === 'NullLiteral' ||
    (side.type === 'Identifier' && side.name === 'undefined') ||
    (side.type === 'UnaryExpression' && side.operator === 'void');
  const other = isNone(right) ? left : isNone(left) ? right : null;
  return other !== null && unwrap(other).type === 'Identifier' ? other : null;
}

/** What a condition asks; null where that is only whether something was given, which `chooseBetween` keeps in step. */
function findAsked(test: SyntaxNode, module: Module): SyntaxNode | null {
  const node = unwrap(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') return findAsked(node.argument, module);
  const given = node.type === 'BinaryExpression' ? findComparedWithNone(node) : null;
  if (given !== null) return findAsked(given, module);
  if (node.type === 'Identifier') return findLocalAnswer(findBindingOf(module, node));
  return isMemberNode(node) ? null : node;
}

/** A name of a name of a name is read no further. */
const MAX_NAMES = 3;

function readSubject(node: SyntaxNode, fn: Called, module: Module, names = 0): Subject | null {
  const root = isMemberNode(node) ? unwrap(node.object) : node;
  const binding = findBindingOf(module, root);
  if (binding === undefined || (binding.source.kind !== 'param' && binding.source.kind !== 'value')) return null;
  const [first, ...others] = binding.source.steps.filter((step) => step.kind !== 'default');
  const whole = readWhole(binding, fn, module, names);
  if (whole === null || others.length > 0 || (first !== undefined && first.kind !== 'property')) return null;
  if (first === undefined) return whole.member === null ? { ...whole, member: nameMember(node) } : whole;
  return whole.member === null ? { ...whole, member: first.name } : null;
}

/** What a name is taken from: a parameter, or `options` of `const { path } = options`, `const path = options.path`. */
function readWhole({ source, assignments }: Binding, fn: Called, module: Module, names: number): Subject | null {
  if (source.kind === 'param') return source.fn === fn && !source.rest ? { index: source.index, member: null } : null;
  if (source.kind !== 'value' || source.node === null || assignments.length > 0 || names >= MAX_NAMES) return null;
  return readSubject(unwrap(source.node), fn, module, names + 1);
}

function asksIfGiven(test: SyntaxNode): boolean {
  return someNode(test, (node) => 'optional' in node && node.optional === true);
}

/** What of the parameters of `fn` an expression names. */
function listSubjects(expression: SyntaxNode, fn: Called, module: Module): readonly Subject[] {
  const found = new Map<string, Subject>();
  walk(expression, true, (node) => {
    const subject = readSubject(node, fn, module);
    if (subject !== null) found.set(`${subject.index} ${subject.member}`, subject);
    return subject === null ? true : null;
  });
  return [...found.values()];
}

function listQuestions(fn: Called, module: Module): readonly Question[] {
  const known = questions.get(fn);
  if (known !== undefined) return known;
  const found: Question[] = [];
  questions.set(fn, found);
  if (isClassNode(fn) || fn.params.length === 0) return found;
  const idle = findIdleStatements(fn, module);
  walk(fn.body, true, (node) => {
    if (idle.has(node)) return null;
    const isCondition = node.type === 'IfStatement' || node.type === 'ConditionalExpression';
    const asked = isCondition ? findAsked(node.test, module) : null;
    if (!isCondition || asked === null) return true;
    const [subject, ...others] = listSubjects(asked, fn, module);
    if (subject === undefined || others.length > 0) return true;
    found.push({ test: node.test, asksIfGiven: asksIfGiven(node.test), ...subject });
    return true;
  });
  return found;
}

/** The same call with another value for one argument. */
function replaceArgument(
  link: EnvLink,
  { rows: _, ...frame }: Frame,
  index: number,
  value: Value,
  rows: Frame['rows'],
): EnvLink {
  const args = frame.args.map((argument, at) => (at === index ? { kind: 'value' as const, value } : argument));
  return extendEnv(link.parent, { ...frame, args, ...(rows === undefined ? {} : { rows }) }, link.any);
}

/** Of more rows what a call gives back is not told apart. */
const MAX_ROWS = 12;

/** The rows of a table that values are of; undefined where one of them is of none. */
function listRows(options: readonly Value[]): Frame['rows'] {
  const rows = options.map(({ choices }) => choices?.filter(({ by }) => by === 'row') ?? []);
  return rows.length > MAX_ROWS || rows.some((row) => row.length === 0) ? undefined : rows;
}

/** What a call gives back that stands for some rows: the object itself need hold nothing of them. */
export function withRows(result: Value, { frame }: EnvLink): Value {
  const { rows } = frame ?? {};
  if (rows === undefined || !listOptions(result).every(({ type }) => type === 'object')) return result;
  return unite(rows.map((row) => withOwnChoices(result, row)));
}

function replaceMember(whole: Value, name: string | null, value: Value): Value {
  if (name === null || whole.type !== 'object') return value;
  const slot = { kind: 'value' as const, value };
  return { ...whole, entries: [...whole.entries, { kind: 'slot', name, slot }] };
}

/** A variable and the literal it falls back to are one base, which stays one. */
function isVariable(value: Value): boolean {
  return value.type === 'text' && value.atoms[0]?.kind === 'env';
}

function split(evaluator: Evaluator, link: EnvLink, question: Question, module: Module): readonly EnvLink[] {
  const { test, index } = question;
  const { frame } = link;
  if (frame === null || index >= frame.args.length) return [link];
  if (frame.args.slice(0, index + 1).some(({ kind }) => kind === 'spread')) return [link];
  const whole = evaluateFrameArgument(evaluator, frame, index, false);
  // `path.startsWith(…)` asks the path itself, `options.path` a member.
  const member = whole.type === 'object' ? question.member : null;
  const asked = member === null ? whole : evaluator.getProperty(whole, member, test, module);
  // `MAP.get(id)!`: of what has members, nothing at all is none.
  const isRead = question.member !== null && member === null && !question.asksIfGiven;
  const options = listOptions(isRead ? dropNullish(asked) : asked);
  if (options.length < 2 || options.length > MAX_TOLD_APART || options.some(isVariable)) return [link];
  const replace = (value: Value, rows?: Frame['rows']) =>
    replaceArgument(link, frame, index, replaceMember(whole, member, value), rows);
  const answers = new Map<boolean | null, Value[]>();
  for (const option of options) {
    const answer = decide(evaluator, test, module, replace(option));
    append(answers, answer, option);
  }
  return answers.size < 2 ? [link] : [...answers.values()].map((values) => replace(unite(values), listRows(values)));
}

/** With each question there may be twice as many; more are not told apart. */
const MAX_CALLS = 64;

/** The calls that one call stands for: one for each answer that its arguments give to what the function asks. */
export function tellApart(evaluator: Evaluator, link: EnvLink, module: Module): readonly EnvLink[] {
  if (link.frame === null || link.frame.probe !== undefined) return [link];
  return listQuestions(link.frame.fn, module).reduce<readonly EnvLink[]>(
    (links, question) =>
      links.length > MAX_CALLS ? links : links.flatMap((one) => split(evaluator, one, question, module)),
    [link],
  );
}
