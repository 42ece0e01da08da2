import type * as t from '@babel/types';
import type { ClientOption } from '../model/options.ts';
import type { Seam, TextOrigin } from '../model/url-value.ts';
import {
  getEnd,
  getKeyName,
  getStart,
  isCallNode,
  isClassNode,
  isFunctionNode,
  isMemberNode,
  unwrap,
} from '../syntax/nodes.ts';
import { getParent } from '../syntax/parents.ts';
import { locateCooked } from '../syntax/strings.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { CallerMarks } from './caller-marks.ts';
import { evaluateCall, evaluateReturn } from './calls.ts';
import { decide } from './decide.ts';
import { evaluateAddedMember } from './exports.ts';
import { getMember } from './members.ts';
import { type Module, type ModuleGraph, quoteSource } from './modules.ts';
import { evaluateIdentifier, evaluateSuperMember, evaluateThis } from './names.ts';
import { createArray, createObject, listElements } from './objects.ts';
import type { ProjectIndex } from './project-index.ts';
import { Summaries } from './summaries.ts';
import { convertToText } from './text-conversion.ts';
import { concatTexts, listTexts, makeText, makeUnknown, markSeam } from './texts.ts';
import {
  type Argument,
  type Atom,
  chooseBetween,
  type Env,
  type EnvLink,
  listOptions,
  NO_PROVENANCE,
  type Slot,
  type TextValue,
  UNDEFINED,
  unite,
  type Value,
  withProvenance,
} from './values.ts';

/** Expressions nested or chained deeper than this are not followed; hitting it is a reported reason. */
const MAX_DEPTH = 100;

/** Steps that one question may take, and all questions of a run together; beyond them a value is not known. */
const MAX_STEPS = 8_000;
const MAX_STEPS_OF_RUN = 3_000_000;

/** A call that is evaluated this often at a time is part of a circle of functions. */
const MAX_SAME_CALL = 24;

/** Stands for the value of an expression while it is evaluated: who meets it asks in a circle. */
const PENDING: Value = { ...UNDEFINED };

/** A member whose value leads back to the same member this often is taken to depend on itself. */
const MAX_SAME_MEMBER = 2;

/** Computes what expressions can be. Demand-driven; every answer is remembered per expression and calling context. */
export class Evaluator {
  readonly graph: ModuleGraph;
  readonly index: ProjectIndex;
  /** The context in which a parameter takes the values of all callers. */
  readonly anyCaller: EnvLink = { frame: null, parent: null, any: true, memo: new Map() };
  readonly #memo = new Map<SyntaxNode, Value>();
  /** How often each call is being evaluated, in as many environments. */
  readonly #activeCalls = new Map<SyntaxNode, number>();
  readonly #ids = new Map<SyntaxNode, number>();
  readonly #identified: SyntaxNode[] = [];
  readonly #activeMembers = new Map<SyntaxNode, Map<string, number>>();
  readonly callers = new CallerMarks();
  readonly summaries = new Summaries(() => this.#stepsLeft <= 0 || this.isExhausted);
  #depth = 0;
  #stepsLeft = MAX_STEPS;
  #stepsOfRun = 0;

  /** Wrappers the user declared in the config. */
  readonly clients: readonly ClientOption[];

  constructor(graph: ModuleGraph, index: ProjectIndex, clients: readonly ClientOption[]) {
    this.graph = graph;
    this.index = index;
    this.clients = clients;
  }

  /** A number for a node, the same in every context. */
  identify(node: SyntaxNode): number {
    const known = this.#ids.get(node);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(node, id);
    this.#identified.push(node);
    return id;
  }

  getIdentified(id: number): { readonly node: SyntaxNode; readonly module: Module } | undefined {
    const node = this.#identified[id];
    const module = node === undefined ? undefined : this.graph.findOwner(node);
    return node === undefined || module === undefined ? undefined : { node, module };
  }

  /** Did the run take so many steps that later questions were not answered? */
  get isExhausted(): boolean {
    return this.#stepsOfRun >= MAX_STEPS_OF_RUN;
  }

  /** Begins a new question with steps of its own. */
  ask(steps = MAX_STEPS): void {
    this.#stepsLeft = steps;
  }

  evaluate(node: SyntaxNode, module: Module, env: Env): Value {
    const memo = env === null ? this.#memo : env.memo;
    const known = memo.get(node);
    if (known === PENDING) return makeUnknown(node, module, 'it depends on itself');
    if (known !== undefined) return known;
    if (this.#stepsLeft <= 0 || this.isExhausted) return makeUnknown(node, module, 'it takes too many steps to follow');
    this.#stepsLeft -= 1;
    this.#stepsOfRun += 1;
    if (this.#depth >= MAX_DEPTH) return makeUnknown(node, module, `it is more than ${MAX_DEPTH} steps away`);
    // Functions that call each other go round through a call, each time in another environment.
    const active = env !== null && isCallNode(node) ? (this.#activeCalls.get(node) ?? 0) : null;
    if (active !== null) {
      if (active >= MAX_SAME_CALL) return makeUnknown(node, module, 'functions call each other in a circle');
      this.#activeCalls.set(node, active + 1);
    }
    memo.set(node, PENDING);
    this.#depth += 1;
    let value: Value | null = null;
    try {
      value = this.#dispatch(node, module, env);
      // Wide values are dear to carry on.
      const weight = value.type === 'union' ? value.raw.length : value.type === 'text' ? value.atoms.length : 0;
      this.#stepsLeft -= weight >> 1;
      this.#stepsOfRun += weight >> 1;
      return value;
    } catch (error) {
      // The bounds above keep the stack short; where they do not, one value is lost and not the run.
      if (!(error instanceof RangeError)) throw error;
      return makeUnknown(node, module, 'it is nested too deeply to follow');
    } finally {
      this.#depth -= 1;
      if (value === null) memo.delete(node);
      else memo.set(node, value);
      if (active === 0) this.#activeCalls.delete(node);
      else if (active !== null) this.#activeCalls.set(node, active);
    }
  }

  evaluateSlot(slot: Slot, self: Value | null): Value {
    if (slot.kind === 'value') return slot.value;
    if (slot.kind === 'expression') return this.evaluate(slot.node, slot.module, slot.env);
    const method: Value = {
      type: 'function',
      fn: slot.fn,
      module: slot.module,
      env: slot.env,
      self,
      bound: [],
      ...NO_PROVENANCE,
    };
    return slot.role === 'get' ? evaluateReturn(this, method, { args: [], call: null, from: slot.env }, false) : method;
  }

  evaluateArgument(argument: Argument): Value {
    return argument.kind === 'value' ? argument.value : this.evaluate(argument.node, argument.module, argument.env);
  }

  /** The arguments with known spreads laid out; null behind a spread that is not known. */
  layOutArguments(args: readonly Argument[]): readonly (Argument | null)[] {
    if (!args.some((argument) => argument.kind === 'spread')) return args;
    return args.flatMap((argument): readonly (Argument | null)[] => {
      if (argument.kind !== 'spread') return [argument];
      const value = this.evaluate(argument.node, argument.module, argument.env);
      if (value.type !== 'array') return [null];
      return value.elements.map((slot) =>
        slot.kind === 'spread' ? null : { kind: 'value', value: this.evaluateSlot(slot, null) },
      );
    });
  }

  /** The value of argument `index`: undefined when it is not given. */
  getArgument(args: readonly Argument[], index: number): Value | undefined {
    const laid = this.layOutArguments(args);
    const gap = laid.indexOf(null);
    if (gap !== -1 && gap <= index) {
      const spread = args.find((argument) => argument.kind === 'spread');
      const list = spread === undefined ? undefined : this.evaluateArgument(spread);
      // The rest of a caller's arguments: known as soon as the caller is.
      if (list?.type === 'union' && listOptions(list).every((option) => option.type === 'array')) {
        return unite(listOptions(list).map((option) => listElements(this, option)?.[index - gap] ?? UNDEFINED));
      }
      if (list?.type === 'param') return { ...list, path: [...list.path, `[${index - gap}]`] };
      if (spread?.kind === 'spread')
        return makeUnknown(spread.node, spread.module, 'the arguments are spread from a value that is not known');
    }
    const argument = laid[index];
    return argument === undefined || argument === null ? undefined : this.evaluateArgument(argument);
  }

  /** A property of a value, undefined-valued when the object is known and lacks it. */
  getProperty(value: Value, name: string, node: SyntaxNode, module: Module): Value {
    const subject =
      value.type === 'object' || value.type === 'instance'
        ? value.type === 'object'
          ? value.node
          : value.of.node
        : null;
    if (subject === null) return getMember(this, value, name, node, module);
    if (this.#stepsLeft <= 0 || this.isExhausted) return makeUnknown(node, module, 'it takes too many steps to follow');
    this.#stepsLeft -= 1;
    this.#stepsOfRun += 1;
    // An object that spreads itself, or fields that read each other, would ask for the same member for ever.
    const active = this.#activeMembers.get(subject) ?? new Map<string, number>();
    const depth = active.get(name) ?? 0;
    if (depth >= MAX_SAME_MEMBER) return makeUnknown(node, module, 'it depends on itself');
    if (this.#depth >= MAX_DEPTH) return makeUnknown(node, module, `it is more than ${MAX_DEPTH} steps away`);
    this.#activeMembers.set(subject, active.set(name, depth + 1));
    this.#depth += 1;
    try {
      return getMember(this, value, name, node, module);
    } finally {
      this.#depth -= 1;
      active.set(name, depth);
    }
  }

  #dispatch(node: SyntaxNode, module: Module, env: Env): Value {
    const inner = unwrap(node);
    if (inner !== node) return this.evaluate(inner, module, env);
    if (isFunctionNode(node))
      return { type: 'function', fn: node, module, env, self: null, bound: [], ...NO_PROVENANCE };
    if (isClassNode(node)) return { type: 'class', node, module, env, ...NO_PROVENANCE };
    if (isMemberNode(node)) return this.#evaluateMember(node, module, env);
    if (isCallNode(node)) return evaluateCall(this, node, module, env);
    switch (node.type) {
      case 'StringLiteral':
        return this.#literalText(node.value, getStart(node), getEnd(node), node, module);
      case 'TemplateLiteral':
        return this.#evaluateTemplate(node, module, env);
      case 'TemplateElement':
        return this.#quasiText(node, module);
      case 'BinaryExpression':
        return node.operator === '+'
          ? this.#evaluateSum(node, module, env)
          : makeUnknown(node, module, 'it is computed');
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return { type: 'primitive', value: node.value, ...NO_PROVENANCE };
      case 'NullLiteral':
        return { type: 'primitive', value: null, ...NO_PROVENANCE };
      case 'Identifier':
      case 'JSXIdentifier':
        return evaluateIdentifier(this, node, module, env);
      case 'ThisExpression':
        return evaluateThis(this, node, module, env);
      case 'ObjectExpression':
        return createObject(this, node, module, env);
      case 'ArrayExpression':
        return createArray(node, module, env);
      case 'ConditionalExpression':
        return this.#evaluateConditional(node, module, env);
      case 'LogicalExpression':
        return this.#evaluateLogical(node, module, env);
      case 'AssignmentExpression':
        return this.evaluate(node.right, module, env);
      case 'SequenceExpression':
        return this.evaluate(node.expressions.at(-1) ?? node, module, env);
      case 'JSXExpressionContainer':
        return this.evaluate(node.expression, module, env);
      case 'UnaryExpression':
        if (node.operator === '-' && node.argument.type === 'NumericLiteral')
          return { type: 'primitive', value: -node.argument.value, ...NO_PROVENANCE };
        return node.operator === 'void' ? UNDEFINED : makeUnknown(node, module, 'it is computed');
      case 'MetaProperty':
        return {
          type: 'external',
          module: 'global',
          path: [`${node.meta.name}.${node.property.name}`],
          made: null,
          ...NO_PROVENANCE,
        };
      case 'JSXMemberExpression':
        return this.getProperty(this.evaluate(node.object, module, env), node.property.name, node, module);
      case 'TSQualifiedName':
        return this.getProperty(this.evaluate(node.left, module, env), node.right.name, node, module);
      default:
        return makeUnknown(node, module, 'it is computed');
    }
  }

  #evaluateMember(node: t.MemberExpression | t.OptionalMemberExpression, module: Module, env: Env): Value {
    const refs = { item: this.identify(node) };
    const name = getKeyName(node.property, node.computed);
    if (node.object.type === 'Super') {
      return name === null
        ? makeUnknown(node, module, 'the key is not known')
        : evaluateSuperMember(this, node, name, module, env);
    }
    const added = name === null ? null : evaluateAddedMember(this, node.object, name, module);
    if (added !== null) return withProvenance(added, refs);
    const object = this.evaluate(node.object, module, env);
    if (name !== null) return withProvenance(this.getProperty(object, name, node, module), refs);
    const key = this.evaluate(node.property, module, env);
    // Which member it is, the callers say: with all members at once, their choices would be mixed.
    if (key.type === 'param' && object.type === 'object' && !env?.any)
      return withProvenance({ ...key, node, path: [...key.path, '[]'] }, refs);
    const keys = listTexts(key, node.property, module);
    const names = keys.map((key) =>
      key.atoms.every((atom) => atom.kind === 'text')
        ? key.atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('')
        : null,
    );
    if (names.every((key) => key !== null)) {
      const values = names.map((name) => this.getProperty(object, name, node, module));
      return withProvenance(chooseBetween(this.#nameDecision(node, module), values), refs);
    }
    return withProvenance(this.#anyMember(object, node, module), refs);
  }

  /** Two conditionals with the same test go the same way: `id ? urlA : urlB` beside `id ? 'PATCH' : 'POST'`. */
  #evaluateConditional(node: t.ConditionalExpression, module: Module, env: Env): Value {
    const known = decide(this, node.test, module, env);
    if (known !== null) return this.evaluate(known ? node.consequent : node.alternate, module, env);
    const test = unwrap(node.test);
    const isNegated = test.type === 'UnaryExpression' && test.operator === '!';
    const subject = isNegated ? test.argument : test;
    const branches = [this.evaluate(node.consequent, module, env), this.evaluate(node.alternate, module, env)];
    return chooseBetween(this.#nameDecision(subject, module), isNegated ? branches.reverse() : branches);
  }

  /** The same text in the same function decides the same. */
  #nameDecision(node: SyntaxNode, module: Module): string {
    let at = getParent(node);
    while (at !== undefined && !isFunctionNode(at)) at = getParent(at);
    return `${module.path}:${at === undefined ? '' : getStart(at)}:${quoteSource(module, node, 200)}`;
  }

  /** `table[key]` with an unknown key: one of the values of the table. */
  #anyMember(object: Value, node: SyntaxNode, module: Module): Value {
    const values = listOptions(object).flatMap((option) => listElements(this, option) ?? []);
    if (values.length === 0) return makeUnknown(node, module, 'the key is not known');
    return chooseBetween(this.#nameDecision(node, module), values);
  }

  #literalText(text: string, start: number, end: number, node: SyntaxNode, module: Module): Value {
    if (text === '') return makeText('');
    const quoteCharacter = module.text[start];
    const quote: TextOrigin['quote'] = quoteCharacter === "'" || quoteCharacter === '"' ? quoteCharacter : 'other';
    const offsets = locateCooked(module.text, start + 1, end - 1, text);
    if (offsets === null) return makeText(text);
    const origin: TextOrigin = {
      file: module.path,
      start: start + 1,
      end: end - 1,
      quote,
      literal: this.identify(node),
      ...offsets,
    };
    return { type: 'text', atoms: [{ kind: 'text', text, origin, via: null }], ...NO_PROVENANCE };
  }

  #quasiText(quasi: t.TemplateElement, module: Module): Value {
    const text = quasi.value.cooked ?? quasi.value.raw;
    if (text === '') return makeText('');
    const start = getStart(quasi);
    const end = getEnd(quasi);
    const offsets = locateCooked(module.text, start, end, text);
    if (offsets === null) return makeText(text);
    const origin: TextOrigin = {
      file: module.path,
      start,
      end,
      quote: '`',
      literal: this.identify(quasi),
      ...offsets,
    };
    return { type: 'text', atoms: [{ kind: 'text', text, origin, via: null }], ...NO_PROVENANCE };
  }

  #evaluateTemplate(node: t.TemplateLiteral, module: Module, env: Env): Value {
    const pieces = node.quasis.flatMap((quasi, index) => {
      const text = listTexts(this.#quasiText(quasi, module), quasi, module);
      const expression = node.expressions[index];
      return expression === undefined ? [text] : [text, this.#enterText(expression, 'template', module, env)];
    });
    return concatTexts(pieces, node, module);
  }

  /** The texts of an inner expression, marked with the place where they enter the larger text. */
  #enterText(node: SyntaxNode, kind: Seam['kind'], module: Module, env: Env): readonly TextValue[] {
    const texts = listTexts(convertToText(this, this.evaluate(node, module, env), env), node, module);
    const inner = unwrap(node);
    if (inner.type === 'StringLiteral' || inner.type === 'TemplateLiteral') return texts;
    const parenthesis = node.extra?.parenStart;
    const start = typeof parenthesis === 'number' ? parenthesis : getStart(node);
    return markSeam(texts, { kind, file: module.path, start, end: getEnd(node) });
  }

  /** A chain of `+` is flattened first: concatenations of thousands of pieces exist. */
  #evaluateSum(node: t.BinaryExpression, module: Module, env: Env): Value {
    const operands: SyntaxNode[] = [];
    let left: SyntaxNode = node;
    while (left.type === 'BinaryExpression' && left.operator === '+') {
      operands.push(left.right);
      left = unwrap(left.left);
    }
    operands.push(left);
    operands.reverse();
    const values = operands.map((operand) => this.evaluate(operand, module, env));
    if (values.every((value) => value.type === 'primitive' && typeof value.value === 'number'))
      return makeUnknown(node, module, 'it is computed');
    return concatTexts(
      operands.map((operand) => this.#enterText(operand, 'sum', module, env)),
      node,
      module,
    );
  }

  #evaluateLogical(node: t.LogicalExpression, module: Module, env: Env): Value {
    const left = this.evaluate(node.left, module, env);
    if (node.operator === '&&')
      return unite([...listOptions(left).filter(isFalsy), this.evaluate(node.right, module, env)]);
    const kept = listOptions(left).filter((option) => !(node.operator === '??' ? isNullish(option) : isFalsy(option)));
    const isCertain = kept.length > 0 && kept.length === listOptions(left).length && kept.every(isCertainlyTruthy);
    // `table[key] ?? other`: a key that is not known may be none of the table's.
    if (isCertain && !isLookUp(unwrap(node.left))) return left;
    const right = this.evaluate(node.right, module, env);
    if (kept.length === 0) return right;
    // `process.env.PREFIX ?? ''`: what the variable holds is still not known.
    if (isEmptyText(right) && kept.every(isEnvironmentText)) return left;
    return unite([...kept, right]);
  }
}

function isEmptyText(value: Value): boolean {
  return value.type === 'text' && value.atoms.length === 0;
}

function isEnvironmentText(value: Value): boolean {
  return value.type === 'text' && value.atoms.some((atom) => atom.kind === 'env');
}

function isLookUp(node: SyntaxNode): boolean {
  return isMemberNode(node) && getKeyName(node.property, node.computed) === null;
}

function isNullish(value: Value): boolean {
  return value.type === 'primitive' && (value.value === null || value.value === undefined);
}

function isFalsy(value: Value): boolean {
  if (value.type === 'text') return value.atoms.length === 0;
  return value.type === 'primitive' && !value.value;
}

function isCertainlyTruthy(value: Value): boolean {
  if (value.type === 'text') return value.atoms.some((atom: Atom) => atom.kind === 'text' && atom.text !== '');
  return (
    value.type === 'object' ||
    value.type === 'array' ||
    value.type === 'function' ||
    value.type === 'class' ||
    value.type === 'client' ||
    value.type === 'instance'
  );
}
