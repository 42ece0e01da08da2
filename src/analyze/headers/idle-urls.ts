import { isTestFile } from '../../model/test-files.ts';
import { findExportedName } from '../../syntax/exported-names.ts';
import { type FunctionNode, isMemberNode, nameKey, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import type { Module } from '../modules/module.ts';
import { listNames } from '../modules/other-names.ts';
import { listOptions } from '../values/unions.ts';
import { findGivenObjects } from './given-objects.ts';

/**
 * `put(path, body) { return this.send('PUT', path, body); }` of a wrapper whose other methods are used: nobody sends it, so it
 * sends its header nowhere. Whoever may call it unseen makes it a request like all others: a package that is given the object,
 * a call of which nobody knows what it calls, code that takes the method for a value.
 */

/** The name by which a function is called from elsewhere. */
function nameFunction(fn: FunctionNode): { readonly name: string; readonly isMember: boolean } | null {
  if (fn.type === 'FunctionDeclaration') return fn.id ? { name: fn.id.name, isMember: false } : null;
  if (fn.type === 'ObjectMethod' || fn.type === 'ClassMethod') return nameOfKey(fn);
  const holder = getParent(fn);
  if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier')
    return { name: holder.id.name, isMember: false };
  return holder?.type === 'ObjectProperty' || holder?.type === 'ClassProperty' ? nameOfKey(holder) : null;
}

function nameOfKey(node: Parameters<typeof nameKey>[0]): { readonly name: string; readonly isMember: boolean } | null {
  const name = nameKey(node);
  return name === null ? null : { name, isMember: true };
}

/** Names that are declared or exported, and no reading of what they stand for. */
const NAMING = /^(?:FunctionDeclaration|VariableDeclarator|ExportSpecifier|ImportSpecifier|ClassMethod|ClassProperty)$/;

/** `exports.put = …` */
function isTarget(member: SyntaxNode): boolean {
  const assignment = getParent(member);
  return assignment?.type === 'AssignmentExpression' && assignment.left === member;
}

export class IdleUrls {
  readonly #evaluator: Evaluator;
  #given: ReadonlySet<SyntaxNode> | null = null;
  readonly #known = new Map<FunctionNode, boolean>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** Is the URL open in what a function is handed that nobody calls? */
  has({ text: { atoms } }: Emission): boolean {
    return atoms.some((atom) => atom.kind === 'hole' && atom.open !== null && this.#isIdle(atom.open.fn));
  }

  #isIdle(fn: FunctionNode): boolean {
    const known = this.#known.get(fn) ?? this.#find(fn);
    this.#known.set(fn, known);
    return known;
  }

  #find(fn: FunctionNode): boolean {
    const { graph, index } = this.#evaluator;
    const called = nameFunction(fn);
    const own = graph.findOwner(fn);
    if (called === null || own === undefined || index.listCallers(fn).length > 0) return false;
    const { name, isMember } = called;
    if (isMember && this.#isGiven(fn)) return false;
    const names = isMember ? new Set([name]) : listNames(graph, name);
    const quoted = [...names].map((one) => one.replaceAll('$', '\\$')).join('|');
    const isNamed = new RegExp(`(?<![\\w$])(?:${quoted})(?![\\w$])`);
    return graph.loaded
      .filter(({ path, text }) => !isTestFile(path) && isNamed.test(text))
      .every((module) =>
        module.scripts.every(({ program }) => {
          let isUsed = false;
          walk(program, true, (node) => {
            if (isUsed || node === fn) return null;
            isUsed = isMember ? this.#isMemberUse(node, name, fn, module) : this.#isUse(node, names, fn, module);
            return true;
          });
          return !isUsed;
        }),
      );
  }

  /** Is what the method stands in given to a package? */
  #isGiven(fn: FunctionNode): boolean {
    this.#given ??= findGivenObjects(this.#evaluator);
    for (let at: SyntaxNode | undefined = fn; at !== undefined; at = getParent(at))
      if (this.#given.has(at)) return true;
    return false;
  }

  #isUse(node: SyntaxNode, names: ReadonlySet<string>, fn: FunctionNode, module: Module): boolean {
    if (node.type !== 'Identifier' || !names.has(node.name)) return false;
    const parent = getParent(node);
    if (parent === undefined || NAMING.test(parent.type) || findExportedName(node) !== null) return false;
    if (isMemberNode(parent) && parent.property === node && !parent.computed)
      return !isTarget(parent) && this.#mayBe(parent, fn, module);
    if (parent.type === 'ObjectProperty' && parent.key === node && parent.value !== node) return false;
    return this.#mayBe(node, fn, module);
  }

  #isMemberUse(node: SyntaxNode, name: string, fn: FunctionNode, module: Module): boolean {
    // `const { put } = api`
    if (node.type === 'ObjectPattern')
      return node.properties.some((one) => one.type === 'ObjectProperty' && nameKey(one) === name);
    if (!isMemberNode(node) || nameMember(node) !== name) return false;
    return this.#mayBe(node, fn, module);
  }

  /** Can it be this function, called or not, that the expression stands for? */
  #mayBe(node: SyntaxNode, fn: FunctionNode, module: Module): boolean {
    const evaluator = this.#evaluator;
    evaluator.ask();
    return listOptions(evaluator.evaluate(node, module, evaluator.anyCaller)).some((option) => {
      if (option.type === 'function') return option.fn === fn;
      return option.type !== 'external' && option.type !== 'client' && option.type !== 'primitive';
    });
  }
}
