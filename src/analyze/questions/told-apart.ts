import { findFunctionAround, findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { isHarmless } from '../uses/judge-use.ts';
import { listOptions } from '../values/unions.ts';
import { isThrown } from './asserted-messages.ts';
import { isReached } from './guarded-places.ts';
import { OPEN, readMember } from './text-operations.ts';
import { findOuter, isPlainQuestion } from './text-readings.ts';
import { findKind, isForm, isSame, isText, isTurned, type Kind, type Pair } from './value-pairs.ts';
import type { Asked, Spelling } from './versioned-spellings.ts';
import { workOut } from './worked-out.ts';

/**
 * `path.length > MAX`, `path.split(/\W/)[1]`, `posix.dirname(path) === '/'`: what the language makes of a text is worked out for the
 * text as it is and with a version in front. Where that is not the same, and no path any more, it is something that the program
 * knows of the text, and what it does with it would change.
 */

/** What the code stands for, with the text as it is and with a version in front. */
interface Sides {
  readonly before: ReadonlyMap<string, unknown>;
  readonly after: ReadonlyMap<string, unknown>;
}

/** How many names it is followed through. */
const MAX_NAMES = 4;

/** What is put together of more pieces than that is no question. */
const MAX_STEPS = 32;

const VERSION = /v(?:\\d|\[|\d)/i;
/** Methods to which a number says where to cut the text, or how long to make it. */
const CUTTING = /^(?:slice|subst(?:r|ring)|splice|at|char(?:Code)?At|codePointAt|pad(?:Start|End)|repeat|subarray)$/;
const COMPARING = /^(?:[=!]==?|[<>]=?)$/;

class Readings {
  readonly #asked: Asked;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Does the program depend on what it makes of the value that `node` has? */
  follow(node: SyntaxNode, all: readonly Sides[], module: Module, names: number): boolean {
    const sides = all.filter(({ before, after }) =>
      [before, after].some((known) => isReached(node, { ...this.#asked, module, known, note: () => {} })),
    );
    if (sides.length === 0) return false;
    let top = findOutermost(node);
    let pairs = this.#workOut(node, sides, module);
    let isFollowed = pairs !== null;
    for (let steps = 0; isFollowed && pairs !== null && steps < MAX_STEPS; steps += 1) {
      const outer = findOuter(top);
      if (outer === null || (pairs.every(isForm) && isPlainQuestion(outer, top))) break;
      const next = this.#workOut(outer, sides, module);
      if (next === null) return false;
      isFollowed = next.every(({ before, after }) => before !== OPEN && after !== OPEN);
      if (isFollowed) [top, pairs] = [findOutermost(outer), next];
    }
    if (pairs === null) return false;
    const differing = pairs.filter((pair) => !isSame(pair));
    if (differing.length === 0) return false;
    const kind = findKind(pairs);
    if (kind !== 'characters' && differing.every(isForm))
      return isText(pairs) && this.#isGoneThrough(top, pairs, module);
    return this.#matters({ node: top, pairs, sides, module, names }, kind);
  }

  /** `for (const letter of path)`, and what is taken out of the text where it is given names; a list has elements. */
  #isGoneThrough(node: SyntaxNode, pairs: readonly Pair[], module: Module): boolean {
    const parent = getParent(node);
    const isTaken =
      parent?.type === 'ForOfStatement'
        ? parent.right === node
        : parent?.type === 'VariableDeclarator' && parent.init === node && takesAnother(parent.id, pairs);
    const { evaluator } = this.#asked;
    return (
      isTaken && listOptions(evaluator.evaluate(node, module, evaluator.anyCaller)).every(({ type }) => type === 'text')
    );
  }

  /** Null where a version is asked for: who does that minds it. */
  #workOut(node: SyntaxNode, sides: readonly Sides[], module: Module): readonly Pair[] | null {
    let isOfVersion = false;
    const note = (text: string) => {
      isOfVersion ||= VERSION.test(text);
    };
    const { evaluator, literal } = this.#asked;
    const pairs = sides.map(({ before, after }) => {
      const given = { evaluator, module, literal, note };
      return {
        before: workOut(node, { ...given, known: before }),
        after: workOut(node, { ...given, known: after }),
      };
    });
    return isOfVersion ? null : pairs;
  }

  /** `kind`: what it is, be its value known or not. */
  #matters(at: Reading, kind: Kind): boolean {
    const { node, module, pairs } = at;
    if (isHarmless(this.#asked.evaluator, node, module) || isThrown(node, module)) return false;
    const parent = getParent(node);
    if (parent === undefined) return false;
    const goOn = (outer: SyntaxNode, as: Kind = kind): boolean =>
      this.#matters({ ...at, node: findOutermost(outer), pairs: pairs.map(() => ({ before: OPEN, after: OPEN })) }, as);
    if ('test' in parent && parent.test === node && parent.type !== 'SwitchCase') return isTurned(pairs);
    switch (parent.type) {
      case 'ExpressionStatement':
        return false;
      case 'UnaryExpression':
        return parent.operator === '!' ? isTurned(pairs) : goOn(parent);
      case 'VariableDeclarator':
        return this.#bind(parent.id, at, kind);
      case 'AssignmentExpression':
        return parent.right === node && this.#assign(parent, at, kind);
      case 'LogicalExpression':
        return parent.left === node ? isTurned(pairs) || (kind !== 'list' && goOn(parent)) : goOn(parent);
      case 'ConditionalExpression':
      case 'SequenceExpression':
      case 'SpreadElement':
        return goOn(parent);
      case 'TemplateLiteral':
        return goOn(parent, 'text');
      case 'BinaryExpression': {
        const other = unwrap(parent.left === node ? parent.right : parent.left);
        if (!COMPARING.test(parent.operator)) return goOn(parent);
        return kind !== 'number' || !isCounter(other, module) || goesThrough(parent, other);
      }
      case 'ForOfStatement':
        return parent.right === node;
      case 'ReturnStatement':
        return kind !== 'list' && this.#giveBack(at, kind);
      case 'ArrowFunctionExpression':
        return kind !== 'list' && parent.body === node && this.#giveBack(at, kind);
      default:
        break;
    }
    if (kind === 'list') return false;
    if (kind === 'characters') return true;
    if (isMemberNode(parent) && parent.object === node) {
      const call = findOuter(node);
      return call !== null && goOn(call, isCallNode(call) ? 'text' : kind);
    }
    if (isCallNode(parent) && 'callee' in parent && kind === 'number')
      return !CUTTING.test(nameMember(unwrap(parent.callee)) ?? '');
    return true;
  }

  #bind(target: SyntaxNode, at: Reading, kind: Kind): boolean {
    const { pairs, sides, module, names } = at;
    if (target.type !== 'Identifier') return takesAnother(target, pairs);
    const binding = findBindingOf(module, target);
    const assigned = binding?.assignments.length ?? 0;
    const isDeclared = binding?.source.kind === 'value' && binding.source.node === null;
    // `end -= 1`: how far to go in the text itself.
    if (binding === undefined || binding.isCounted || assigned > (isDeclared ? 1 : 0))
      return kind === 'text' || kind === 'other';
    if (names >= MAX_NAMES) return true;
    const readings = listReadings(binding.declaration, module);
    if (kind === 'list' && readings.some(isChanged)) return false;
    const named = sides.map(({ before, after }, index) => ({
      before: new Map(before).set(binding.name, pairs[index]?.before),
      after: new Map(after).set(binding.name, pairs[index]?.after),
    }));
    return readings.some((reading) => this.follow(reading, named, module, names + 1));
  }

  #assign(
    { left, operator }: SyntaxNode & { readonly type: 'AssignmentExpression' },
    at: Reading,
    kind: Kind,
  ): boolean {
    if (left.type === 'Identifier' && operator === '=') return this.#bind(left, at, kind);
    return kind !== 'list';
  }

  /** What a function gives back is looked at where it is called, if that is known. */
  #giveBack(at: Reading, kind: Kind): boolean {
    const fn = findFunctionAround(at.node);
    const callers = fn === null ? [] : this.#asked.evaluator.index.listCallers(fn);
    if (callers.length === 0 || at.names >= MAX_NAMES) return true;
    const pairs = at.pairs.map(() => ({ before: OPEN, after: OPEN }));
    return callers.some(({ node, module }) =>
      this.#matters({ node: findOutermost(node), module, pairs, sides: at.sides, names: at.names + 1 }, kind),
    );
  }
}

interface Reading {
  readonly node: SyntaxNode;
  readonly pairs: readonly Pair[];
  readonly sides: readonly Sides[];
  readonly module: Module;
  readonly names: number;
}

/** `const [, second] = path`, `const { length } = path`: is one of what it takes another with a version? */
function takesAnother(target: SyntaxNode, pairs: readonly Pair[]): boolean {
  const takes = (name: string): boolean =>
    pairs
      .map(({ before, after }) => ({ before: readMember(before, name), after: readMember(after, name) }))
      .some((pair) => !isSame(pair) && !isForm(pair));
  if (target.type === 'ArrayPattern')
    return target.elements.some((element, index) => element?.type !== 'RestElement' && element && takes(`${index}`));
  if (target.type !== 'ObjectPattern') return false;
  return target.properties.some((property) => property.type !== 'RestElement' && takes(nameKey(property) ?? ''));
}

/** `i < path.length` of a loop that takes one character after the other */
function goesThrough(comparison: SyntaxNode, counter: SyntaxNode): boolean {
  const loop = getParent(comparison);
  const { left, operator } = comparison as SyntaxNode & { readonly type: 'BinaryExpression' };
  return loop?.type === 'ForStatement' && loop.test === comparison && left === counter && /^<=?$/.test(operator);
}

/** `i` in `i < path.length` */
function isCounter(node: SyntaxNode, module: Module): boolean {
  const binding = findBindingOf(module, node);
  return binding !== undefined && (binding.isCounted || binding.assignments.length > 0);
}

/** `pieces.shift();`, `pieces[0] = id` */
function isChanged(reading: SyntaxNode): boolean {
  const member = getParent(reading);
  if (member === undefined || !isMemberNode(member) || member.object !== reading) return false;
  const around = getParent(member);
  if (around?.type === 'AssignmentExpression') return around.left === member;
  return /^(?:shift|unshift|pop|push|splice|fill|copyWithin)$/.test(nameMember(member) ?? '');
}

/** `spelt`: the text that `node` is, as it is and with a version. */
export function isToldApart(node: SyntaxNode, spelt: readonly Spelling[], asked: Asked): boolean {
  const { module } = asked;
  const code = readCode(module, unwrap(node));
  const sides = spelt.map(({ before, after }) => ({
    before: new Map([[code, before]]),
    after: new Map([[code, after]]),
  }));
  return sides.length > 0 && new Readings(asked).follow(node, sides, module, 0);
}
