import { quoteName } from '../../model/name-patterns.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import {
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findRead, type Importers } from '../importing/importers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { listNames } from '../modules/other-names.ts';
import { findNamed, listReadingsOf, type Named } from '../uses/named-constants.ts';
import { findBarePath } from './taken-pieces.ts';

/** What a program compares paths with: a text that stands in the question, or all of a list, a set or the keys of a table. */

export interface PlacedNode {
  readonly node: SyntaxNode;
  readonly module: Module;
}

export interface AskedNode extends PlacedNode {
  readonly kind: 'same' | 'beginning';
}

/** All that is compared with, and every question to it. */
export interface Compared {
  /** Where the texts are written: the same for all questions to them. */
  readonly holder: SyntaxNode;
  readonly texts: readonly PlacedNode[];
  /** Is a literal among them used for nothing else? */
  readonly isFree: boolean;
  readonly questions: readonly AskedNode[];
}

const ASKING = /^(?:includes|has|get|indexOf|hasOwnProperty)$/;
const TESTING = /^(?:some|every|findIndex)$/;
const COUNTING = /^(?:length|size)$/;

const isLiteral = ({ type }: SyntaxNode): boolean => type === 'StringLiteral';

/** The elements of a list or a set, the keys of a table or a map; null where one of them is not written there. */
function listMembers(holder: SyntaxNode): readonly SyntaxNode[] | null {
  const node = unwrap(holder);
  if (node.type === 'CallExpression' && /^(?:freeze|seal)$/.test(nameCallee(node.callee) ?? ''))
    return node.arguments[0] === undefined ? null : listMembers(node.arguments[0]);
  if (node.type === 'ArrayExpression') {
    const elements = node.elements.map((element) => (element?.type === 'SpreadElement' ? null : element));
    return elements.some((element) => element === null) ? null : elements.flatMap((element) => element ?? []);
  }
  if (node.type === 'ObjectExpression') {
    const keys = node.properties.map((member) => {
      if (member.type === 'SpreadElement') return null;
      return isLiteral(member.key) || (nameKey(member) === null && member.computed) ? member.key : null;
    });
    return keys.some((key) => key === null) ? null : keys.flatMap((key) => key ?? []);
  }
  if (node.type !== 'NewExpression') return null;
  const name = nameCallee(node.callee);
  const [list, ...others] = node.arguments;
  if (list === undefined || others.length > 0) return null;
  if (name === 'Set') return unwrap(list).type === 'ArrayExpression' ? listMembers(list) : null;
  if (name !== 'Map') return null;
  const entries = unwrap(list).type === 'ArrayExpression' ? listMembers(list) : null;
  const keys = entries?.map((entry) => (entry.type === 'ArrayExpression' ? (entry.elements[0] ?? null) : null));
  return keys === undefined || keys.some((key) => key === null) ? null : keys.flatMap((key) => key ?? []);
}

/** `path as keyof typeof LIMITS`: what a path is taken for, and no more. */
const CAST = /\bas\s+(?:keyof\s+)?$/;

/** Is there a type made of the texts, `(typeof SLOW)[number]`, which holds them in other places? */
function isTypeSource({ name }: Named, graph: ModuleGraph): boolean {
  const names = [...listNames(graph, name)].map(quoteName).join('|');
  const naming = new RegExp(`\\btypeof\\s+(?:${names})(?![\\w$])`, 'g');
  return graph.loaded.some(
    ({ text }) =>
      text.includes('typeof') && [...text.matchAll(naming)].some(({ index }) => !CAST.test(text.slice(0, index))),
  );
}

export class ComparedTexts {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;

  constructor(evaluator: Evaluator, importers: Importers) {
    this.#evaluator = evaluator;
    this.#importers = importers;
  }

  /** What the question is about in which an expression stands; null where it is none, or not all of it is known. */
  find(start: SyntaxNode, module: Module): Compared | null {
    const outer = findOutermost(start);
    const node = widen(findBarePath(outer, module) ?? outer);
    const parent = getParent(node);
    if (parent === undefined) return null;
    if (parent.type === 'SwitchStatement') return this.#readSwitch(parent, module);
    if (parent.type === 'SwitchCase') {
      const outer = getParent(parent);
      return outer?.type === 'SwitchStatement' && parent.test === node ? this.#readSwitch(outer, module) : null;
    }
    if (parent.type === 'BinaryExpression') {
      const other = parent.left === node ? parent.right : parent.left;
      if (parent.operator === 'in') return parent.left === node ? this.#findAll(other, module) : null;
      if (!/^[=!]==?$/.test(parent.operator)) return null;
      return (
        this.#findOne(other, module, { kind: 'same', node, module }) ??
        this.#findOne(node, module, { kind: 'same', node: other, module })
      );
    }
    if (isMemberNode(parent)) {
      if (parent.property === node)
        return parent.computed && isRead(parent) ? this.#findAll(parent.object, module) : null;
      const call = getParent(parent);
      if (nameMember(parent) !== 'startsWith' || call === undefined || !isCallOf(call, parent)) return null;
      const [asked, ...others] = call.arguments;
      if (asked === undefined || others.length > 0) return null;
      return this.#findOne(asked, module, { kind: 'beginning', node, module });
    }
    if (!isCallNode(parent) || !('arguments' in parent)) return null;
    const callee = unwrap(parent.callee);
    if (!isMemberNode(callee)) return null;
    const name = nameMember(callee) ?? '';
    if (name === 'hasOwn' && parent.arguments[1] === node && parent.arguments[0] !== undefined)
      return this.#findAll(parent.arguments[0], module);
    return ASKING.test(name) && parent.arguments[0] === node ? this.#findAll(callee.object, module) : null;
  }

  #readSwitch(node: SyntaxNode & { readonly type: 'SwitchStatement' }, module: Module): Compared {
    const tests = node.cases.flatMap(({ test }) => test ?? []);
    return {
      holder: node,
      texts: tests.map((test) => ({ node: test, module })),
      isFree: tests.every(isLiteral),
      questions: [{ kind: 'same', node: node.discriminant, module }],
    };
  }

  /** What stands for one text: a literal, a name for one, each of a list that is gone through. */
  #findOne(asked: SyntaxNode, module: Module, question: AskedNode): Compared | null {
    const node = unwrap(asked);
    const texts = [{ node, module }];
    if (isLiteral(node)) return { holder: node, texts, isFree: true, questions: [question] };
    if (isMemberNode(node)) return this.#findFixed(node, module, question);
    const source = findBindingOf(module, node)?.source;
    if (source?.kind === 'element') return this.#findAll(source.of, module);
    if (source?.kind === 'param') {
      const call = getParent(source.fn);
      if (source.index !== 0 || source.steps.length > 0 || call === undefined || !isTesting(call)) return null;
      return this.#findAll(call.callee.object, module);
    }
    const named = findNamed(this.#evaluator.graph, node, module);
    if (named === null || !isLiteral(unwrap(named.node))) return null;
    return (
      this.#withReadings(named, [{ node: unwrap(named.node), module: named.module }]) ??
      this.#findFixed(node, module, question)
    );
  }

  /** `PATHS.calls`, a name that is used for more: what it stands for is not changed for the question's sake. */
  #findFixed(node: SyntaxNode, module: Module, question: AskedNode): Compared | null {
    const value = this.#evaluator.evaluate(node, module, null);
    if (value.type !== 'text' || value.atoms.some(({ kind }) => kind !== 'text')) return null;
    return { holder: node, texts: [{ node, module }], isFree: false, questions: [question] };
  }

  #findAll(collection: SyntaxNode, module: Module): Compared | null {
    const named = findNamed(this.#evaluator.graph, collection, module);
    if (named === null) {
      const own = listMembers(collection);
      const around = own === null ? null : this.#readQuestions(collection, module);
      if (own === null || around === null) return null;
      return {
        holder: unwrap(collection),
        texts: own.map((node) => ({ node, module })),
        isFree: true,
        questions: around,
      };
    }
    const members = listMembers(named.node);
    const texts = members?.map((node) => ({ node, module: named.module }));
    return texts === undefined ? null : this.#withReadings(named, texts);
  }

  #withReadings(named: Named, texts: readonly PlacedNode[]): Compared | null {
    if (isTypeSource(named, this.#evaluator.graph)) return null;
    const questions: AskedNode[] = [];
    for (const reading of listReadingsOf(this.#importers, named)) {
      const node = findRead(reading);
      const found = node === null ? null : this.#readQuestions(node, reading.module);
      if (found === null) return null;
      questions.push(...found);
    }
    return { holder: unwrap(named.node), texts, isFree: true, questions };
  }

  /** The questions that a reading asks; null where it may do something else with what it reads. */
  #readQuestions(reading: SyntaxNode, module: Module): readonly AskedNode[] | null {
    const node = findOutermost(reading);
    const parent = getParent(node);
    if (parent === undefined) return null;
    const same = (asked: SyntaxNode): readonly AskedNode[] => [{ kind: 'same', node: asked, module }];
    if (parent.type === 'BinaryExpression') {
      if (parent.operator === 'in') return parent.right === node ? same(parent.left) : null;
      return /^[=!]==?$/.test(parent.operator) ? same(parent.left === node ? parent.right : parent.left) : null;
    }
    if (parent.type === 'SwitchCase') return null;
    if (parent.type === 'ForOfStatement') return parent.right === node ? this.#readElements(parent.left, module) : null;
    if (isMemberNode(parent) && parent.object === node) {
      const name = nameMember(parent);
      if (name === null) return parent.computed && isRead(parent) ? same(parent.property) : null;
      if (COUNTING.test(name)) return [];
      const call = getParent(parent);
      if (call === undefined || !isCallOf(call, parent)) return null;
      const [first] = call.arguments;
      if (first === undefined) return null;
      if (ASKING.test(name)) return same(first);
      if (!TESTING.test(name) || !isFunctionNode(first) || first.params[0] === undefined) return null;
      return this.#readElements(first.params[0], module);
    }
    if (!isCallNode(parent) || !('arguments' in parent)) return null;
    const callee = unwrap(parent.callee);
    if (!isMemberNode(callee)) return null;
    const [first, second] = parent.arguments;
    if (nameMember(callee) === 'hasOwn') return first === node && second !== undefined ? same(second) : null;
    // `path.startsWith(CALLS)`
    if (nameMember(callee) !== 'startsWith' || first !== node || second !== undefined) return null;
    return [{ kind: 'beginning', node: callee.object, module }];
  }

  /** `PREFIXES.some((prefix) => path.startsWith(prefix))`, `for (const prefix of PREFIXES)`: where each of them is asked. */
  #readElements(declared: SyntaxNode, module: Module): readonly AskedNode[] | null {
    const name = declared.type === 'VariableDeclaration' ? declared.declarations[0]?.id : declared;
    const binding = findBindingOf(module, name);
    if (binding === undefined || binding.assignments.length > 0) return null;
    const found = this.#importers.listReadings(module, binding).map(({ node }) => this.#readQuestions(node, module));
    return found.length === 0 || found.includes(null) ? null : found.flatMap((questions) => questions ?? []);
  }
}

/** `(config.url ?? '')`, `(path as Path)`, `path!` */
function widen(start: SyntaxNode): SyntaxNode {
  let node = findOutermost(start);
  for (
    let parent = getParent(node);
    parent?.type === 'LogicalExpression' && parent.operator !== '&&';
    parent = getParent(node)
  )
    node = findOutermost(parent);
  return node;
}

type Call = SyntaxNode & { readonly type: 'CallExpression' | 'OptionalCallExpression' };

function isCallOf(call: SyntaxNode, callee: SyntaxNode): call is Call {
  return (call.type === 'CallExpression' || call.type === 'OptionalCallExpression') && call.callee === callee;
}

function isTesting(
  call: SyntaxNode,
): call is Call & { readonly callee: { readonly object: SyntaxNode; readonly type: 'MemberExpression' } } {
  return 'callee' in call && isMemberNode(call.callee) && TESTING.test(nameMember(call.callee) ?? '');
}

/** Is the member read, and not set or removed? */
function isRead(member: SyntaxNode): boolean {
  const parent = getParent(findOutermost(member));
  if (parent?.type === 'UnaryExpression') return parent.operator !== 'delete';
  if (parent?.type === 'UpdateExpression') return false;
  return !(parent?.type === 'AssignmentExpression' && parent.left === findOutermost(member));
}
