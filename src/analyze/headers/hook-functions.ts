import { type FunctionNode, isFunctionNode, isMemberNode, nameKey } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';

/** Functions that a client hands its requests to before it sends them: `hooks: { beforeRequest: [addKey] }`, `prepareHeaders`. */

const HOOKS = new Set([
  'beforeRequest',
  'beforeSend',
  'prepareHeaders',
  'transformRequest',
  'onRequest',
  'beforeFetch',
]);
/** What holds hooks by their names, and may itself be named only. */
const HOLDER = 'hooks';

/** Where in the options a node stands. */
type Within = 'options' | 'holder' | 'hook';

class HookFinder {
  readonly found = new Set<FunctionNode>();
  readonly #seen = new Set<SyntaxNode>();
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  search(from: SyntaxNode, start: Within): void {
    if (this.#seen.has(from)) return;
    this.#seen.add(from);
    const module = this.#evaluator.graph.findOwner(from);
    walk<Within>(from, start, (node, parent, within) => {
      if (node.type === 'ObjectMethod') {
        if (HOOKS.has(nameKey(node) ?? '')) this.found.add(node);
        return null;
      }
      if (isFunctionNode(node)) {
        if (within === 'hook') this.found.add(node);
        return null;
      }
      if (node.type === 'ObjectProperty') {
        const name = nameKey(node) ?? '';
        return HOOKS.has(name) ? 'hook' : name === HOLDER ? 'holder' : within;
      }
      const isName = node.type === 'Identifier' || isMemberNode(node) || node.type === 'CallExpression';
      if (within === 'options' || !isName || module === undefined) return within;
      const isKey = parent?.type === 'ObjectProperty' && parent.value !== node;
      if (!isKey) this.#follow(node, module, within);
      return null;
    });
  }

  #follow(node: SyntaxNode, module: Module, within: Within): void {
    this.#evaluator.ask();
    for (const option of listOptions(this.#evaluator.evaluate(node, module, null))) {
      if (option.type === 'function' && within === 'hook') this.found.add(option.fn);
      if (option.type === 'array' && option.node !== null) this.search(option.node, within);
      if (option.type === 'object' && option.node !== null) this.search(option.node, 'options');
    }
  }
}

/** The functions in an options literal, and those that it names. */
export function findHookFunctions(evaluator: Evaluator, options: SyntaxNode): readonly FunctionNode[] {
  const finder = new HookFinder(evaluator);
  finder.search(options, 'options');
  return [...finder.found];
}
