import { isTestFile } from '../../model/test-files.ts';
import { isModuleExports } from '../../syntax/compiled-modules.ts';
import { findParamFill } from '../../syntax/filled-names.ts';
import { findForwarding } from '../../syntax/forwarding.ts';
import {
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { evaluateDeclaredType, instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateCradleParam } from '../frameworks/awilix-cradle.ts';
import { evaluateToken } from '../frameworks/injected-tokens.ts';
import { evaluateImport } from '../modules/exports.ts';
import { findBindingOf, isRead, type Module } from '../modules/module.ts';
import { findRequired } from '../modules/required.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findInstances, MOCKING, replaceAxios } from './axios-of-tests.ts';
import { listInstances, nameMethod } from './fakes-in-classes.ts';
import { pickParam } from './picked-params.ts';
import { listCalledFunctions } from './project-index.ts';
import { evaluateSpied, isSpied, SPYING } from './spied-functions.ts';

/**
 * What a test puts in the place of a client, `{ provide: HttpService, useValue: http }`, `vi.mock('axios', () => …)`,
 * `new Agents(http)`: what is expected of the stand-in is expected of what it stands for.
 */

/** A call on the way to a member: `axios.create()` gives the instance. */
const CALLED = '()';
const MAX_HOPS = 4;
const MANUAL = /(?:^|\/)__mocks__\/(.+)\.[cm]?[jt]sx?$/;
const RETURNING = /^(?:mockReturnValue|mockReturnValueOnce|mockResolvedValue|returns|resolves)$/;
const RUNNING = /^(?:mockImplementation|mockImplementationOnce|fn|callsFake)$/;

function getMember(evaluator: Evaluator, value: Value, name: string, node: SyntaxNode, module: Module): Value | null {
  if (name !== CALLED) return evaluator.getProperty(value, name, node, module);
  if (value.type === 'external' && value.module === 'axios' && value.path.at(-1) === 'create')
    return findInstances(evaluator, module);
  if (value.type !== 'function') return null;
  return evaluateReturn(evaluator, value, { args: [], call: null, from: evaluator.anyCaller }, true);
}

/** `module.exports = …`, `exports.get = …` */
function isExports(node: SyntaxNode): boolean {
  if (node.type !== 'AssignmentExpression') return false;
  const target = node.left.type === 'MemberExpression' ? unwrap(node.left.object) : null;
  const isNamed =
    target !== null && (isModuleExports(target) || (target.type === 'Identifier' && target.name === 'exports'));
  return isNamed || isModuleExports(node.left);
}

/** Climbs from where a stand-in is named to what it is put in the place of. */
class Search {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #node: SyntaxNode;
  readonly #visited = new Set<Binding>();

  constructor(evaluator: Evaluator, module: Module, node: SyntaxNode) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#node = node;
  }

  find(binding: Binding, keys: readonly string[]): readonly Value[] {
    if (this.#visited.has(binding) || this.#visited.size >= MAX_HOPS) return [];
    this.#visited.add(binding);
    return this.#module.scripts
      .flatMap(({ identifiers }) => identifiers.get(binding.name))
      .filter((name) => name !== binding.declaration && isRead(name) && findBindingOf(this.#module, name) === binding)
      .flatMap((name) => this.climb(name, keys));
  }

  #walk(start: Value | null, keys: readonly string[]): readonly Value[] {
    let value = start;
    for (const key of keys)
      value = value === null ? null : getMember(this.#evaluator, value, key, this.#node, this.#module);
    return value === null ? [] : [value];
  }

  climb(start: SyntaxNode, inner: readonly string[]): readonly Value[] {
    let keys = inner;
    for (let node = start, parent = getParent(node); parent !== undefined; node = parent, parent = getParent(node)) {
      if (parent.type === 'ObjectProperty' && parent.value === node) {
        const key = nameKey(parent);
        if (key === 'useValue' || key === 'useFactory') return this.#findProvided(getParent(parent), keys);
        if (key === null) return [];
        keys = [key, ...keys];
      } else if (isFunctionNode(parent)) {
        const mocked = this.#findMocked(parent);
        if (mocked !== null) return this.#walk(mocked, keys);
        keys = [CALLED, ...keys];
      } else if (isCallNode(parent)) {
        if (!('arguments' in parent)) return [];
        if (parent.callee === node) {
          const fn = findForwarding(parent);
          if (fn === null) return [];
          if (fn.type === 'ObjectMethod') keys = [nameKey(fn) ?? CALLED, ...keys];
          parent = fn;
          continue;
        }
        const name = nameCallee(parent.callee) ?? '';
        // `sinon.stub(axios, 'create', () => client)`
        if (SPYING.test(name) && parent.arguments[2] === node)
          return this.#walk(evaluateSpied(this.#evaluator, parent, this.#module), keys);
        if (RETURNING.test(name) && isMemberNode(parent.callee)) {
          const receiver = unwrap(parent.callee.object);
          // `vi.fn().mockReturnValue(client)` goes on where that stands; `axios.create.mockReturnValue(client)` is all.
          if (!isCallNode(receiver) || nameCallee('callee' in receiver ? receiver.callee : receiver) !== 'fn')
            return this.#walk(evaluateSpied(this.#evaluator, receiver, this.#module), [CALLED, ...keys]);
          keys = [CALLED, ...keys];
        } else if (!RUNNING.test(name)) return this.#findGiven(parent, node, keys);
        else if (name !== 'fn' && isMemberNode(parent.callee) && isSpied(unwrap(parent.callee.object)))
          // `axios.create.mockImplementation(() => client)`
          return this.#walk(evaluateSpied(this.#evaluator, unwrap(parent.callee.object), this.#module), keys);
      } else if (parent.type === 'VariableDeclarator') {
        const binding = findBindingOf(this.#module, parent.id);
        if (binding === undefined) return [];
        return [...this.find(binding, keys), ...this.#findReplaced(binding, keys)];
      } else if (parent.type === 'ExportDefaultDeclaration' || isExports(parent)) {
        return this.#findReplaced(node, keys);
      } else if (
        /^(?:ExpressionStatement|ExportNamedDeclaration|MemberExpression|AssignmentExpression)$/.test(parent.type)
      )
        return [];
    }
    return [];
  }

  /** What a file in `__mocks__` exports takes the place of what the file beside that folder does, or the package of its name. */
  #findReplaced(exported: SyntaxNode | Binding, keys: readonly string[]): readonly Value[] {
    const [, name] = MANUAL.exec(this.#module.path) ?? [];
    if (name === undefined) return [];
    const replaced = evaluateImport(this.#evaluator, this.#module, `../${name}`, '*');
    const original = replaced.type === 'external' ? evaluateImport(this.#evaluator, this.#module, name, '*') : replaced;
    return [...this.#module.exports].flatMap(([key, one]) => {
      const isIt =
        one.kind === 'binding' ? one.binding === exported : one.kind === 'expression' && one.node === exported;
      if (!isIt) return [];
      return this.#walk(original, key === '=' ? keys : [key, ...keys]);
    });
  }

  /** `{ provide: Token, useValue: … }` */
  #findProvided(provider: SyntaxNode | undefined, keys: readonly string[]): readonly Value[] {
    if (provider?.type !== 'ObjectExpression') return [];
    for (const entry of provider.properties) {
      if (entry.type !== 'ObjectProperty' || nameKey(entry) !== 'provide') continue;
      const token = this.#evaluator.evaluate(entry.value, this.#module, null);
      const given = evaluateToken(this.#evaluator, token, this.#module);
      // What others than tests provide for the same token.
      const others = (given === null ? [] : listOptions(given))
        .flatMap((option) => this.#walk(option, keys))
        .filter((one) => one.type === 'client' || (one.type === 'function' && !isTestFile(one.module.path)));
      return others.length > 0 ? others : this.#walk(instantiate(token), keys);
    }
    return [];
  }

  /** The module whose place the object takes that the function gives back: `vi.mock('./client', () => ({ … }))`. */
  #findMocked(fn: FunctionNode): Value | null {
    const call = getParent(fn);
    if (call?.type !== 'CallExpression' || call.arguments[1] !== fn || !MOCKING.test(nameCallee(call.callee) ?? ''))
      return null;
    const [first] = call.arguments;
    const specifier =
      first?.type === 'StringLiteral'
        ? first.value
        : first !== undefined && isCallNode(first)
          ? findRequired(first, this.#module)
          : null;
    return specifier === null ? null : evaluateImport(this.#evaluator, this.#module, specifier, '*');
  }

  /** `new Agents(http)`: what others than tests give in its place. */
  #findGiven(call: SyntaxNode, argument: SyntaxNode, keys: readonly string[]): readonly Value[] {
    if (!isCallNode(call) || !('arguments' in call)) return [];
    const evaluator = this.#evaluator;
    const at = call.arguments.findIndex((one) => one === argument);
    const callee = evaluator.index.getCallee(call);
    if (callee === undefined || at === -1) return [];
    return listCalledFunctions(evaluator, callee).flatMap((fn) => {
      const handedOn = this.#findHandedOn(fn, at, keys);
      if (handedOn !== null) return handedOn;
      const others = evaluator.index.listCallers(fn).filter(({ module }) => !isTestFile(module.path));
      const given = others.flatMap(({ node, module }) => {
        const args = evaluator.index.listCallArguments(node, module, evaluator.anyCaller);
        return this.#walk(evaluator.getArgument(args, at) ?? null, keys);
      });
      if (given.some(isCallable)) return given;
      // `asFunction(makeAgents)`: what the container gives it.
      const injected = this.#walk(evaluateCradleParam(evaluator, fn, at), keys);
      if (injected.some(isCallable)) return injected;
      const preset = this.#findPreset(fn, at, keys);
      return others.length > 0 || preset.length > 0 ? preset : this.#walk(this.#findDeclared(fn, at), keys);
    });
  }

  /** `const run = (api) => build({ api })` of the test itself hands it on; null for functions of others. */
  #findHandedOn(fn: FunctionNode, at: number, keys: readonly string[]): readonly Value[] | null {
    if (this.#evaluator.graph.findOwner(fn) !== this.#module || !isTestFile(this.#module.path)) return null;
    const picked = pickParam(fn.params[at], keys);
    if (picked === null) return [];
    const { param, keys: inner } = picked;
    const binding = findBindingOf(this.#module, param.type === 'AssignmentPattern' ? param.left : param);
    return binding === undefined ? [] : this.find(binding, inner);
  }

  /** `(call = api) => …`, `({ get = api } = {}) => …`: what is called where nothing is given. */
  #findPreset(fn: FunctionNode, at: number, keys: readonly string[]): readonly Value[] {
    const module = this.#evaluator.graph.findOwner(fn);
    const picked = pickParam(fn.params[at], keys);
    if (module === undefined || picked === null) return [];
    const { param, keys: inner } = picked;
    const binding = findBindingOf(module, param);
    const filled = binding === undefined ? null : findParamFill(binding);
    const preset = param.type === 'AssignmentPattern' ? param.right : filled?.value;
    if (preset === undefined) return [];
    return this.#walk(this.#evaluator.evaluate(preset, module, this.#evaluator.anyCaller), inner);
  }

  /** `constructor(private readonly client: Client)`: what its type says it is. */
  #findDeclared(fn: FunctionNode, at: number): Value | null {
    const module = this.#evaluator.graph.findOwner(fn);
    if (module === undefined || isTestFile(module.path)) return null;
    return evaluateDeclaredType(this.#evaluator, fn.params[at], module, this.#evaluator.anyCaller);
  }
}

function isCallable(value: Value): boolean {
  return listOptions(value).every(({ type }) => type === 'function' || type === 'client' || type === 'external');
}

/** The names of a member: those of `http[verb]` are told by the rows of a table that the test is run for. */
function listNames(evaluator: Evaluator, member: SyntaxNode, module: Module): readonly string[] {
  const name = nameMember(member);
  if (name !== null || !isMemberNode(member)) return name === null ? [] : [name];
  const names = listOptions(evaluator.evaluate(member.property, module, evaluator.anyCaller)).map(findKnownText);
  return names.includes(null) ? [] : [...new Set(names.flatMap((one) => one ?? []))];
}

/** What `http.get` of a test stands for, where `http` is an object or a function of the test itself; null where nobody knows. */
export function findStoodFor(evaluator: Evaluator, subject: SyntaxNode, module: Module): Value | null {
  const at = unwrap(subject);
  if (!isMemberNode(at) || nameMember(at) !== null) return findStoodForBy(evaluator, subject, module, null);
  const names = listNames(evaluator, at, module);
  const found = names.map((name) => findStoodForBy(evaluator, subject, module, name));
  return found.length === 0 || found.includes(null) ? null : unite(found.flatMap((one) => one ?? []));
}

/** `last`: the name of the member, where it is not written there. */
function findStoodForBy(evaluator: Evaluator, subject: SyntaxNode, module: Module, last: string | null): Value | null {
  const keys: string[] = [];
  let root = unwrap(subject);
  for (; isMemberNode(root); root = unwrap(root.object)) {
    const key = nameMember(root) ?? (keys.length === 0 ? last : null);
    if (key === null) return null;
    keys.unshift(key);
  }
  const search = new Search(evaluator, module, subject);
  const binding = findBindingOf(module, root);
  // `vi.fn(run)` where it stands, and `run` itself
  const isMade = (root.type === 'CallExpression' || isFunctionNode(root)) && keys.length === 0;
  if (!isMade && binding?.source.kind !== 'value') return null;
  const method = nameMethod(root);
  if (root.type === 'ObjectMethod') keys.push(nameKey(root) ?? CALLED);
  else if (method !== null) keys.push(method);
  const starts = method === null ? [root] : listInstances(root, module);
  const found = (binding === undefined ? starts.flatMap((at) => search.climb(at, keys)) : search.find(binding, keys))
    .map((value) => replaceAxios(evaluator, value, subject, module))
    .filter(isCallable);
  return found.length === 0 ? null : unite(found);
}
