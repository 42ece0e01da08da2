import { isTestFile } from '../../model/test-files.ts';
import { findPathStart } from '../../model/url-value.ts';
import type { PatternStep } from '../../syntax/destructuring.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import {
  type FunctionNode,
  findMemberRoot,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listBehindNames } from '../following/renamed-readings.ts';
import type { SeenByHooks } from '../following/seen-by-hooks.ts';
import { findRead, type Importers } from '../importing/importers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import { listTexts, splitAtoms } from '../texts/texts.ts';
import type { Atom } from '../values/values.ts';

/**
 * Every text that an expression can be, whoever hands it over: the callers of the function around it, or the client whose hook that is.
 * Null where somebody else may hand over another one.
 */

/** Functions and names between the question and who hands over what is asked. */
const MAX_STEPS = 12;

/** Functions may call each other in many ways: more than these are not followed for one question. */
const MAX_TRACED = 3000;

/** What is read of a parameter: the members on the way, and whether it is the path of the URL that stands there. */
interface Read {
  readonly path: readonly string[];
  readonly isPathname: boolean;
}

export interface Reaching {
  readonly texts: readonly (readonly Atom[])[];
  /** The files of the functions that it is handed through. */
  readonly files: ReadonlySet<string>;
}

type Texts = readonly (readonly Atom[])[];

function cutBefore(atoms: readonly Atom[], separator: RegExp): readonly Atom[] {
  for (const [index, atom] of atoms.entries()) {
    const end = atom.kind === 'text' ? atom.text.search(separator) : -1;
    if (end !== -1) return [...atoms.slice(0, index), ...splitAtoms([atom], end)[0]];
    if (atom.kind === 'hole' && atom.query) return atoms.slice(0, index);
  }
  return atoms;
}

/** The path of a URL as the `pathname` of its object gives it; null where nobody knows where it begins. */
function takePathname(atoms: readonly Atom[]): readonly Atom[] | null {
  const { part, index } = findPathStart(atoms);
  const [first] = atoms;
  const isWhole = first?.kind === 'env' || (first?.kind === 'text' && /^https?:\/\//i.test(first.text));
  if (!isWhole || part >= atoms.length) return null;
  const [, rest] = splitAtoms(atoms.slice(part), index);
  const found = cutBefore(rest, /[?#]/);
  const [begin] = found;
  if (begin?.kind !== 'text' || !begin.text.startsWith('/')) return null;
  // A variable may hold a path of its own.
  return first.kind === 'env' ? [first, ...found] : found;
}

/** `path.split('?')[0]` */
function findCut(node: SyntaxNode, module: Module): { readonly of: SyntaxNode; readonly separator: RegExp } | null {
  const call =
    isMemberNode(node) && node.computed && node.property.type === 'NumericLiteral' ? unwrap(node.object) : null;
  if (call === null || !isMemberNode(node) || node.property.type !== 'NumericLiteral' || node.property.value !== 0)
    return null;
  if (!isCallNode(call) || !('arguments' in call) || !isMemberNode(call.callee) || nameMember(call.callee) !== 'split')
    return null;
  const separator = readConstant(call.arguments[0], module);
  if (separator !== '?' && separator !== '#') return null;
  return { of: call.callee.object, separator: separator === '?' ? /\?/ : /#/ };
}

function readSteps(steps: readonly PatternStep[]): readonly string[] | null {
  const names = steps.map((step) => (step.kind === 'property' ? step.name : null));
  return names.some((name) => name === null) ? null : names.flatMap((name) => name ?? []);
}

export class ReachingTexts {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #hooks: SeenByHooks;
  readonly #leading = new Map<SyntaxNode, boolean>();
  #traced = 0;

  constructor(evaluator: Evaluator, importers: Importers, hooks: SeenByHooks) {
    this.#evaluator = evaluator;
    this.#importers = importers;
    this.#hooks = hooks;
  }

  list(node: SyntaxNode, module: Module): Reaching | null {
    const files = new Set([module.path]);
    this.#traced = 0;
    const texts = this.#trace(node, module, { path: [], isPathname: false }, files, MAX_STEPS);
    return texts === null || this.#evaluator.isExhausted ? null : { texts, files };
  }

  #evaluate(node: SyntaxNode, module: Module): Texts {
    this.#evaluator.ask();
    const value = this.#evaluator.evaluate(node, module, this.#evaluator.anyCaller);
    return listTexts(value, node, module).map(({ atoms }) => atoms);
  }

  /** Is every text of it known, at least as to how it begins? */
  #trace(start: SyntaxNode, module: Module, read: Read, files: Set<string>, steps: number): Texts | null {
    this.#traced += 1;
    if (steps === 0 || this.#traced > MAX_TRACED) return null;
    const node = unwrap(start);
    if (node.type === 'LogicalExpression' && node.operator !== '&&') {
      const left = this.#trace(node.left, module, read, files, steps - 1);
      // `config.url ?? ''`; of an object that stands in, nobody asked for the member.
      const right = read.path.length > 0 ? null : this.#trace(node.right, module, read, files, steps - 1);
      return left === null || right === null ? null : [...left, ...right];
    }
    const cut = read.path.length > 0 || read.isPathname ? null : findCut(node, module);
    if (cut !== null)
      return (
        this.#trace(cut.of, module, read, files, steps - 1)?.map((atoms) => cutBefore(atoms, cut.separator)) ?? null
      );
    const through = this.#traceThrough(node, module, read, files, steps);
    if (through !== undefined) return through;
    if (read.path.length > 0 || !this.#isClosed(node, module, new Set())) return null;
    const texts = this.#evaluate(node, module);
    if (!read.isPathname) return texts;
    const paths = texts.map(takePathname);
    return paths.includes(null) ? null : paths.flatMap((path) => (path === null ? [] : [path]));
  }

  /** `useSWR('/calls', request)`: who is handed the function may call it with what nobody sees, or whoever calls it may be. */
  #isClosed(node: SyntaxNode, module: Module, asked: Set<SyntaxNode>): boolean {
    const source = findBindingOf(module, findMemberRoot(node))?.source;
    if (source?.kind === 'value' && source.node !== null && !asked.has(source.node))
      return this.#isClosed(source.node, module, asked.add(source.node));
    if (source?.kind !== 'param') return true;
    const { fn, index } = source;
    const param = fn.params[index] ?? fn;
    if (asked.has(param)) return true;
    asked.add(param);
    if (this.#findName(fn) !== null && !this.#isOnlyCalled(fn, module)) return false;
    return this.#evaluator.index.listCallers(fn).every((caller) => {
      const args = 'arguments' in caller.node ? caller.node.arguments : [];
      // `(...args) => request(...args)`: whoever calls the outer one says what the inner one is given.
      const spread = args.slice(0, index + 1).find((argument) => argument?.type === 'SpreadElement');
      const given = spread?.type === 'SpreadElement' ? spread.argument : args[index];
      return given == null || this.#isClosed(given, caller.module, asked);
    });
  }

  /** The same of what a member, a name or a parameter stands for; undefined where the expression says it by itself. */
  #traceThrough(
    node: SyntaxNode,
    module: Module,
    read: Read,
    files: Set<string>,
    steps: number,
  ): Texts | null | undefined {
    if (isMemberNode(node)) {
      const name = nameMember(node);
      if (name === null) return undefined;
      if (name === 'pathname' && read.path.length === 0 && !read.isPathname) {
        const object = unwrap(node.object);
        const own = { path: [], isPathname: true };
        return this.#trace(this.#findUrl(object, module) ?? object, module, own, files, steps - 1);
      }
      if (!this.#leadsToHook(node, module, steps)) return undefined;
      return this.#trace(node.object, module, { ...read, path: [name, ...read.path] }, files, steps - 1);
    }
    if (node.type !== 'Identifier') return undefined;
    const binding = findBindingOf(module, node);
    if (binding === undefined || binding.assignments.length > 0) return undefined;
    const { source } = binding;
    if (source.kind === 'value' && source.node !== null) {
      const names = readSteps(source.steps);
      if (names === null) return undefined;
      const url = names.length === 1 && names[0] === 'pathname' ? this.#findUrl(unwrap(source.node), module) : null;
      if (url !== null && read.path.length === 0 && !read.isPathname)
        return this.#trace(url, module, { path: [], isPathname: true }, files, steps - 1);
      return this.#leadsToHook(source.node, module, steps)
        ? this.#trace(source.node, module, { ...read, path: [...names, ...read.path] }, files, steps - 1)
        : undefined;
    }
    if (source.kind !== 'param' || source.rest) return undefined;
    const names = readSteps(source.steps);
    if (names === null || !this.#leadsToHook(node, module, steps)) return undefined;
    const own = { ...read, path: [...names, ...read.path] };
    return this.#traceParam(source.fn, source.index, module, own, files, steps);
  }

  /** `url` of `new URL(url)`, by itself or under a name. */
  #findUrl(node: SyntaxNode, module: Module): SyntaxNode | null {
    const source = findBindingOf(module, node)?.source;
    const made =
      source?.kind === 'value' && source.node !== null && source.steps.length === 0 ? unwrap(source.node) : node;
    if (made.type !== 'NewExpression' || nameCallee(made.callee) !== 'URL' || made.arguments.length !== 1) return null;
    return made.arguments[0] ?? null;
  }

  /** Does it begin with what a client hands to a hook, be it through functions of the project? Only those are traced by hand. */
  #leadsToHook(node: SyntaxNode, module: Module, steps: number): boolean {
    if (steps === 0) return false;
    let root = unwrap(node);
    while (isMemberNode(root)) root = unwrap(root.object);
    const binding = findBindingOf(module, root);
    if (binding?.source.kind === 'value' && binding.source.node !== null && binding.source.node !== node)
      return this.#leadsToHook(binding.source.node, module, steps - 1);
    if (binding?.source.kind !== 'param') return false;
    const { fn, index } = binding.source;
    if (this.#hooks.has(fn)) return true;
    const param = fn.params[index] ?? fn;
    const known = this.#leading.get(param);
    if (known !== undefined) return known;
    this.#leading.set(param, false);
    const found = this.#evaluator.index.listCallers(fn).some((caller) => {
      const given = 'arguments' in caller.node ? caller.node.arguments[index] : undefined;
      return given != null && given.type !== 'SpreadElement' && this.#leadsToHook(given, caller.module, steps - 1);
    });
    this.#leading.set(param, found);
    return found;
  }

  #traceParam(
    fn: FunctionNode,
    index: number,
    module: Module,
    read: Read,
    files: Set<string>,
    steps: number,
  ): Texts | null {
    if (!this.#isOnlyCalled(fn, module)) return null;
    files.add(module.path);
    const seen = this.#hooks.has(fn) ? this.#listSeen(fn, index, read, files) : [];
    if (seen === null) return null;
    const callers = this.#evaluator.index.listCallers(fn);
    const given = callers.map((caller) => {
      const argument = 'arguments' in caller.node ? caller.node.arguments[index] : undefined;
      if (argument == null || argument.type === 'SpreadElement') return null;
      return this.#trace(argument, caller.module, read, files, steps - 1);
    });
    if (given.includes(null) || (given.length === 0 && !this.#hooks.has(fn))) return null;
    return [...seen, ...given.flatMap((texts) => texts ?? [])];
  }

  #listSeen(fn: FunctionNode, index: number, { path, isPathname }: Read, files: Set<string>): Texts | null {
    const isHref = isPathname && path.at(-1) === 'href';
    const seen = this.#hooks.list(fn, index, isHref ? path.slice(0, -1) : path);
    if (seen === null || seen.some(({ way }) => (way.isUrl === true) !== isPathname)) return null;
    for (const { module } of seen) files.add(module.path);
    const texts = seen.flatMap((address) => address.texts);
    if (!isPathname) return texts;
    const paths = texts.map(takePathname);
    return paths.includes(null) ? null : paths.flatMap((own) => (own === null ? [] : [own]));
  }

  #findName(fn: FunctionNode): SyntaxNode | null {
    const parent = getParent(findOutermost(fn));
    if ('id' in fn && fn.id != null) return fn.id;
    return parent?.type === 'VariableDeclarator' ? parent.id : null;
  }

  /** Is the function called where its calls are known, or put among the hooks, and nothing else done with it? */
  #isOnlyCalled(fn: FunctionNode, module: Module): boolean {
    const name = this.#findName(fn);
    // What is written in a call, or among options, is nobody else's.
    if (name === null) return this.#hooks.has(fn);
    const binding = findBindingOf(module, name);
    if (binding === undefined) return false;
    const readings = listBehindNames(this.#importers, this.#importers.listReadings(module, binding));
    return readings.every(({ node, module: own, path }) => {
      if (isTestFile(own.path)) return true;
      const outer = findRead({ node, path });
      const around = outer === null ? undefined : getParent(outer);
      if (outer === null || around === undefined) return false;
      if (isCallNode(around) && 'arguments' in around)
        return around.callee === outer || (this.#hooks.has(fn) && nameCallee(around.callee) === 'use');
      return this.#hooks.has(fn) && /^(?:ArrayExpression|ObjectProperty)$/.test(around.type);
    });
  }
}
