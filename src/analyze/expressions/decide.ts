import type * as t from '@babel/types';
import { stepsThroughList } from '../../syntax/listed-steps.ts';
import { findMemberRoot, isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { callsItself } from '../../syntax/recursion.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { completeArguments } from '../calls/partly-given.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findLocal } from '../run/locals.ts';
import { compareNumbers } from '../texts/arithmetic.ts';
import { readConstant, readNamed } from '../texts/constants.ts';
import { findLastAsked } from '../texts/own-length.ts';
import { askPattern, findRegExp } from '../texts/regexps.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { countCalls, extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, TextValue, Value } from '../values/values.ts';
import { asksForAddress, isAddressText } from './address-predicates.ts';
import { findLocalAnswer, findQuestion } from './asked-functions.ts';
import { isGivenName } from './given-to-names.ts';
import { equalsPrimitive, isArray, isInstance, nameType, readAskedPrimitive } from './kinds.ts';
import { hasMember, readMemberQuestion } from './own-members.ts';
import { isSetting } from './stage-settings.ts';
import { askText, beginUnlike, listAddresses, listAsked, readHead, readIndexQuestion } from './text-questions.ts';

/**
 * Which way a condition goes, where that can be told: questions to known texts, and parameters that a call gave. A constant
 * such as `const LOCAL = false` decides nothing: somebody will turn it.
 */

/** One answer for all texts, or none. */
function agree<T>(items: readonly T[], decide: (item: T) => boolean | null): boolean | null {
  const [first, ...others] = new Set(items.map(decide));
  return first === undefined || others.length > 0 ? null : first;
}

const PIECES = /^(?:startsWith|endsWith|includes)$/;

/** `const mock = mocks.find((one) => one.url === url)`: what is looked for need not be there, whatever is. */
function isLookedUp(name: SyntaxNode, module: Module): boolean {
  const source = name.type === 'Identifier' ? findBindingOf(module, name)?.source : undefined;
  const call = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  if (call?.type !== 'CallExpression' || !isMemberNode(unwrap(call.callee))) return false;
  return /^(?:find(?:Last)?|pop|shift)$/.test(nameCallee(call.callee) ?? '');
}

const POSITION = /^(?:last)?indexOf$/i;

/** `const end = path.indexOf('?')`: where it stands was counted. */
function isPosition({ source, assignments }: Binding): boolean {
  if (source.kind !== 'value' || source.node === null || source.steps.length > 0 || assignments.length > 0)
    return false;
  const call = unwrap(source.node);
  return call.type === 'CallExpression' && isMemberNode(call.callee) && POSITION.test(nameMember(call.callee) ?? '');
}

class Decision {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #env: Env;

  constructor(evaluator: Evaluator, module: Module, env: Env) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#env = env;
  }

  #listKnown(node: SyntaxNode): readonly TextValue[] | null {
    const value = this.#evaluator.evaluate(node, this.#module, this.#env);
    const options = listOptions(value);
    return options.every((option) => option.type === 'text') ? listTexts(value, node, this.#module) : null;
  }

  #askCall(node: t.CallExpression | t.OptionalCallExpression): boolean | null {
    const callee = unwrap(node.callee);
    if (!isMemberNode(callee)) return null;
    const name = nameMember(callee);
    const [argument] = node.arguments;
    const receiver = unwrap(callee.object);
    const pattern = name === 'test' && argument !== undefined ? findRegExp(receiver, this.#module) : null;
    if (pattern !== null && argument !== undefined) {
      const texts = this.#listKnown(argument);
      return texts === null ? null : agree(listAsked(texts), (text) => askPattern(pattern, readHead(text)));
    }
    if (receiver.type === 'Identifier' && receiver.name === 'Array' && name === 'isArray' && argument !== undefined)
      return agree(this.#listOptions(argument), isArray);
    if (name === null || node.arguments.length > 1) return null;
    return this.#askPieces(callee.object, name, argument);
  }

  /** `path.startsWith('http')`, `url.includes(BASE)` */
  #askPieces(subject: SyntaxNode, question: string, argument: SyntaxNode | undefined): boolean | null {
    if (!PIECES.test(question)) return null;
    const pieces = this.#listAsked(argument);
    if (pieces.length === 0 && question !== 'startsWith') return null;
    const texts = this.#listKnown(subject);
    if (texts === null) return null;
    if (pieces.length === 0)
      return argument !== undefined && beginUnlike(texts, this.#listKnown(argument)) ? false : null;
    const isOfAddresses =
      question === 'startsWith' || (question === 'endsWith' && pieces.every((piece) => piece === '/'));
    const asked = isOfAddresses ? listAsked(texts) : texts;
    return agree(asked, (text) => agree(pieces, (piece) => askText(text, question, piece)));
  }

  /** `base.charAt(base.length - 1) === '/'` */
  #askEnd(subject: SyntaxNode, ending: string): boolean | null {
    const texts = this.#listKnown(subject);
    return texts && agree(ending === '/' ? listAsked(texts) : texts, (text) => askText(text, 'endsWith', ending));
  }

  /** The texts that are asked for: those that are written there, and addresses, which nobody turns into paths. */
  #listAsked(argument: SyntaxNode | undefined): readonly string[] {
    const written = readNamed(this.#evaluator, argument, this.#module);
    if (written !== null || argument === undefined) return written === null ? [] : [written];
    if (!/^(?:Identifier|(?:Optional)?MemberExpression)$/.test(argument.type)) return [];
    return listAddresses(this.#listOptions(argument)) ?? [];
  }

  /** `isAbsolute(path)`: what a function of the project answers that only asks a question. */
  #askFunction(node: t.CallExpression | t.OptionalCallExpression): boolean | null {
    const callee = this.#evaluator.evaluate(node.callee, this.#module, this.#env);
    const [subject] = node.arguments;
    if (subject !== undefined && asksForAddress(node.callee, callee))
      return agree(this.#listKnown(subject) ?? [], isAddressText);
    const question = callee.type === 'function' ? findQuestion(callee.fn) : null;
    if (callee.type !== 'function' || question === null || countCalls(this.#env, callee.fn) > 0) return null;
    const args = this.#evaluator.index.listCallArguments(node, this.#module, this.#env);
    const frame = {
      fn: callee.fn,
      args: completeArguments(callee, args),
      self: callee.self,
      call: { node, module: this.#module },
      from: this.#env,
    };
    return decide(this.#evaluator, question, callee.module, extendEnv(callee.env, frame, this.#env?.any === true));
  }

  /** What code counts itself: the parts of a path, its characters. */
  #isCounted(node: SyntaxNode): boolean {
    const side = unwrap(node);
    if (side.type === 'NumericLiteral') return true;
    if (side.type === 'UnaryExpression') return side.operator === '-' && side.argument.type === 'NumericLiteral';
    if (isCallNode(side) && 'callee' in side && isMemberNode(side.callee))
      return POSITION.test(nameMember(side.callee) ?? '');
    if (side.type === 'BinaryExpression') return this.#isCounted(side.left) && this.#isCounted(side.right);
    if (isMemberNode(side)) return nameMember(side) === 'length';
    if (side.type !== 'Identifier') return false;
    const binding = findBindingOf(this.#module, side);
    if (binding === undefined) return false;
    if (binding.source.kind === 'param') return !callsItself(binding.source.fn) || stepsThroughList(binding.source.fn);
    return findLocal(this.#env, binding) !== undefined || isPosition(binding);
  }

  #compareCounts(node: t.BinaryExpression): boolean | null {
    if (!/^(?:[=!]==?|[<>]=?)$/.test(node.operator)) return null;
    if (!this.#isCounted(node.left) || !this.#isCounted(node.right)) return null;
    const counts = this.#listOptions(node.right);
    return agree(this.#listOptions(node.left), (left) =>
      agree(counts, (right) => compareNumbers(node.operator, left, right)),
    );
  }

  /** `id === undefined`, `value != null`, `options.external === true`: is it there at all, is it set? */
  #isPrimitive({ left, right, operator }: t.BinaryExpression): boolean | null {
    const written = this.#evaluator.isLeftOpen ? null : readAskedPrimitive(right);
    const subject = unwrap(left);
    if (written === null || (subject.type !== 'Identifier' && !isMemberNode(subject))) return null;
    const isLoose = operator.length === 2;
    return agree(this.#listGiven(subject) ?? [], (option) => equalsPrimitive(option, written.asked, isLoose));
  }

  #isInstance({ left, right }: t.BinaryExpression): boolean | null {
    if (right.type !== 'Identifier' || findBindingOf(this.#module, right) !== undefined) return null;
    return agree(this.#listOptions(left), (option) => isInstance(option, right.name));
  }

  #compare(node: t.BinaryExpression): boolean | null {
    if (node.operator === 'instanceof') return this.#isInstance(node);
    const known = this.#compareCounts(node) ?? this.#compareIndex(node);
    if (known !== null) return known;
    if (!/^[=!]==?$/.test(node.operator)) return null;
    const right = this.#readAsked(node.right);
    const [subject, asked] = right === null ? [node.right, this.#readAsked(node.left)] : [node.left, right];
    const isEqual = asked === null ? this.#isPrimitive(node) : this.#isEqual(unwrap(subject), asked);
    return isEqual === null ? null : isEqual === !node.operator.startsWith('!');
  }

  /** `path.indexOf('http') === 0`, `url.indexOf(BASE) === -1`: does it begin with that, is it in it? */
  #compareIndex(node: t.BinaryExpression): boolean | null {
    const call = unwrap(node.left);
    if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return null;
    const callee = unwrap(call.callee);
    if (!isMemberNode(callee) || call.arguments.length > 1) return null;
    if (nameMember(callee) !== 'indexOf') return null;
    const asked = readIndexQuestion(node);
    const answer = asked === null ? null : this.#askPieces(callee.object, asked.question, call.arguments[0]);
    return asked === null || answer === null ? null : answer === asked.answer;
  }

  /** A text, or one that a table has a name for: `ENVIRONMENTS.PROD`. */
  #readAsked(node: SyntaxNode): string | null {
    const written = readConstant(node, this.#module);
    const member = unwrap(node);
    if (written !== null || !isMemberNode(member) || nameMember(member) === null) return written;
    const table = this.#evaluator.evaluate(member.object, this.#module, null);
    return table.type === 'object' ? findKnownText(this.#evaluator.evaluate(member, this.#module, null)) : null;
  }

  #isEqual(subject: SyntaxNode, asked: string): boolean | null {
    // A path and an address decide what is sent.
    if (this.#evaluator.isLeftOpen && !/[/:]/.test(asked)) return null;
    if (subject.type === 'UnaryExpression' && subject.operator === 'typeof') {
      const types = this.#listOptions(subject.argument).map(nameType);
      return agree(types, (type) => (type === null ? null : type === asked));
    }
    if (isSetting(subject, this.#module)) return null;
    const ending = asked.length === 1 ? findLastAsked(subject, this.#module) : null;
    if (ending !== null) return this.#askEnd(ending, asked);
    const texts = this.#listKnown(subject);
    if (texts !== null) return agree(texts, (text) => askText(text, 'equals', asked));
    const isName = subject.type === 'Identifier' || isMemberNode(subject);
    // What a call left out is no text.
    return agree((isName ? this.#listGiven(subject) : null) ?? [], (option) => {
      if (option.type === 'primitive') return option.value == null ? false : null;
      return option.type === 'text' ? askText(option, 'equals', asked) : null;
    });
  }

  #listOptions(node: SyntaxNode): readonly Value[] {
    return listOptions(this.#evaluator.evaluate(node, this.#module, this.#env));
  }

  /** What a call handed over, or the run of a function gave a name. */
  #listGiven(node: t.Identifier | t.MemberExpression | t.OptionalMemberExpression): readonly Value[] | null {
    const root = findMemberRoot(node);
    const binding = findBindingOf(this.#module, root);
    if (binding === undefined) return null;
    const isGiven = isGivenName(root, this.#module, this.#env);
    return isGiven || findLocal(this.#env, binding) !== undefined ? this.#listOptions(node) : null;
  }

  /** Does an expression stand for a value that counts as true? */
  #isGiven(node: t.Identifier | t.MemberExpression | t.OptionalMemberExpression): boolean | null {
    if (this.#evaluator.isLeftOpen || isLookedUp(node, this.#module)) return null;
    return agree(this.#listGiven(node) ?? [], (option) => {
      if (option.type === 'primitive') return Boolean(option.value);
      if (option.type === 'text') {
        const head = readHead(option);
        return head.text !== '' ? true : head.isWhole ? false : null;
      }
      return option.type === 'object' || option.type === 'array' || option.type === 'function' ? true : null;
    });
  }

  decide(test: SyntaxNode): boolean | null {
    const node = unwrap(test);
    const asked = readMemberQuestion(node);
    if (asked !== null)
      return agree(this.#listGiven(asked.owner) ?? [], (option) =>
        hasMember(this.#evaluator, option, asked, this.#module),
      );
    switch (node.type) {
      case 'UnaryExpression': {
        const inner = node.operator === '!' ? this.decide(node.argument) : null;
        return inner === null ? null : !inner;
      }
      case 'LogicalExpression': {
        const left = this.decide(node.left);
        const right = this.decide(node.right);
        if (node.operator === '&&') return left === false || right === false ? false : left === true ? right : null;
        return node.operator !== '||' ? null : left === true || right === true ? true : left === false ? right : null;
      }
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.#askCall(node) ?? this.#askFunction(node);
      case 'BinaryExpression':
        return this.#compare(node);
      case 'Identifier': {
        const binding = findBindingOf(this.#module, node);
        const isRun = binding !== undefined && findLocal(this.#env, binding) !== undefined;
        const asked = isRun ? null : findLocalAnswer(binding);
        return (asked === null ? null : this.decide(asked)) ?? this.#isGiven(node);
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.#isGiven(node);
      default:
        return null;
    }
  }
}

/** True or false where every possible value agrees; null where the condition is not known. */
export function decide(evaluator: Evaluator, test: SyntaxNode, module: Module, env: Env): boolean | null {
  return new Decision(evaluator, module, env).decide(test);
}
