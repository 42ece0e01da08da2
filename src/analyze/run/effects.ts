import type * as t from '@babel/types';
import { findCompiledRest } from '../../syntax/compiled-rest.ts';
import { readFill } from '../../syntax/filled-names.ts';
import { isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { isQuestion } from '../expressions/asked-functions.ts';
import { appendText, markAppended } from '../expressions/assignments.ts';
import { evaluateFill } from '../expressions/branches.ts';
import { decide } from '../expressions/decide.ts';
import { countElements, listElements, makeArray } from '../members/objects.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { calculate, makeNumber } from '../texts/arithmetic.ts';
import { convertToText } from '../texts/text-conversion.ts';
import { dropSeams, makeUnknown } from '../texts/texts.ts';
import { changeUrl, isUrlMember } from '../urls/url-changes.ts';
import { listOptions } from '../values/unions.ts';
import { type ArrayValue, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';
import { isReadWithin } from './idle-statements.ts';
import type { Runnable } from './runnable.ts';
import { type Called, NotRunnable, type State, setLocal } from './state.ts';

/** What declarations, assignments and calls do to the names of the function that is run. */

/** What is worth remembering as it is at this moment; an object is known by its literal, whatever is done to it. */
const REMEMBERED: ReadonlySet<Value['type']> = new Set(['text', 'primitive', 'url', 'unknown', 'param', 'array']);

export class Effects {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #runnable: Runnable;
  readonly #called: Called;
  /** The outermost loop that is being run: what it puts into a text, it puts there in each round. */
  loop: SyntaxNode | null = null;
  /** Statements that are not run. */
  readonly #idle: readonly SyntaxNode[];

  constructor(evaluator: Evaluator, module: Module, runnable: Runnable, called: Called, idle: ReadonlySet<SyntaxNode>) {
    this.#idle = [...idle];
    this.#evaluator = evaluator;
    this.#module = module;
    this.#runnable = runnable;
    this.#called = called;
  }

  evaluate(node: SyntaxNode, { env }: State): Value {
    const value = this.#evaluator.evaluate(node, this.#module, env);
    return this.loop === null ? value : dropSeams(value, this.loop, this.#module);
  }

  set(state: State, binding: Binding, value: Value): State {
    return setLocal(this.#called, state, binding, value);
  }

  declare({ id, init }: t.VariableDeclarator, state: State): State {
    if (id.type === 'Identifier') {
      const binding = findBindingOf(this.#module, id);
      // A function of the function reads its names when it is called.
      if (binding === undefined || (init && isFunctionNode(unwrap(init)))) return state;
      // `const LOCAL = false` decides nothing: somebody will turn it.
      if (init?.type === 'BooleanLiteral' && !this.#runnable.changing.has(binding)) return state;
      const isRest = init && findCompiledRest(init) !== null;
      const value = isRest ? this.evaluate(id, state) : init ? this.#evaluateInitial(init, state) : UNDEFINED;
      return this.#remember(state, binding, value);
    }
    let declared = state;
    walk(id, true, (node) => {
      const binding = findBindingOf(this.#module, node);
      // `const { path, query } = options`: a name that only idle statements read is not asked for.
      if (binding?.declaration === node && !isReadWithin(binding, this.#idle, this.#module))
        declared = this.#remember(declared, binding, this.evaluate(node, state));
      return true;
    });
    return declared;
  }

  /** `const isAbsolute = path.startsWith('http')` holds the answer, if there is one. */
  #evaluateInitial(init: SyntaxNode, state: State): Value {
    const value = this.evaluate(init, state);
    if (value.type !== 'unknown' || value.length !== undefined || !isQuestion(init)) return value;
    const answer = decide(this.#evaluator, init, this.#module, state.env);
    return answer === null ? value : { type: 'primitive', value: answer, ...NO_PROVENANCE };
  }

  #remember(state: State, binding: Binding, value: Value): State {
    if (this.#runnable.unstable.has(binding)) {
      const node = binding.declaration;
      return this.set(state, binding, makeUnknown(node, this.#module, 'it is only known when the code runs'));
    }
    const isChanging = this.#runnable.changing.has(binding);
    // What is pushed to it here, statement by statement, is not there yet.
    if (isChanging && value.type === 'array') return this.set(state, binding, makeExact(this.#listOwn(value)));
    const isKept = isChanging || listOptions(value).every((option) => REMEMBERED.has(option.type));
    return isKept ? this.set(state, binding, value) : state;
  }

  #findChanging(node: SyntaxNode): Binding | null {
    const name = unwrap(node);
    const binding = findBindingOf(this.#module, name);
    return binding !== undefined && this.#runnable.changing.has(binding) ? binding : null;
  }

  assign(node: t.AssignmentExpression, state: State): State {
    const left = unwrap(node.left);
    if (isMemberNode(left)) return this.#assignMember(node, left, state);
    const binding = this.#findChanging(left);
    if (binding === null || this.#runnable.unstable.has(binding)) return state;
    const right = this.evaluate(node.right, state);
    if (node.operator === '=') return this.set(state, binding, right);
    const before = this.evaluate(left, state);
    const counted = calculate(node.operator.slice(0, -1), before, right);
    if (counted !== null) return this.set(state, binding, counted);
    if (node.operator !== '+=') throw new NotRunnable();
    const text = convertToText(this.#evaluator, right, state.env);
    const appended = this.loop === null ? markAppended(text, node, this.#module) : text;
    return this.set(state, binding, appendText(before, appended, node, this.#module));
  }

  /** `if (base === undefined) base = BASE;`: null where it is decided as other conditions are. */
  fill(node: t.IfStatement, state: State): State | null {
    const fill = this.loop === null ? readFill(node) : null;
    const binding = fill === null ? null : this.#findChanging(fill.asked);
    if (fill === null || binding === null || this.#runnable.unstable.has(binding)) return null;
    const isDecided = fill.without === 'falsy' && decide(this.#evaluator, node.test, this.#module, state.env) !== null;
    return isDecided ? null : this.set(state, binding, evaluateFill(this.#evaluator, fill, this.#module, state.env));
  }

  /** `url.pathname += '/calls'` */
  #assignMember(
    node: t.AssignmentExpression,
    left: t.MemberExpression | t.OptionalMemberExpression,
    state: State,
  ): State {
    const binding = this.#findChanging(left.object);
    const name = nameMember(left);
    if (binding === null || name === null || !isUrlMember(name)) return state;
    const url = this.evaluate(left.object, state);
    // An object that only looks like a URL: who asks for its member finds what was assigned.
    if (!listOptions(url).every((option) => option.type === 'url')) throw new NotRunnable();
    const given = this.evaluate(node.right, state);
    const change = { name, given, operator: node.operator, node: node.right, module: this.#module };
    return this.set(state, binding, changeUrl(url, change));
  }

  count(node: t.UpdateExpression, state: State): State {
    const binding = this.#findChanging(node.argument);
    if (binding === null || this.#runnable.unstable.has(binding)) return state;
    const counted = calculate(node.operator === '++' ? '+' : '-', this.evaluate(node.argument, state), makeNumber(1));
    if (counted === null) throw new NotRunnable();
    return this.set(state, binding, counted);
  }

  /** `parts.push(id)` */
  add(node: t.CallExpression, state: State): State {
    const callee = unwrap(node.callee);
    const name = nameMember(callee);
    const isAdding = name === 'push' || name === 'unshift';
    const binding = isMemberNode(callee) && isAdding ? this.#findChanging(callee.object) : null;
    if (!isMemberNode(callee) || binding === null) {
      if (!isLog(callee) && node.arguments.some((argument) => this.#isChangeable(argument, state)))
        throw new NotRunnable();
      return state;
    }
    const list = this.listAll(this.evaluate(callee.object, state));
    const args = this.#evaluator.index.listCallArguments(node, this.#module, state.env);
    const added = this.#evaluator.layOutArguments(args).map((argument) => {
      if (argument === null) throw new NotRunnable();
      return this.#evaluator.evaluateArgument(argument);
    });
    return this.set(state, binding, makeExact(name === 'push' ? [...list, ...added] : [...added, ...list]));
  }

  /** A list or URL object: who is handed it may change it. */
  #isChangeable(node: SyntaxNode, { locals }: State): boolean {
    const name = unwrap(node);
    const binding = findBindingOf(this.#module, name);
    const value = binding === undefined ? undefined : locals.get(binding);
    return value !== undefined && listOptions(value).some(({ type }) => type === 'array' || type === 'url');
  }

  /** Without what is pushed to a literal. */
  #listOwn(value: ArrayValue): readonly Value[] {
    return this.listAll(value.node === null ? value : { ...value, node: null, isExact: true });
  }

  /** The elements of a list that is known in full, and to which nobody else adds. */
  listAll(value: Value): readonly Value[] {
    const isKnown = value.type === 'array' && countElements(this.#evaluator, value) !== null;
    const elements = isKnown ? listElements(this.#evaluator, value) : null;
    if (elements === null) throw new NotRunnable();
    return elements;
  }
}

function makeExact(elements: readonly Value[]): Value {
  return { ...makeArray(elements), isExact: true };
}

function isLog(callee: SyntaxNode): boolean {
  return isMemberNode(callee) && callee.object.type === 'Identifier' && callee.object.name === 'console';
}
