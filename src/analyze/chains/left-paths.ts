import { isTestFile } from '../../model/test-files.ts';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isFunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import type { TextValue } from '../values/values.ts';
import type { Chain } from './chains.ts';

/**
 * `remove({ dryRun: true, path: '/agents/1' })`, `list('/calls')` of `list(path = '/agents')`: paths that no request sends as long as
 * the arguments are those that stand there.
 */

/** Does a text begin with a path that matters? */
function isPath(node: SyntaxNode, words: ReadonlySet<string>): boolean {
  const text = node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : '';
  const first = /^\/([\w-]+)(?=$|[/?#])/.exec(text)?.[1];
  return first !== undefined && words.has(first);
}

/** So many ways are followed, with these steps. */
const MAX_LEFT_WAYS = 200;
const MAX_STEPS_OF_LEFT = 300_000;

interface LeftWays {
  readonly ways: readonly Chain[];
  readonly isLeft: (text: TextValue) => boolean;
}

export class LeftPaths {
  readonly #evaluator: Evaluator;
  readonly #words: ReadonlySet<string>;
  /** Ways, each up to the call that it was last looked at from. */
  readonly #ways: Chain[] = [];
  readonly #paths = new Map<SyntaxNode, readonly number[]>();

  constructor(evaluator: Evaluator, words: ReadonlySet<string>) {
    this.#evaluator = evaluator;
    this.#words = words;
  }

  visit(chain: Chain): void {
    this.#ways.push(chain);
  }

  /**
   * The ways through a call with such a path, and the texts that hold one. `sent`: the literals that requests send. Where functions
   * call each other in a circle, an open condition leads round it without end.
   */
  list(sent: ReadonlySet<number>, isCircular: (fn: FunctionNode) => boolean): LeftWays {
    const left = new Set<number>();
    const ways = this.#ways.filter((chain) => {
      const site = chain.at(-1);
      const own = (site === undefined ? [] : this.#findPaths(site)).filter((literal) => !sent.has(literal));
      if (own.length === 0 || chain.some(({ node }) => listFunctionsAround(node).some(isCircular))) return false;
      for (const literal of own) left.add(literal);
      return true;
    });
    const isLeft = ({ atoms }: TextValue): boolean =>
      atoms.some((atom) => atom.kind === 'text' && atom.origin !== null && left.has(atom.origin.literal));
    return { ways, isLeft };
  }

  #findPaths(site: CallSite): readonly number[] {
    const known = this.#paths.get(site.node) ?? this.#listPaths(site);
    this.#paths.set(site.node, known);
    return known;
  }

  /** What stands in the call, and what the function around it takes where it is not given another. */
  #listPaths({ node, module }: CallSite): readonly number[] {
    if (isTestFile(module.path)) return [];
    const found: number[] = [];
    const note = (part: SyntaxNode): void =>
      walk(part, true, (inner) => {
        if (isFunctionNode(inner)) return null;
        if (isPath(inner, this.#words)) found.push(this.#evaluator.identify(inner));
        return true;
      });
    if ('arguments' in node) for (const argument of node.arguments) note(argument);
    for (const param of listFunctionsAround(node).flatMap(({ params }) => params))
      walk(param, true, (inner) => {
        if (inner.type === 'AssignmentPattern') note(inner.right);
        return true;
      });
    return found;
  }
}

/** `evaluator`: the one that the ways are followed with; `onCut`: for those beyond the bound. */
export function followWays(
  ways: readonly Chain[],
  evaluator: Evaluator,
  follow: (way: Chain) => void,
  onCut: (site: CallSite, reason: string) => void,
): void {
  for (const [count, way] of ways.entries()) {
    const [sink] = way;
    if (count < MAX_LEFT_WAYS && evaluator.stepsOfRun <= MAX_STEPS_OF_LEFT) follow(way);
    else if (sink !== undefined) onCut(sink, 'too many paths come here that only an argument keeps from being sent');
  }
}
