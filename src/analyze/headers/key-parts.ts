import type { PatternStep } from '../../syntax/destructuring.ts';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';

/** Which part of `<key_id>:<secret>` (§5.2) a program takes out of it: `key.split(':')[0]`, `key.slice(0, key.indexOf(':'))`. */

type Part = 'id' | 'secret';

/** A value that is made of more names is not seen through. */
const MAX_NAMES = 24;

/** `/^[^:]+/`, `/^(.+?):/`: what matches is what stands in front of the colon. */
const IN_FRONT = /^\^?\(?(?:\?<\w+>)?(?:\[\^:[^\]]*\]|\.|\\w|\[[\w-]+\])[+*]\??\)?(?::|$)/;
/** `/:.*$/`: the colon and what follows. */
const BEHIND = /^:(?:\.|\[\^?\\?[sS]*\]|\\S)[+*]\$?$/;

const KEY_ID = /key_?id$/i;

class PartReader {
  readonly #evaluator: Evaluator;
  readonly #module: Module;

  constructor(evaluator: Evaluator, module: Module) {
    this.#evaluator = evaluator;
    this.#module = module;
  }

  /** The parts that the value is put together from, by itself or through names and functions of its file. */
  list(value: SyntaxNode): ReadonlySet<Part> {
    const parts = new Set<Part>();
    const seen = new Set<SyntaxNode>();
    const queue = [value];
    for (let from = queue.pop(); from !== undefined && seen.size < MAX_NAMES; from = queue.pop()) {
      walk(from, true, (node) => {
        const own = this.#readPart(node);
        if (own !== null) parts.add(own);
        if (own !== null) return null;
        if (node.type !== 'Identifier') return true;
        const source = findBindingOf(this.#module, node)?.source;
        if (source?.kind === 'value' && source.node !== null) {
          const taken = this.#isSplit(source.node) ? readSteps(source.steps) : null;
          if (taken !== null) parts.add(taken);
          else if (!seen.has(source.node)) queue.push(source.node);
          seen.add(source.node);
        }
        if (source?.kind === 'function' && !seen.has(source.fn)) {
          seen.add(source.fn);
          queue.push(source.fn.body);
        }
        return true;
      });
    }
    return parts;
  }

  /** `process.env.VOICE_KEY_ID`, `credentials.keyId`: by its name it is no whole key, whoever sets it. */
  isNamedAsId(value: SyntaxNode): boolean {
    const node = this.#resolve(value);
    const name = node.type === 'Identifier' ? node.name : isMemberNode(node) ? nameMember(node) : null;
    return name !== null && KEY_ID.test(name);
  }

  /** What a name was given; the expression itself where it is none. */
  #resolve(given: SyntaxNode): SyntaxNode {
    let node = unwrap(given);
    for (let names = 0; node.type === 'Identifier' && names < MAX_NAMES; names += 1) {
      const source = findBindingOf(this.#module, node)?.source;
      if (source?.kind !== 'value' || source.node === null || source.steps.length > 0) return node;
      node = unwrap(source.node);
    }
    return node;
  }

  #isColon(given: SyntaxNode | undefined): boolean {
    if (given === undefined) return false;
    const node = this.#resolve(given);
    if (node.type === 'RegExpLiteral') return /^\\?:$/.test(node.pattern);
    return findKnownText(this.#evaluator.evaluate(node, this.#module, this.#evaluator.anyCaller)) === ':';
  }

  /** `key.split(':')` */
  #isSplit(given: SyntaxNode): boolean {
    const call = this.#readCall(this.#resolve(given));
    return call?.name === 'split' && this.#isColon(call.args[0]);
  }

  #readCall(node: SyntaxNode): { name: string; of: SyntaxNode; args: readonly SyntaxNode[] } | null {
    if (!isCallNode(node) || !('arguments' in node)) return null;
    const callee = unwrap(node.callee);
    const name = isMemberNode(callee) ? nameMember(callee) : null;
    return isMemberNode(callee) && name !== null ? { name, of: callee.object, args: node.arguments } : null;
  }

  #readPart(node: SyntaxNode): Part | null {
    if (isMemberNode(node)) return this.#isSplit(node.object) ? this.#readIndex(node) : null;
    const call = this.#readCall(node);
    if (call === null) return null;
    const { name, of, args } = call;
    const [first, second] = args;
    switch (name) {
      case 'at':
        return this.#isSplit(of) ? (isNumber(first, 0) ? 'id' : 'secret') : null;
      case 'shift':
        return this.#isSplit(of) ? 'id' : null;
      case 'pop':
        return this.#isSplit(of) ? 'secret' : null;
      case 'slice':
      case 'substring':
      case 'substr':
        return isNumber(first, 0) && second !== undefined && this.#isPlaceOfColon(second) ? 'id' : null;
      case 'match':
        return this.#isInFront(first) ? 'id' : null;
      case 'exec':
        return this.#isInFront(of) ? 'id' : null;
      case 'replace':
        return this.#isRest(first) && isEmptyText(second) ? 'id' : null;
      default:
        return null;
    }
  }

  #readIndex(node: SyntaxNode): Part | null {
    if (!isMemberNode(node) || !node.computed) return null;
    return isNumber(this.#resolve(node.property), 0) ? 'id' : 'secret';
  }

  #isPlaceOfColon(given: SyntaxNode): boolean {
    const call = this.#readCall(this.#resolve(given));
    return call !== null && /^(?:lastIndexOf|indexOf|search)$/.test(call.name) && this.#isColon(call.args[0]);
  }

  #isInFront(given: SyntaxNode | undefined): boolean {
    const node = given === undefined ? null : this.#resolve(given);
    return node?.type === 'RegExpLiteral' && node.pattern.includes(':') && IN_FRONT.test(node.pattern);
  }

  #isRest(given: SyntaxNode | undefined): boolean {
    const node = given === undefined ? null : this.#resolve(given);
    return node?.type === 'RegExpLiteral' && BEHIND.test(node.pattern);
  }
}

function isNumber(node: SyntaxNode | undefined, value: number): boolean {
  return node?.type === 'NumericLiteral' && node.value === value;
}

function isEmptyText(node: SyntaxNode | undefined): boolean {
  if (node?.type === 'TemplateLiteral') return node.quasis.length === 1 && node.quasis[0]?.value.cooked === '';
  return node?.type === 'StringLiteral' && node.value === '';
}

/** `const [id] = …`, `const { 0: id, 1: secret } = …` */
function readSteps(steps: readonly PatternStep[]): Part | null {
  const [step] = steps;
  if (step?.kind === 'index') return step.index === 0 ? 'id' : 'secret';
  if (step?.kind === 'property' && /^\d+$/.test(step.name)) return step.name === '0' ? 'id' : 'secret';
  return step?.kind === 'rest-elements' ? 'secret' : null;
}

/** Is the part in front of the colon all that is sent of a key? */
export function sendsKeyIdOnly(evaluator: Evaluator, module: Module, value: SyntaxNode): boolean {
  evaluator.ask();
  const reader = new PartReader(evaluator, module);
  const parts = reader.list(value);
  return parts.has('id') ? !parts.has('secret') : parts.size === 0 && reader.isNamedAsId(value);
}
