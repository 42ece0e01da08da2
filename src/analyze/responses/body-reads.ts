import type { BodyRead, BodyReading } from '../../model/response.ts';
import { getEnd, getStart, type MemberNode, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { isGuarded, isInstanceOfArray } from './array-guards.ts';
import type { Carried, Place } from './carried.ts';

/** Look at a value and keep nothing of it. */
const LOOKS = new Set([
  'ExpressionStatement',
  'UnaryExpression',
  'IfStatement',
  'WhileStatement',
  'TemplateLiteral',
  'ConditionalExpression',
  'LogicalExpression',
]);

/** What is taken of a body by a wrapper. */
type Part = Required<Pick<Carried, 'kind' | 'part'>>;

/** Is it what lists have? */
function isOfLists(name: string): boolean {
  return name === '[]' || /^\d+$/.test(name) || Object.hasOwn(Array.prototype, name);
}

/** Collects what is read of a body, and whether all of it was seen. */
export class BodyReads {
  readonly #evaluator: Evaluator;
  readonly #site: Emission['site'];
  readonly #reads: BodyRead[] = [];
  #isOpen = false;
  /** A wrapper's own reads serve other requests, too. */
  isShared: boolean;

  constructor(evaluator: Evaluator, { sink, site }: Emission) {
    this.#evaluator = evaluator;
    this.#site = site;
    this.isShared = sink.node !== site.node;
  }

  finish(): BodyReading {
    return { reads: this.#reads, isOpen: this.#isOpen };
  }

  /** The body goes on where nobody follows it. */
  lose({ kind }: Carried): void {
    if (kind === 'body') this.#isOpen = true;
  }

  read(read: string, { module, entered, part }: Place, node: SyntaxNode, isGuard = false): void {
    const { isShared } = this;
    // What is read of a part is wrong where the body has no such part.
    const name = part ?? read;
    const { node: at, module: home } = isShared ? this.#site : (this.#findCall(entered) ?? { node, module });
    const place = { file: home.path, start: getStart(at), end: getEnd(at) };
    this.#reads.push({ name, isGuard, isShared, place });
  }

  /** A helper that others call as well is right for their bodies: what is wrong is this call. */
  #findCall(entered: Place['entered']): { readonly node: SyntaxNode; readonly module: Module } | undefined {
    const helper = entered.findLast(({ fn }) => this.#evaluator.index.listCallers(fn).length > 1);
    return helper && { node: helper.call, module: helper.module };
  }

  /** Reads a member, and says what it is where a wrapper takes it for its callers: they read a list of it, or none. */
  take(name: string, place: Place, node: SyntaxNode, isGuard: boolean): Part | null {
    this.read(name, place, node, isGuard);
    return this.isShared && !isGuard && !isOfLists(name) ? { kind: 'part', part: name } : null;
  }

  readMember(member: MemberNode, place: Place): Part | null {
    const name = nameMember(member);
    if (name === null && this.#isNamedByText(member.property, place.module)) {
      this.lose(place);
      return null;
    }
    const isElement = name === null || /^\d+$/.test(name);
    return this.take(isElement ? '[]' : name, place, member.property, isGuarded(member));
  }

  /** What a caller reads of what a wrapper took. */
  readOfPart(name: string, node: SyntaxNode, place: Place): void {
    if (isOfLists(name) && !isGuarded(node)) this.read(name, place, node);
  }

  /** `body[KEYS[path]]`: which member that is, the key says; an element has a number. */
  #isNamedByText(key: SyntaxNode, module: Module): boolean {
    const keys = listOptions(this.#evaluator.evaluate(key, module, this.#evaluator.anyCaller));
    return keys.some(({ type }) => type === 'text' || type === 'param');
  }

  /** What is done with the body as a whole. */
  judge(parent: SyntaxNode, place: Place): void {
    const { node } = place;
    const isSpread = parent.type === 'SpreadElement' && getParent(parent)?.type !== 'ObjectExpression';
    if (isSpread || (parent.type === 'ForOfStatement' && parent.right === node)) this.read('[]', place, node);
    else if (isInstanceOfArray(parent)) this.read('[]', place, node, true);
    else if (parent.type === 'BinaryExpression' && parent.operator === 'in') {
      if (parent.left.type === 'StringLiteral') this.read(parent.left.value, place, parent.left, true);
      else this.lose(place);
    } else if (parent.type !== 'BinaryExpression') this.judgeAround(parent, place);
  }

  /** What is done with something that has the body. */
  judgeAround(parent: SyntaxNode, place: Place): void {
    if (!LOOKS.has(parent.type)) this.lose(place);
  }
}
