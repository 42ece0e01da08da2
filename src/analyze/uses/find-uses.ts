import type { ForeignUse } from '../../model/analysis.ts';
import { findClassAround, findFunctionAround } from '../../syntax/enclosing.ts';
import {
  type ClassNode,
  contains,
  type FunctionNode,
  getKeyName,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { eachPatternName } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, getLocation, type Module, quoteSource } from '../modules.ts';
import { findTemplateMember } from '../template-members.ts';
import { getTextHead, listTexts } from '../texts.ts';
import { isAbsoluteUrl } from '../urls.ts';
import { listOptions } from '../values.ts';
import { findAssertedMessage, isThrown } from './asserted-messages.ts';
import { findSameKey, isCacheKey } from './cache-keys.ts';
import { Importers, type Reading } from './importers.ts';
import { isAddedTo, isHarmless, isInspected, isKept, isTested, isUnread } from './judge-use.ts';
import { listMemberReadings, passThrough } from './pass-through.ts';
import {
  ANY,
  CALL,
  findEntered,
  findExportPath,
  findGiven,
  followSteps,
  getOuterStart,
  getRoot,
  type Handed,
  indexOf,
  type Place,
  readMembers,
  restrictsTexts,
} from './places.ts';

/**
 * Where else a literal goes. Starting at the literal, this follows the names it is bound to, forward through the
 * project, and reports every use that the listed requests do not explain.
 */

const TRANSPARENT = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ObjectExpression',
  'SpreadElement',
  'AwaitExpression',
  'TSEnumBody',
]);

const ITERATIONS = new Set(['map', 'forEach', 'flatMap', 'filter', 'find', 'some', 'every', 'reduce']);
const COLLECTING = new Set(['push', 'unshift', 'add']);
const TEXT_METHODS = new Set(['trim', 'toString', 'concat', 'replace', 'replaceAll', 'toLowerCase', 'normalize']);
/** Lists of the same elements. */
const COPIES = new Set(['filter', 'slice', 'concat', 'reverse', 'sort', 'toSorted', 'toReversed', 'values', 'flat']);
const ELEMENTS = new Set(['find', 'at', 'pop', 'shift', 'get']);

/** How a value came to a place, whatever the place. */
type Flow = Pick<Place, 'isHandedOver' | 'entered' | 'handed'>;

class UseSearch {
  readonly uses = new Map<string, ForeignUse>();
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #covered: ReadonlySet<number>;
  readonly #queue: Place[] = [];
  readonly #visited = new Set<string>();
  readonly #text: string;
  readonly #literal: number;
  /** Where a test asserts a message with the text; empty when none does. */
  #asserted: string | null = null;

  constructor(evaluator: Evaluator, importers: Importers, covered: ReadonlySet<number>, literal: SyntaxNode) {
    this.#text = readText(literal);
    this.#literal = evaluator.identify(literal);
    this.#evaluator = evaluator;
    this.#importers = importers;
    this.#covered = covered;
  }

  run(start: Place): void {
    this.#queue.push(start);
    // The literal itself is where the text is written, not a use of it.
    let place = this.#queue.pop();
    if (place !== undefined) this.#advance(place, true);
    for (place = this.#queue.pop(); place !== undefined; place = this.#queue.pop()) this.#judge(place);
  }

  #add(place: Place): void {
    const by = place.handed === null ? '' : this.#evaluator.identify(place.handed.call);
    const key = `${this.#evaluator.identify(place.node)} ${place.path.join('.')} ${place.isHandedOver} ${by}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.#queue.push(place);
  }

  #addReadings(readings: readonly Reading[], path: readonly string[], from: Flow): void {
    for (const { node, module, path: way } of readings) this.#add({ ...from, node, module, path: [...way, ...path] });
  }

  /** What is done with a place where the value is read. */
  #judge(start: Place): void {
    const read = readMembers(start);
    if (read === null) return;
    const place = { ...start, ...read };
    const { module, node } = place;
    const parent = getParent(node);
    if (parent === undefined || isUnread(parent, node) || isTested(parent, node)) return;
    if (place.isHandedOver && isThrown(node)) {
      this.#judgeMessage(place, parent);
      return;
    }
    if (isHarmless(node)) return;
    if (isAddedTo(parent, node)) return;
    if (this.#followIteration(place, parent)) return;
    if (this.#advance(place, this.#isCovered(start, node))) return;
    // A function that is not called here gives nothing back; to call or make something is not to read its members.
    if (place.path.includes(CALL) || (isCallNode(parent) && 'callee' in parent && parent.callee === node)) return;
    if (this.#isCovered(start, node)) return;
    const counts =
      !place.isHandedOver ||
      isInspected(this.#evaluator, module, parent, node) ||
      isKept(this.#evaluator, module, parent, node);
    if (counts) this.#report(place, quoteSource(module, parent, 80));
  }

  /** `throw new Error(`GET ${path} failed`)`: harmless, unless a test knows the words. */
  #judgeMessage(place: Place, parent: SyntaxNode): void {
    this.#asserted ??= findAssertedMessage(this.#evaluator.graph, this.#text) ?? '';
    if (this.#asserted !== '')
      this.#report(place, `${quoteSource(place.module, parent, 80)}, asserted at ${this.#asserted}`);
  }

  /** The key of a cache goes with its request, unless somebody else writes it as well. */
  #judgeKey(place: Place, parent: SyntaxNode): void {
    const other = findSameKey(this.#evaluator, this.#text, this.#literal);
    if (other !== null) this.#report(place, `${quoteSource(place.module, parent, 80)}, a key that ${other} names, too`);
  }

  #report({ module, node, entered }: Place, text: string): void {
    const location = getLocation(module, getStart(node));
    this.uses.set(`${location.file}:${location.line}:${location.column}`, { ...location, text, entered });
  }

  #isCovered(place: Place, node: SyntaxNode): boolean {
    // What a method gives back came from what stands before its dot.
    for (let at: SyntaxNode | undefined = getRoot(place.node); at !== undefined; at = getParent(at)) {
      if (this.#covered.has(this.#evaluator.identify(at))) return true;
      if (at === node) return false;
    }
    return false;
  }

  /** Follows the value to where it is kept next; false where it is used up. */
  #advance(start: Place, isCovered: boolean): boolean {
    const { module } = start;
    let { entered } = start;
    let { node: at, path } = start;
    for (let parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
      const place = { ...start, node: at, path, entered };
      if (isCacheKey(this.#evaluator, module, parent, at)) this.#judgeKey(place, parent);
      switch (parent.type) {
        case 'VariableDeclarator':
          return parent.init === at && this.#bind(parent.id, place);
        case 'AssignmentExpression':
          return parent.right === at && this.#assign(parent.left, place);
        case 'ObjectProperty':
          if (parent.value !== at) return false;
          this.#showMember(parent, place);
          path = [getKeyName(parent.key, parent.computed) ?? ANY, ...path];
          continue;
        case 'TSEnumMember':
          path = [getKeyName(parent.id, false) ?? ANY, ...path];
          continue;
        case 'ArrayExpression':
          path = at.type === 'SpreadElement' ? path : [indexOf(parent, at), ...path];
          continue;
        case 'TSEnumDeclaration':
          return this.#bind(parent.id, place);
        case 'ExportDefaultDeclaration':
          this.#addReadings(this.#importers.listExportReadings(module, 'default'), path, place);
          return true;
        case 'TSExportAssignment':
          this.#addReadings(this.#importers.listExportReadings(module, '='), path, place);
          return true;
        case 'ClassProperty':
        case 'ClassPrivateProperty':
        case 'ClassAccessorProperty':
          return parent.value === at && this.#followClassMember(parent, place);
        case 'AssignmentPattern':
          return parent.right === at && this.#bind(parent.left, place);
        case 'ForOfStatement':
          return parent.right === at && this.#iterate(parent.left, place);
        case 'ReturnStatement':
          return this.#returnValue(findFunctionAround(parent), place);
        case 'ArrowFunctionExpression':
          return parent.body === at && this.#returnValue(parent, place);
        case 'TemplateLiteral':
        case 'BinaryExpression':
          if (parent.type === 'BinaryExpression' && parent.operator !== '+') return false;
          // Behind its base the text is a URL, which is the request's own affair.
          if (isCovered && !this.#isPath(parent, module)) return false;
          entered = [...entered, `${module.path}:${getOuterStart(at)}`];
          continue;
        case 'JSXExpressionContainer':
          if (getParent(parent)?.type !== 'JSXAttribute') return false;
          continue;
        case 'JSXAttribute':
        case 'JSXSpreadAttribute':
          return this.#handToComponent(parent, place, isCovered);
        case 'MemberExpression':
        case 'OptionalMemberExpression': {
          const through = parent.object === at ? this.#passMethod(parent, place) : null;
          if (through === null) return false;
          at = parent;
          parent = through.call;
          path = through.path;
          continue;
        }
        default:
          if (TRANSPARENT.has(parent.type)) continue;
          if (!isCallNode(parent)) return false;
          if (this.#collect(parent, place)) return true;
          {
            const through = passThrough(this.#evaluator, module, parent, at, path);
            if (through === null) return this.#handOver(parent, place, isCovered);
            path = through;
          }
      }
    }
    return false;
  }

  /** `['calls', id].join('/')`, `path.trim()`, `LIST.map(…)`: the value goes on as what the method gives back. */
  #passMethod(
    member: SyntaxNode,
    place: Place,
  ): { readonly call: SyntaxNode; readonly path: readonly string[] } | null {
    const call = getParent(member);
    if (!isMemberNode(member) || call?.type !== 'CallExpression' || call.callee !== member) return null;
    const name = getKeyName(member.property, member.computed);
    if (name === null) return null;
    if (name === 'join' && place.path.length > 0) return { call, path: place.path.slice(1) };
    if (TEXT_METHODS.has(name) && place.path.length === 0) return { call, path: [] };
    if (place.path.length > 0 && this.#followIteration(place, member)) return null;
    return null;
  }

  /** `queue.push({ url })`, `paths.add('/calls')`: the value is an element of the list now. */
  #collect(call: SyntaxNode, place: Place): boolean {
    if (call.type !== 'CallExpression' || call.callee === place.node) return false;
    const callee = unwrap(call.callee);
    const name = isMemberNode(callee) ? getKeyName(callee.property, callee.computed) : null;
    if (!isMemberNode(callee) || name === null || !COLLECTING.has(name)) return false;
    const receiver = unwrap(callee.object);
    const element = { ...place, path: [ANY, ...place.path] };
    if (receiver.type === 'Identifier') return this.#bind(receiver, element);
    if (!isMemberNode(receiver) || unwrap(receiver.object).type !== 'ThisExpression') return false;
    const owner = findClassAround(receiver);
    const field = getKeyName(receiver.property, receiver.computed);
    if (owner === null || field === null) return false;
    this.#addMemberReadings(owner, field, element);
    return true;
  }

  #isPath(node: SyntaxNode, module: Module): boolean {
    const value = this.#evaluator.evaluate(node, module, this.#evaluator.anyCaller);
    return listTexts(value, node, module).some((text) => !isAbsoluteUrl(text) && /^\/?\w/.test(getTextHead(text)));
  }

  /** The value gets a name, or several by destructuring. */
  #bind(pattern: SyntaxNode, place: Place): boolean {
    const { module, path } = place;
    if (pattern.type === 'Identifier') {
      const binding = findBindingOf(module, pattern);
      if (binding !== undefined) this.#addReadings(this.#importers.listReadings(module, binding), path, place);
      return true;
    }
    if (pattern.type !== 'ObjectPattern' && pattern.type !== 'ArrayPattern') return false;
    eachPatternName(pattern, [], (name, steps) => {
      const rest = followSteps(steps, path);
      const binding = rest === null ? undefined : findBindingOf(module, name);
      if (rest !== null && binding !== undefined)
        this.#addReadings(this.#importers.listReadings(module, binding), rest, place);
    });
    return true;
  }

  #assign(target: SyntaxNode, place: Place): boolean {
    const { module, path } = place;
    const exported = findExportPath(target);
    if (exported !== null) {
      const [name, ...rest] = [...exported, ...path];
      if (name !== undefined) this.#addReadings(this.#importers.listExportReadings(module, name), rest, place);
      if (exported.length === 0) this.#addReadings(this.#importers.listExportReadings(module, '='), path, place);
      return true;
    }
    const member = unwrap(target);
    if (!isMemberNode(member)) return this.#bind(target, place);
    const name = getKeyName(member.property, member.computed);
    if (name === null || unwrap(member.object).type !== 'ThisExpression') return false;
    const owner = findClassAround(member);
    if (owner === null) return false;
    this.#addMemberReadings(owner, name, place);
    return true;
  }

  /** A member of a component's options is read by its template. */
  #showMember(member: SyntaxNode, place: Place): void {
    const { module } = place;
    const binding = findTemplateMember(module.scripts, member);
    if (binding === undefined) return;
    const path = binding.source.kind === 'function' ? [CALL, ...place.path] : place.path;
    this.#addReadings(this.#importers.listReadings(module, binding), path, place);
  }

  /** What a function gives back goes where its calls stand. */
  #returnValue(fn: FunctionNode | null, place: Place): boolean {
    if (fn === null) return false;
    if (place.isHandedOver && !this.#isWithinEntered(fn, place)) return false;
    if (place.handed?.fn === fn) return this.#giveBack(place, place.handed);
    this.#showMember(fn, place);
    const path = [CALL, ...place.path];
    switch (fn.type) {
      case 'FunctionDeclaration':
        return fn.id ? this.#bind(fn.id, { ...place, path }) : false;
      case 'ObjectMethod': {
        const object = getParent(fn);
        const name = getKeyName(fn.key, fn.computed) ?? ANY;
        const inner = [name, ...(fn.kind === 'get' ? place.path : path)];
        return object !== undefined && this.#advance({ ...place, node: object, path: inner }, true);
      }
      case 'ClassMethod':
      case 'ClassPrivateMethod': {
        const owner = findClassAround(fn);
        const name = fn.type === 'ClassMethod' ? getKeyName(fn.key, fn.computed) : getKeyName(fn.key, false);
        if (owner === null || name === null || fn.kind === 'constructor') return false;
        this.#addMemberReadings(owner, name, { ...place, path: fn.kind === 'get' ? place.path : path });
        return true;
      }
      default:
        return this.#advance({ ...place, node: fn, path }, true);
    }
  }

  #isWithinEntered(fn: FunctionNode, { module, handed }: Place): boolean {
    return handed !== null && handed.inside === module && contains(handed.fn, fn);
  }

  /** `resource('/calls')` gives back an object that holds the text: it goes on where that call stands. */
  #giveBack(place: Place, { call, module, before }: Handed): boolean {
    return this.#advance({ ...place, ...before, node: call, module }, true);
  }

  #followClassMember(member: { readonly key: SyntaxNode; readonly computed?: boolean | null }, place: Place): boolean {
    const owner = findClassAround(member.key);
    const name = getKeyName(member.key, member.computed === true);
    if (owner === null || name === null) return false;
    this.#addMemberReadings(owner, name, place);
    return true;
  }

  #addMemberReadings(owner: ClassNode, name: string, place: Place): void {
    for (const { node, module } of listMemberReadings(this.#evaluator, owner, name))
      this.#add({ ...place, node, module });
  }

  #iterate(left: SyntaxNode, place: Place): boolean {
    const pattern = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
    return pattern !== undefined && this.#bind(pattern, { ...place, node: pattern, path: place.path.slice(1) });
  }

  /** The value is handed to functions of the project: their parameters hold it now. */
  #handOver(call: SyntaxNode, place: Place, isCovered: boolean): boolean {
    const { module, node } = place;
    if (!isCallNode(call) || call.type === 'TaggedTemplateExpression' || call.callee === node) return false;
    if (this.#comesBack(call, place)) return true;
    const given = findGiven(call, node, place.path);
    if (given === null) return false;
    const callees = [
      ...listOptions(evaluateCallee(this.#evaluator, call, module, null)),
      ...this.#evaluator.index.listCallees(call),
    ];
    let isFollowed = false;
    for (const option of callees) {
      const entered = findEntered(option);
      if (entered === undefined || (option.type !== 'function' && option.type !== 'class')) continue;
      const index = given.index + (option.type === 'function' ? option.bound.length : 0);
      const last = entered.params.at(-1);
      const rest = last?.type === 'RestElement' && index >= entered.params.length - 1 ? last : null;
      const param = rest === null ? entered.params[index] : rest.argument;
      const path = rest === null ? given.path : [String(index - entered.params.length + 1), ...given.path];
      if (param === undefined) continue;
      const before = { isHandedOver: place.isHandedOver, handed: place.handed };
      const handed = { fn: entered, inside: option.module, call, module, before };
      isFollowed =
        this.#enter(param, { ...place, path, module: option.module, isHandedOver: true, handed }) || isFollowed;
    }
    // A table of the project that is handed to a function of the project was followed there.
    return isFollowed && (isCovered || place.isHandedOver || place.path.length > 0);
  }

  /** An attribute becomes a member of the one parameter that a component has. */
  #handToComponent(attribute: SyntaxNode, place: Place, isCovered: boolean): boolean {
    const { module } = place;
    const element = getParent(attribute);
    const call = element === undefined ? undefined : findScript(module, element).elements.get(element);
    const [node] = call === undefined || !('arguments' in call) ? [] : call.arguments;
    if (call === undefined || node === undefined) return false;
    const name =
      attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier' ? [attribute.name.name] : [];
    // A class keeps what it is given where nobody follows it.
    const callees = listOptions(evaluateCallee(this.#evaluator, call, module, null));
    if (callees.some((option) => option.type !== 'function')) return false;
    const isFollowed = this.#handOver(call, { ...place, node, path: [...name, ...place.path] }, isCovered);
    return isFollowed && (isCovered || place.isHandedOver);
  }

  /** `LIST.map((item) => …)`: what the callback gives back are the elements of the new list. */
  #comesBack(call: SyntaxNode, place: Place): boolean {
    if (call.type !== 'CallExpression' || place.path[0] !== CALL || call.arguments[0] !== place.node) return false;
    const callee = unwrap(call.callee);
    const name = isMemberNode(callee) ? getKeyName(callee.property, callee.computed) : null;
    if (name !== 'map' && name !== 'flatMap') return false;
    return this.#advance({ ...place, node: call, path: [ANY, ...place.path.slice(1)] }, true);
  }

  #enter(param: SyntaxNode, place: Place): boolean {
    if (param.type === 'TSParameterProperty') {
      const inner = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
      const owner = findClassAround(param);
      if (owner !== null && inner.type === 'Identifier') this.#addMemberReadings(owner, inner.name, place);
      return this.#bind(inner, place);
    }
    const target = param.type === 'AssignmentPattern' ? param.left : param;
    if (restrictsTexts(place.module, target))
      this.#report({ ...place, node: target }, `${quoteSource(place.module, target, 80)} allows certain texts only`);
    return this.#bind(target, place);
  }

  /** `LIST.map((item) => …)`: the element goes on as the callback's parameter, or comes back. */
  #followIteration(place: Place, parent: SyntaxNode): boolean {
    const { node, path } = place;
    const call = getParent(parent);
    if (!isMemberNode(parent) || parent.object !== node || call === undefined || !isCallNode(call)) return false;
    if (call.type === 'TaggedTemplateExpression' || call.callee !== parent || path.length === 0) return false;
    const name = getKeyName(parent.property, parent.computed);
    if (name === null) return false;
    if (COPIES.has(name)) this.#add({ ...place, node: call });
    if (name === 'entries') this.#add({ ...place, node: call, path: [ANY, '1', ...path.slice(1)] });
    if (!ITERATIONS.has(name) && !ELEMENTS.has(name)) return COPIES.has(name) || name === 'entries';
    const [callback] = call.arguments;
    const params = callback !== undefined && isFunctionNode(callback) ? callback.params : [];
    const param = params[name === 'reduce' ? 1 : 0];
    if (param !== undefined) this.#bind(param, { ...place, node: param, path: path.slice(1) });
    if (ELEMENTS.has(name)) this.#add({ ...place, node: call, path: path.slice(1) });
    return true;
  }
}

function readText(literal: SyntaxNode): string {
  if (literal.type === 'StringLiteral') return literal.value;
  return literal.type === 'TemplateElement' ? (literal.value.cooked ?? literal.value.raw) : '';
}

export class UseFinder {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#importers = new Importers(evaluator.graph);
  }

  /** Uses of a literal beside the requests; `covered`: the references through which those get it. */
  find(literal: number, covered: ReadonlySet<number>): readonly ForeignUse[] {
    const start = this.#evaluator.getIdentified(literal);
    if (start === undefined) return [];
    this.#evaluator.ask();
    const search = new UseSearch(this.#evaluator, this.#importers, covered, start.node);
    search.run({ ...start, path: [], entered: [], isHandedOver: false, handed: null });
    return [...search.uses.values()];
  }
}
