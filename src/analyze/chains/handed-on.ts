import { append } from '../../model/append.ts';
import { flatMap } from '../../model/flat-map.ts';
import { isTestFile } from '../../model/test-files.ts';
import {
  contains,
  type FunctionNode,
  getKeyName,
  isFunctionNode,
  nameCallee,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { findPipe } from '../calls/pipes.ts';
import type { Evaluator } from '../evaluator.ts';
import { Intake } from '../growing.ts';
import { listNames } from '../modules/other-names.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { isOfDataProvider } from './data-providers.ts';

/**
 * Functions that are handed to code which nobody sees: `schedule('/calls', send)`. It may call them with anything, whatever
 * the callers give them that are known.
 */

/** Who emits what these wait for is looked for by name. */
const LISTENING = /^(?:on|once|off|handle|handleOnce|add(?:Event)?Listener|remove(?:Event)?Listener|catch)$/;
const SHOWING = /^(?:log|debug|info|warn|error|expect)$/;
/** These keep it, or hand it to whoever asks: who calls it then is found by what they keep. */
const KEEPING =
  /^(?:push|unshift|set|add|use|connect|mount|value|constant|factory|service|extend|mixin|(?:mark|to)Raw|(?:shallow)?(?:ref|reactive|readonly)|atom|signal|useState|useRef|as(?:Value|Function|Class)|create(?:Context|Store|Container|Signal)|(?:register|provide|inject|decorate|expose|define|with)(?:[A-Z]\w*)?)$/i;
/** What these packages make of a function is followed where that is called. */
const FOLLOWED = /^(?:opossum|redux-thunk|ahooks|react-query|@tanstack\/.+)$/;

interface Handed {
  readonly argument: SyntaxNode;
  readonly site: CallSite;
}

/** Under these names options hold what is run; under others an object keeps its methods. */
const RUN = /^(?:\w*Fn|fn|fetcher|fetchMethod|loader|task|run|execute|perform|process)$/;

/** The argument, or what the options hold that are written there. */
function listHanded(argument: SyntaxNode): readonly SyntaxNode[] {
  if (argument.type !== 'ObjectExpression') return [argument];
  return flatMap(argument.properties, (member) =>
    member.type === 'ObjectProperty' && RUN.test(nameKey(member) ?? '') ? [member.value] : [],
  );
}

/** `Object.freeze(fn)`, `new Set([fn])`: of the language's own, these run what they are given. */
function isKeptByLanguage(callee: Value): boolean {
  return (
    callee.type === 'external' &&
    callee.module === 'global' &&
    !/^(?:Array\.from|Reflect\.apply)$/.test(callee.path.join('.'))
  );
}

function nameFunction(fn: FunctionNode): string | null {
  if ('id' in fn && fn.id?.type === 'Identifier') return fn.id.name;
  if ('key' in fn) return nameKey(fn);
  const parent = getParent(fn);
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : null;
  return parent !== undefined && 'key' in parent && !isFunctionNode(parent)
    ? getKeyName(parent.key, 'computed' in parent && parent.computed === true)
    : null;
}

/** Does the call do with the function what the analysis follows, or nothing at all? */
function isFollowed(evaluator: Evaluator, { node, module }: CallSite): boolean {
  if (node.type === 'TaggedTemplateExpression' || evaluator.index.listCallees(node).length > 0) return true;
  const callee = unwrap(node.callee);
  const name = nameCallee(callee);
  if (name !== null && [LISTENING, SHOWING, KEEPING].some((names) => names.test(name))) return true;
  const called = evaluator.evaluate(node.callee, module, null);
  if (isKeptByLanguage(called) || findPipe(node, module, called) !== null) return true;
  const made = listOptions(evaluator.evaluate(node, module, null));
  return made.some(
    (value) =>
      value.type === 'function' ||
      value.type === 'client' ||
      (value.type === 'external' && FOLLOWED.test(value.module)),
  );
}

export class HandedOn {
  readonly #evaluator: Evaluator;
  readonly #byName = new Map<string, Handed[]>();
  readonly #answers = new Map<FunctionNode, { readonly upTo: number; readonly isHanded: boolean }>();
  readonly #calls = new Intake();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  #listNamed(name: string): readonly Handed[] {
    this.#calls.takeNew(this.#evaluator.index.calls, (site) => {
      if (!('arguments' in site.node) || isTestFile(site.module.path)) return;
      for (const argument of flatMap(site.node.arguments, listHanded)) {
        const named = nameCallee(argument);
        if (named !== null) append(this.#byName, named, { argument, site });
      }
    });
    return this.#byName.get(name) ?? [];
  }

  /** Is the function handed, by its name, to something that may call it unseen? */
  has(fn: FunctionNode): boolean {
    const upTo = this.#evaluator.index.calls.length;
    const known = this.#answers.get(fn);
    if (known?.upTo === upTo) return known.isHanded;
    const isHanded = this.#isHanded(fn);
    this.#answers.set(fn, { upTo, isHanded });
    return isHanded;
  }

  #isHanded(fn: FunctionNode): boolean {
    const name = nameFunction(fn);
    if (name === null) return false;
    if (isOfDataProvider(this.#evaluator, fn)) return true;
    const named = flatMap([...listNames(this.#evaluator.graph, name)], (one) => this.#listNamed(one));
    return named.some(({ argument, site }) => {
      // `wrap(function callee$() { … }, callee)` of compiled code.
      if (contains(fn, site.node)) return false;
      const given = listOptions(this.#evaluator.evaluate(argument, site.module, null));
      const isGiven = given.some((value) => value.type === 'function' && value.fn === fn);
      return isGiven && !isFollowed(this.#evaluator, site);
    });
  }
}
