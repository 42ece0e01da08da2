import { quoteName } from '../../model/name-patterns.ts';
import { leaves } from '../../syntax/leaving.ts';
import {
  type FunctionNode,
  getEnd,
  getStart,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { decide } from '../expressions/decide.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import type { Env, ExternalValue, Value } from '../values/values.ts';

/**
 * `if (req.context.get(SKIP_BASE)) return next(req)`, `if (!req.headers.has('x-own')) …`: what an interceptor asks of a request
 * before it sends it elsewhere. What a call gave its context and headers is looked up, and their defaults where it gave none.
 */

/** The call of `HttpClient`, and the options that it gave. */
export interface Asked {
  readonly options: Value | undefined;
  readonly node: SyntaxNode;
  readonly module: Module;
}

interface Guard {
  readonly test: SyntaxNode;
  /** The answer with which `node` is run. */
  readonly wanted: boolean;
}

/** The conditions on the way to a node in its function. */
function listGuards(node: SyntaxNode, fn: FunctionNode): readonly Guard[] {
  const guards: Guard[] = [];
  for (let at = node, parent = getParent(at); parent !== undefined && at !== fn; at = parent, parent = getParent(at)) {
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
      if (parent.test !== at) guards.push({ test: parent.test, wanted: parent.consequent === at });
    } else if (parent.type === 'LogicalExpression' && parent.right === at && parent.operator !== '??')
      guards.push({ test: parent.left, wanted: parent.operator === '&&' });
    else if (parent.type === 'BlockStatement') {
      for (const statement of parent.body) {
        if (statement.type !== 'IfStatement' || getEnd(statement) > getStart(at) || !leaves(statement.consequent))
          continue;
        guards.push({ test: statement.test, wanted: false });
      }
    }
    if (isFunctionNode(parent) && parent !== fn) return guards;
  }
  return guards;
}

/** `const skips = req.context.get(SKIP)`: what the constant asks. */
function findAsked(node: SyntaxNode, module: Module): SyntaxNode {
  const inner = unwrap(node);
  const binding = inner.type === 'Identifier' ? findBindingOf(module, inner) : undefined;
  if (binding?.source.kind !== 'value' || binding.source.steps.length > 0) return inner;
  const [later, ...others] = binding.assignments;
  // `let skips; skips = …;`
  const given = later === undefined ? binding.source.node : binding.source.node === null ? later.node.right : null;
  return given === null || others.length > 0 ? inner : unwrap(given);
}

function not(answer: boolean | null): boolean | null {
  return answer === null ? null : !answer;
}

function toAnswer(value: Value | undefined): boolean | null {
  if (value?.type !== 'primitive') return null;
  return typeof value.value === 'boolean' ? value.value : null;
}

/** Answers the questions that one interceptor asks of one request. */
class Questions {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #env: Env;
  readonly #request: Binding;
  readonly #asked: Asked;

  constructor(evaluator: Evaluator, module: Module, env: Env, request: Binding, asked: Asked) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#env = env;
    this.#request = request;
    this.#asked = asked;
  }

  answer(test: SyntaxNode): boolean | null {
    const node = findAsked(test, this.#module);
    if (node.type === 'UnaryExpression' && node.operator === '!') return not(this.answer(node.argument));
    if (node.type === 'LogicalExpression' && node.operator !== '??') {
      const answers = [this.answer(node.left), this.answer(node.right)];
      const deciding = node.operator === '||';
      if (answers.includes(deciding)) return deciding;
      return answers.includes(null) ? null : !deciding;
    }
    return this.#answerMember(node) ?? decide(this.#evaluator, test, this.#module, this.#env);
  }

  /** Is the request asked, by itself or in something put together? */
  mentions(test: SyntaxNode): boolean {
    const { text } = this.#module;
    const node = findAsked(test, this.#module);
    return [test, node].some((one) =>
      new RegExp(`(?<![\\w$.])${quoteName(this.#request.name)}(?![\\w$])`).test(text.slice(getStart(one), getEnd(one))),
    );
  }

  /** `request.context.get(TOKEN)`, `request.headers.has('x-own')` */
  #answerMember(node: SyntaxNode): boolean | null {
    if (node.type !== 'CallExpression' || !isMemberNode(unwrap(node.callee))) return null;
    const callee = unwrap(node.callee);
    const holder = isMemberNode(callee) ? unwrap(callee.object) : null;
    const [argument] = node.arguments;
    if (!isMemberNode(callee) || holder === null || !isMemberNode(holder) || argument === undefined) return null;
    if (findBindingOf(this.#module, unwrap(holder.object)) !== this.#request) return null;
    const given = this.#evaluator.evaluate(argument, this.#module, this.#env);
    const question = `${nameMember(holder)}.${nameMember(callee)}`;
    if (question === 'context.get') return this.#readContext(given);
    if (question === 'headers.has' || question === 'headers.get') return this.#hasHeader(findKnownText(given));
    return null;
  }

  #readOption(name: string): Value | undefined {
    const { options, node, module } = this.#asked;
    if (options === undefined) return undefined;
    const value = this.#evaluator.getProperty(options, name, node, module);
    return value.type === 'primitive' ? undefined : value;
  }

  #readContext(token: Value): boolean | null {
    if (token.type !== 'external' || token.made?.by.path.at(-1) !== 'HttpContextToken') return null;
    const { made } = token;
    let at = this.#readOption('context');
    // `new HttpContext().set(TOKEN, true)`, from the last call on
    while (at?.type === 'external' && at.made !== null && at.made.by.path.at(-1) === 'set') {
      const set = this.#evaluator.getArgument(at.made.args, 0);
      const isSame = set?.type === 'external' && set.made?.call === made.call;
      if (isSame) return toAnswer(this.#evaluator.getArgument(at.made.args, 1));
      const receiver: ExternalValue = { ...at.made.by, path: at.made.by.path.slice(0, -1) };
      at = receiver;
    }
    const isDefault = at === undefined || (at.type === 'external' && /^HttpContext(?:\.|$)/.test(nameMade(at)));
    if (!isDefault) return null;
    const fallback = this.#evaluator.getArgument(made.args, 0);
    if (fallback?.type !== 'function') return null;
    return toAnswer(evaluateReturn(this.#evaluator, fallback, { args: [], call: null, from: null }, false));
  }

  #hasHeader(name: string | null): boolean | null {
    const headers = this.#readOption('headers');
    if (headers === undefined) return name === null ? null : false;
    if (name === null || headers.type !== 'object' || headers.entries.some(({ kind }) => kind !== 'slot')) return null;
    return headers.entries.some((entry) => entry.kind === 'slot' && entry.name.toLowerCase() === name.toLowerCase());
  }
}

function nameMade({ path, made }: ExternalValue): string {
  return [...(made?.by.path ?? []), ...path].join('.');
}

/** Does the interceptor come to this place for the call; `maybe` where it asks the request what nobody knows. */
export function judgePassing(
  evaluator: Evaluator,
  { call, fn, module }: { readonly call: SyntaxNode; readonly fn: FunctionNode; readonly module: Module },
  env: Env,
  asked: Asked,
): 'always' | 'maybe' | 'never' {
  const [first] = fn.params;
  const request = first === undefined ? undefined : findBindingOf(module, first);
  if (request === undefined) return 'always';
  const questions = new Questions(evaluator, module, env, request, asked);
  let isCertain = true;
  for (const { test, wanted } of listGuards(call, fn)) {
    const answer = questions.answer(test);
    if (answer === !wanted) return 'never';
    if (answer === null && questions.mentions(test)) isCertain = false;
  }
  return isCertain ? 'always' : 'maybe';
}
