import { isTestFile } from '../../model/test-files.ts';
import {
  findMemberRoot,
  isFunctionNode,
  isMemberNode,
  isNamedMember,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findRequired } from '../modules/required.ts';
import { findAssertion } from './assertion-forms.ts';
import type { CallSite } from './project-index.ts';

/**
 * `text.split(',')`, `items.map((item) => …)`: half of a program's calls. Where no function of the project has the name, they
 * can only be the language's own, send nothing and call nothing by name.
 */

/** Names that HTTP clients and loaders have as well. */
const SHARED = new Set(['get', 'delete', 'set', 'clear', 'constructor']);

export const BUILTIN_NAMES: ReadonlySet<string> = new Set(
  [String, Array, Set, Map, Promise, RegExp, Number, Date, Object]
    .flatMap((type) => Object.getOwnPropertyNames(type.prototype))
    .filter((name) => !SHARED.has(name)),
);

/** Is a member or a function of the module called so? Keys of plain data are not. */
function declares(module: Module, name: string): boolean {
  return module.scripts.some((script) => {
    if (script.memberAssignments.some((entry) => entry.name === name)) return true;
    return script.identifiers.get(name).some((identifier) => {
      const parent = getParent(identifier);
      if (parent === undefined) return false;
      if ('id' in parent && parent.id === identifier) return true;
      if (!isNamedMember(parent) || parent.key !== identifier) return false;
      if (isFunctionNode(parent) || !('value' in parent)) return true;
      return parent.value === null || !/Literal$/.test((parent.value as { readonly type: string }).type);
    });
  });
}

/** `queue.add(…)` of a file of the project that nothing else has loaded yet: its functions are not known by name. */
function isOfOwnFile(receiver: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, receiver)?.source;
  if (source?.kind === 'import') return isOwn(source.specifier);
  const value = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  const required = value?.type === 'CallExpression' ? findRequired(value, module) : null;
  return required !== null && isOwn(required);
}

/** `const jobs = async.queue(worker)`, `fastq.promise(worker, 2)`: what is pushed there is worked off. */
function isQueue(receiver: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, receiver)?.source;
  const made = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  return (
    made?.type === 'CallExpression' && /^(?:queue|priorityQueue|fastq|promise)$/.test(nameCallee(made.callee) ?? '')
  );
}

function isOwn(specifier: string): boolean {
  return /^[./~#@]/.test(specifier);
}

/** What a test asks for the outcome, `expect(result).toEqual(…)`: it runs nothing, unless it speaks of a call by name. */
function isExpectation({ node, module }: CallSite): boolean {
  if (node.type !== 'CallExpression') return false;
  let at = findMemberRoot(node.callee);
  if (at.type === 'CallExpression') at = unwrap(at.callee);
  if (at.type !== 'Identifier' || at.name !== 'expect') return false;
  const source = findBindingOf(module, at)?.source;
  const isGiven = source === undefined || (source.kind === 'import' && !isOwn(source.specifier));
  return isGiven && findAssertion(node, module) === null;
}

/** `get.mock.calls.filter(([path]) => path === '/calls')` in a test says what is called. */
function isAssertion({ node, module }: CallSite): boolean {
  return isTestFile(module.path) && findAssertion(node, module) !== null;
}

/** `get`, `api.get`, `get.bind(null)` */
export function isFunctionName(node: SyntaxNode): boolean {
  if (node.type === 'Identifier' || isMemberNode(node)) return true;
  return node.type === 'CallExpression' && isMemberNode(node.callee) && nameMember(node.callee) === 'bind';
}

export class BuiltinCalls {
  readonly #modules: readonly Module[];
  readonly #declared = new Map<string, { upTo: number; isDeclared: boolean }>();

  /** `modules` may grow. */
  constructor(modules: readonly Module[]) {
    this.#modules = modules;
  }

  #isDeclared(name: string): boolean {
    const known = this.#declared.get(name) ?? { upTo: 0, isDeclared: false };
    this.#declared.set(name, known);
    while (!known.isDeclared && known.upTo < this.#modules.length) {
      const module = this.#modules[known.upTo];
      known.isDeclared = module !== undefined && declares(module, name);
      known.upTo += 1;
    }
    return known.isDeclared;
  }

  has(site: CallSite): boolean {
    return (this.#isOfLanguage(site) && !isAssertion(site)) || isExpectation(site);
  }

  #isOfLanguage({ node, module }: CallSite): boolean {
    if (node.type === 'TaggedTemplateExpression' || node.type === 'NewExpression') return false;
    const callee = unwrap(node.callee);
    if (!isMemberNode(callee)) return false;
    const name = nameMember(callee);
    if (name === null || !BUILTIN_NAMES.has(name)) return false;
    // A function that is named, `paths.map(get)`, is called by name after all.
    const isNamed = node.arguments.some(isFunctionName);
    // A set is hardly given an object that is written in the call; a queue is, and so is a helper by `send.with({ path })`.
    const isJob = /^(?:add|with)$/.test(name) && node.arguments.some(({ type }) => type === 'ObjectExpression');
    // A list is found in by a function, and a service by a query, or by none.
    const [asked] = node.arguments;
    const isQuery = name === 'find' && (asked === undefined || asked.type === 'ObjectExpression');
    const receiver = unwrap(callee.object);
    const isQueued = /^(?:push|unshift)$/.test(name) && isQueue(receiver, module);
    return !isNamed && !isJob && !isQuery && !isQueued && !isOfOwnFile(receiver, module) && !this.#isDeclared(name);
  }
}
