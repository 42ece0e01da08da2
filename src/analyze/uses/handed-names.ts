import type { ObjectProperty } from '@babel/types';
import type { Seam } from '../../model/url-value.ts';
import {
  type ArgumentCall,
  type CallNode,
  getStart,
  isCallNode,
  isMemberNode,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { isThrown } from '../questions/asserted-messages.ts';
import { isHarmless } from './judge-use.ts';

/**
 * `get(PATHS.agents)`: does what the function is handed go to the URL alone, and to what it logs or throws? What it keeps the answer
 * under is another matter: with a version in front of one argument, whoever asks for the bare name finds nothing.
 */

/** Places that one name is followed to. */
const MAX_STEPS = 200;

/** The call that hands the text over, and those around it by which that came to be; null: outside of the first. */
type Way = { readonly call: CallNode; readonly module: Module; readonly outer: Way } | null;

/** What makes a text of a text. */
const MAKING = /^(?:replace|trim|trimStart|trimEnd|toString|concat|slice|substring)$/;
const THROUGH =
  /^(?:TemplateLiteral|ConditionalExpression|LogicalExpression|AwaitExpression|ParenthesizedExpression|TS\w+Expression)$/;

class HandedName {
  readonly #evaluator: Evaluator;
  readonly #sinks: ReadonlySet<SyntaxNode>;
  #steps = 0;

  constructor(evaluator: Evaluator, sinks: ReadonlySet<SyntaxNode>) {
    this.#evaluator = evaluator;
    this.#sinks = sinks;
  }

  /** Into each function that may be called; `key`: the member of the argument that holds the text. */
  isSentBy(call: ArgumentCall, index: number, module: Module, outer: Way, key: string | null): boolean {
    const callees = this.#evaluator.index.listCallees(call);
    if (callees.length === 0) return false;
    return callees.every((option) => {
      if (option.type !== 'function' || option.bound.length > 0 || option.flipped !== undefined) return false;
      const param = option.fn.params[index];
      const name = param?.type === 'AssignmentPattern' ? param.left : param;
      if (name === undefined) return false;
      const way = { call, module, outer };
      return key === null
        ? this.#isNameSent(name, option.module, way)
        : this.#isMemberSent(name, key, option.module, way);
    });
  }

  /** `({ path }) => …`, `const { path } = options`, `options.path`; the object itself may only be handed on. */
  #isMemberSent(holder: SyntaxNode, key: string, module: Module, way: Way): boolean {
    if (holder.type === 'ObjectPattern')
      return holder.properties.every((property) => {
        if (property.type !== 'ObjectProperty' || nameKey(property) !== key) return true;
        const { value } = property;
        return this.#isNameSent(value.type === 'AssignmentPattern' ? value.left : value, module, way);
      });
    const binding = holder.type === 'Identifier' ? findBindingOf(module, holder) : undefined;
    if (binding === undefined || binding.assignments.length > 0) return false;
    return listReadings(holder, module).every((node) => node === holder || this.#isHolderSent(node, key, module, way));
  }

  #isHolderSent(node: SyntaxNode, key: string, module: Module, way: Way): boolean {
    const parent = getParent(node);
    this.#steps += 1;
    if (parent === undefined || this.#steps > MAX_STEPS) return false;
    if (isMemberNode(parent) && parent.object === node)
      return nameMember(parent) === key ? this.#isSent(parent, module, way) : nameMember(parent) !== null;
    if (parent.type === 'VariableDeclarator' && parent.init === node)
      return parent.id.type === 'ObjectPattern' && this.#isMemberSent(parent.id, key, module, way);
    if (!isCallNode(parent) || !('arguments' in parent)) return false;
    const index = parent.arguments.findIndex((argument) => argument === node);
    return index !== -1 && this.isSentBy(parent, index, module, way, key);
  }

  #isNameSent(name: SyntaxNode, module: Module, way: Way): boolean {
    if (name.type !== 'Identifier') return false;
    const binding = findBindingOf(module, name);
    if (binding === undefined || binding.assignments.length > 0) return false;
    return listReadings(name, module).every((node) => node === name || this.#isSent(node, module, way));
  }

  #isSent(node: SyntaxNode, module: Module, way: Way): boolean {
    const parent = getParent(node);
    this.#steps += 1;
    if (parent === undefined || this.#steps > MAX_STEPS) return false;
    if (THROUGH.test(parent.type)) return isTest(parent, node) || this.#isSent(parent, module, way);
    if (parent.type === 'BinaryExpression') return parent.operator === '+' && this.#isSent(parent, module, way);
    if (parent.type === 'UnaryExpression') return parent.operator === '!' || parent.operator === 'typeof';
    if (parent.type === 'VariableDeclarator' && parent.init === node) return this.#isNameSent(parent.id, module, way);
    if (isMemberNode(parent) && parent.object === node) return this.#isMadeOver(parent, module, way);
    if (isCallNode(parent) && 'arguments' in parent && parent.callee !== node)
      return this.#isArgumentSent(parent, node, module, way);
    if (parent.type === 'ObjectProperty' && parent.value === node && this.#isOptionSent(parent, module, way))
      return true;
    const isGivenBack =
      parent.type === 'ReturnStatement' || (parent.type === 'ArrowFunctionExpression' && parent.body === node);
    // Who asks the function around the first call, nobody looks for here.
    if (isGivenBack) return way !== null && this.#isSent(way.call, way.module, way.outer);
    return this.#isTold(node, module);
  }

  /** `this.request({ url, method: 'GET' })` */
  #isOptionSent(property: ObjectProperty, module: Module, way: Way): boolean {
    const object = getParent(property);
    const call = object === undefined ? undefined : getParent(object);
    const key = nameKey(property);
    if (call === undefined || key === null || !isCallNode(call) || !('arguments' in call)) return false;
    const index = call.arguments.findIndex((argument) => argument === object);
    return index !== -1 && (this.#sinks.has(call) || this.isSentBy(call, index, module, way, key));
  }

  /** `path.replace(/^\//, '')`, `path.startsWith('/')` */
  #isMadeOver(member: SyntaxNode, module: Module, way: Way): boolean {
    const call = getParent(member);
    if (call === undefined || !isMemberNode(member) || !isCallNode(call) || !('arguments' in call)) return false;
    if (call.callee !== member) return false;
    const name = nameMember(member) ?? '';
    const [asked] = call.arguments;
    if (/^(?:starts|ends)With$/.test(name)) return asked?.type === 'StringLiteral' && asked.value === '/';
    return MAKING.test(name) && this.#isSent(call, module, way);
  }

  #isArgumentSent(call: ArgumentCall, node: SyntaxNode, module: Module, way: Way): boolean {
    if (this.#sinks.has(call)) return true;
    if (call.type === 'NewExpression' && call.callee.type === 'Identifier' && call.callee.name === 'URL')
      return this.#isSent(call, module, way);
    const index = call.arguments.findIndex((argument) => argument === node);
    const isOwn = this.#evaluator.index.listCallees(call).length > 0;
    if (isOwn && !isThrown(node, module)) return this.isSentBy(call, index, module, way, null);
    return this.#isTold(node, module);
  }

  /** In a log, or an error. */
  #isTold(node: SyntaxNode, module: Module): boolean {
    if (isThrown(node, module)) return true;
    const parent = getParent(node);
    const callee = parent !== undefined && isCallNode(parent) && 'callee' in parent ? unwrap(parent.callee) : null;
    const name = callee !== null && isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
    return (
      !/^(?:has|get|set|add|delete|includes|indexOf|is|bind|test|exec)$/.test(name) &&
      isHarmless(this.#evaluator, node, module)
    );
  }
}

function isTest(parent: SyntaxNode, node: SyntaxNode): boolean {
  return parent.type === 'ConditionalExpression' && parent.test === node;
}

/** The member of the argument that stands there; null for the argument itself, undefined where it is neither. */
function findHandedKey(argument: SyntaxNode, start: number): string | null | undefined {
  const given = unwrap(argument);
  if (given.type !== 'ObjectExpression') return getStart(argument) === start ? null : undefined;
  for (const property of given.properties)
    if (property.type === 'ObjectProperty' && getStart(property.value) === start) return nameKey(property) ?? undefined;
  return undefined;
}

/** `sinks`: the calls that send what is made of it. */
export function isHandedToUrl(evaluator: Evaluator, seam: Seam, sinks: ReadonlySet<SyntaxNode>): boolean {
  const module = evaluator.graph.load(seam.file);
  const name = new HandedName(evaluator, sinks);
  const calls = module?.scripts.flatMap((script) => script.calls) ?? [];
  return calls.some((call) => {
    if (module === null || !isCallNode(call) || !('arguments' in call)) return false;
    return call.arguments.some((argument, index) => {
      const key = findHandedKey(argument, seam.start);
      return key !== undefined && name.isSentBy(call, index, module, null, key);
    });
  });
}
