import type { ForeignUse } from '../model/analysis.ts';
import {
  type CallNode,
  getEnd,
  getKeyName,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  unwrap,
} from '../syntax/nodes.ts';
import { type Binding, eachPatternName, findBinding, type PatternStep } from '../syntax/scopes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { evaluateCallee, findRequired } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import { findBindingOf, getLocation, getParent, isRead, type Module, quoteSource } from './modules.ts';
import { listOptions } from './values.ts';

/**
 * Where else a literal goes. Starting at the literal, this follows the names it is bound to, forward through the
 * project, and reports every use that the listed requests do not explain.
 */

/** A node whose value holds the literal; `path` leads from that value to it (`*`: some element). */
interface Place {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly path: readonly string[];
  /** Inside a function that was handed the value: only what depends on the text itself counts there. */
  readonly isHandedOver?: true;
}

type Uses = Map<string, ForeignUse>;

/** Reads that show nothing to a user and send nothing. */
const HARMLESS_CALLS = /^(?:Object\.keys$|console|log|logger|debug|winston|pino|expect|describe|it|test)\b/;

const TRANSPARENT = new Set([
  'TemplateLiteral',
  'ConditionalExpression',
  'LogicalExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ObjectExpression',
  'SpreadElement',
  'AwaitExpression',
  'JSXExpressionContainer',
]);

export class UseFinder {
  readonly #evaluator: Evaluator;
  readonly #importers = new Map<
    Module,
    { readonly module: Module; readonly binding: Binding; readonly imported: string }[]
  >();
  readonly #requires = new Map<Module, { readonly node: SyntaxNode; readonly module: Module }[]>();
  #indexed = false;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  find(literal: number, covered: ReadonlySet<number>): readonly ForeignUse[] {
    const start = this.#evaluator.getIdentified(literal);
    if (start === undefined) return [];
    const uses: Uses = new Map();
    this.#evaluator.ask();
    const queue: Place[] = [{ ...start, path: [] }];
    const visited = new Set<SyntaxNode>();
    for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
      if (visited.has(place.node)) continue;
      visited.add(place.node);
      queue.push(...this.#step(place, covered, uses));
    }
    return [...uses.values()];
  }

  /** From a value's node to the places where the value goes next. */
  #step(start: Place, covered: ReadonlySet<number>, uses: Uses): readonly Place[] {
    const { module } = start;
    let { node: at, path } = start;
    for (let parent = getParent(module, at); parent !== undefined; at = parent, parent = getParent(module, at)) {
      switch (parent.type) {
        case 'VariableDeclarator':
          return parent.init === at ? this.#bound(module, parent.id, path, covered, uses) : [];
        case 'AssignmentExpression': {
          const exported = parent.right === at ? findExportPath(parent.left) : null;
          if (exported !== null) return this.#listRequired(module, [...exported, ...path], covered, uses);
          return parent.right === at ? this.#bound(module, parent.left, path, covered, uses) : [];
        }
        case 'ObjectProperty':
          if (parent.value !== at) return [];
          path = [getKeyName(parent.key, parent.computed) ?? '*', ...path];
          continue;
        case 'TSEnumMember':
          path = [getKeyName(parent.id, false) ?? '*', ...path];
          continue;
        case 'ArrayExpression':
          path = [indexOf(parent, at), ...path];
          continue;
        case 'TSEnumBody':
          continue;
        case 'TSEnumDeclaration':
          return this.#bound(module, parent.id, path, covered, uses);
        case 'BinaryExpression':
          if (parent.operator !== '+') return [];
          continue;
        default:
          if (TRANSPARENT.has(parent.type)) continue;
          if (!isCallNode(parent)) return [];
          if (this.#isTransparentCall(module, parent, at)) continue;
          return this.#followArgument(module, parent, at, path, covered, uses);
      }
    }
    return [];
  }

  /** The value gets a name, or several by destructuring. */
  #bound(
    module: Module,
    pattern: SyntaxNode,
    path: readonly string[],
    covered: ReadonlySet<number>,
    uses: Uses,
  ): readonly Place[] {
    if (pattern.type === 'Identifier') {
      const binding = findBindingOf(module, pattern);
      return binding === undefined
        ? []
        : this.#listReferences(module, binding, path).flatMap((place) => this.#judge(place, covered, uses));
    }
    if (pattern.type !== 'ObjectPattern' && pattern.type !== 'ArrayPattern') return [];
    const places: Place[] = [];
    eachPatternName(pattern, [], (name, steps) => {
      const rest = followSteps(steps, path);
      const binding = findBindingOf(module, name);
      if (rest === null || binding === undefined) return;
      for (const place of this.#listReferences(module, binding, rest))
        places.push(...this.#judge(place, covered, uses));
    });
    return places;
  }

  /** The value is handed to functions of the project: their parameters hold it now. */
  #followArgument(
    module: Module,
    call: CallNode,
    argument: SyntaxNode,
    path: readonly string[],
    covered: ReadonlySet<number>,
    uses: Uses,
  ): readonly Place[] {
    if (call.type === 'TaggedTemplateExpression' || call.callee === argument) return [];
    const index = call.arguments.findIndex((given) => given === argument);
    const callee = evaluateCallee(this.#evaluator, call, module, null);
    if (index === -1) return [];
    return listOptions(callee).flatMap((option): readonly Place[] => {
      if (option.type !== 'function') return [];
      const param = option.fn.params[index + option.bound.length];
      if (param === undefined) return [];
      const target = param.type === 'AssignmentPattern' ? param.left : param;
      if (target.type === 'Identifier' && restrictsTexts(option.module, target)) {
        const location = getLocation(option.module, getStart(target));
        uses.set(`${location.file}:${location.line}:${location.column}`, {
          ...location,
          text: `${quoteSource(option.module, target)} allows certain texts only`,
        });
      }
      const [binding] = target.type === 'Identifier' ? [findBindingOf(option.module, target)] : [];
      if (binding === undefined) return [];
      const inside = this.#listReferences(option.module, binding, path);
      return inside.flatMap((place) => this.#judge({ ...place, isHandedOver: true }, covered, uses));
    });
  }

  /** What other modules get by `require` or by importing a CommonJS module. */
  #listRequired(module: Module, path: readonly string[], covered: ReadonlySet<number>, uses: Uses): readonly Place[] {
    this.#index();
    const [name, ...rest] = path;
    const imports = (this.#importers.get(module) ?? []).flatMap(({ module: importer, binding, imported }) => {
      const inner = imported === 'default' || imported === '*' ? path : imported === name ? rest : null;
      if (inner === null) return [];
      return this.#listReferences(importer, binding, inner).flatMap((place) => this.#judge(place, covered, uses));
    });
    const required = this.#requires.get(module) ?? [];
    return [...imports, ...required.flatMap((place) => this.#judge({ ...place, path }, covered, uses))];
  }

  /** `Object.freeze({ … })`, `new URL('/calls', base)`: the value goes on through the call. */
  #isTransparentCall(module: Module, call: SyntaxNode, argument: SyntaxNode): boolean {
    if (!isCallNode(call) || call.type === 'TaggedTemplateExpression' || call.callee === argument) return false;
    const callee = evaluateCallee(this.#evaluator, call, module, null);
    return (
      callee.type === 'external' &&
      callee.module === 'global' &&
      /^(?:Object\.(?:freeze|seal)|URL|String|Set|Map)$/.test(callee.path.join('.'))
    );
  }

  /** All identifiers that read a binding, in its module and in those that import it. */
  #listReferences(module: Module, binding: Binding, path: readonly string[]): readonly Place[] {
    const places: Place[] = [];
    const queue: { readonly module: Module; readonly binding: Binding; readonly exported: boolean }[] = [
      { module, binding, exported: true },
    ];
    const visited = new Set<Binding>();
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (visited.has(next.binding)) continue;
      visited.add(next.binding);
      for (const script of next.module.scripts) {
        for (const identifier of script.identifiers.get(next.binding.name) ?? []) {
          if (identifier === next.binding.declaration || !isRead(next.module, identifier)) continue;
          if (findBinding(script, identifier) === next.binding)
            places.push({ node: identifier, module: next.module, path });
        }
      }
      queue.push(...this.#listImports(next.module, next.binding).map((entry) => ({ ...entry, exported: false })));
    }
    return places;
  }

  #index(): void {
    if (this.#indexed) return;
    this.#indexed = true;
    const { graph } = this.#evaluator;
    for (const module of graph.loaded) {
      for (const script of module.scripts) {
        for (const call of script.calls) {
          const specifier = findRequired(call, module);
          const target = specifier === null ? specifier : graph.resolve(module, specifier);
          if (target === null || typeof target === 'string') continue;
          this.#requires.set(target, [...(this.#requires.get(target) ?? []), { node: call, module }]);
        }
        for (const binding of script.root.bindings.values()) {
          if (binding.source.kind !== 'import') continue;
          const target = graph.resolve(module, binding.source.specifier);
          if (typeof target === 'string') continue;
          const list = this.#importers.get(target) ?? [];
          list.push({ module, binding, imported: binding.source.imported });
          this.#importers.set(target, list);
        }
      }
    }
  }

  /** The local bindings of other modules that stand for this one; re-exports are followed. */
  #listImports(
    module: Module,
    binding: Binding,
    depth = 0,
  ): readonly { readonly module: Module; readonly binding: Binding }[] {
    this.#index();
    const names = [...module.exports].flatMap(([name, found]) =>
      found.kind === 'binding' && found.binding === binding ? [name] : [],
    );
    return names.flatMap((name) => this.#listImportsOf(module, name, depth));
  }

  #listImportsOf(
    module: Module,
    name: string,
    depth: number,
  ): readonly { readonly module: Module; readonly binding: Binding }[] {
    if (depth > 50) return [];
    const direct = (this.#importers.get(module) ?? []).filter((entry) => entry.imported === name);
    const { graph } = this.#evaluator;
    const through = graph.loaded.flatMap((other) => {
      const renamed = [...other.exports].flatMap(([exported, found]) =>
        found.kind === 'from' && found.imported === name && graph.resolve(other, found.specifier) === module
          ? [exported]
          : [],
      );
      const starred = other.stars.some((specifier) => graph.resolve(other, specifier) === module) ? [name] : [];
      return [...renamed, ...starred].flatMap((exported) => this.#listImportsOf(other, exported, depth + 1));
    });
    return [...direct, ...through];
  }

  /** Is a reference explained, harmless, passed on, or a use of its own? */
  #judge(place: Place, covered: ReadonlySet<number>, uses: Uses): readonly Place[] {
    const { module } = place;
    const read = readMembers(module, place.node, place.path);
    if (read === null) return [];
    const { node, path } = read;
    if (this.#isCovered(place, node, covered)) return [];
    const parent = getParent(module, node);
    if (parent === undefined || isUnread(parent, node) || isTested(parent, node) || isHarmless(module, node)) return [];
    const element = this.#findIteration(module, node, path);
    if (element !== null) return this.#bound(module, element.param, element.path, covered, uses);
    if (parent.type === 'VariableDeclarator' && parent.init === node)
      return this.#bound(module, parent.id, path, covered, uses);
    if ((parent.type === 'ObjectProperty' || TRANSPARENT.has(parent.type)) && isBuiltIntoBinding(module, parent))
      return [{ node, module, path }];
    if (this.#isHandedToFunction(place, node, parent)) return [];
    if (place.isHandedOver && !isInspected(module, parent, node)) return [];
    const location = getLocation(module, getStart(node));
    uses.set(`${location.file}:${location.line}:${location.column}`, {
      ...location,
      text: quoteSource(module, parent.type === 'ExpressionStatement' ? node : parent, 80),
    });
    return [];
  }

  /** `LIST.map((item) => …)`: the element goes on as the callback's parameter. */
  #findIteration(
    module: Module,
    node: SyntaxNode,
    path: readonly string[],
  ): { readonly param: SyntaxNode; readonly path: readonly string[] } | null {
    const parent = getParent(module, node);
    const call = parent === undefined ? undefined : getParent(module, parent);
    if (
      parent === undefined ||
      call === undefined ||
      !isMemberNode(parent) ||
      parent.object !== node ||
      call.type !== 'CallExpression'
    )
      return null;
    const name = getKeyName(parent.property, parent.computed);
    const [callback] = call.arguments;
    if (name === null || !ITERATIONS.has(name) || callback === undefined || !isFunctionNode(callback)) return null;
    const param = callback.params[0];
    return param === undefined ? null : { param, path: path.slice(1) };
  }

  #isCovered(place: Place, node: SyntaxNode, covered: ReadonlySet<number>): boolean {
    for (
      let at: SyntaxNode | undefined = place.node;
      at !== undefined;
      at = at === node ? undefined : getParent(place.module, at)
    ) {
      if (covered.has(this.#evaluator.identify(at, place.module))) return true;
    }
    return false;
  }

  /** A whole table handed to a function of the project: what that function does with it was followed there. */
  #isHandedToFunction(place: Place, node: SyntaxNode, parent: SyntaxNode): boolean {
    if (!isCallNode(parent) || parent.type === 'TaggedTemplateExpression' || parent.callee === node) return false;
    const value = this.#evaluator.evaluate(place.node, place.module, null);
    const isTable = listOptions(value).some((option) => option.type === 'object' || option.type === 'array');
    const callee = evaluateCallee(this.#evaluator, parent, place.module, null);
    return isTable && listOptions(callee).some((option) => option.type === 'function' || option.type === 'class');
  }
}

/** Parts of a URL that are not its path. */
const BESIDE_PATH = new Set(['searchParams', 'search', 'hash', 'host', 'hostname', 'origin', 'protocol', 'port']);

/**
 * `TABLE` in `TABLE.calls.list` widens to the member that is read; null when that is another member than the one
 * that holds the literal.
 */
function readMembers(
  module: Module,
  start: SyntaxNode,
  path: readonly string[],
): { readonly node: SyntaxNode; readonly path: readonly string[] } | null {
  let node = start;
  let rest = path;
  for (let parent = getParent(module, node); parent !== undefined; parent = getParent(module, node)) {
    if (isMemberNode(parent) && parent.object === node) {
      const name = getKeyName(parent.property, parent.computed);
      const [expected] = rest;
      if (expected === undefined) {
        if (name !== null && BESIDE_PATH.has(name)) return null;
      } else if (/^(?:\d+|\*)$/.test(expected) && name !== null && !/^\d+$/.test(name)) {
        // A member of the list itself: its length says nothing, its methods hand elements on.
        if (name === 'length') return null;
        break;
      } else if (name !== null && expected !== '*' && name !== expected) return null;
      else rest = rest.slice(1);
    } else if (unwrap(parent) !== unwrap(node)) break;
    node = parent;
  }
  return { node, path: rest };
}

/** The rest of the path behind a destructuring; null when the name is bound to something else. */
function followSteps(steps: readonly PatternStep[], path: readonly string[]): readonly string[] | null {
  let rest = path;
  for (const step of steps) {
    if (step.kind === 'default' || step.kind === 'rest' || step.kind === 'rest-elements') continue;
    const [expected] = rest;
    if (expected === undefined) return null;
    if (step.kind === 'property' && expected !== '*' && expected !== step.name) return null;
    rest = rest.slice(1);
  }
  return rest;
}

/** Does the program go another way for another text: a comparison, a switch, a look-up, a question to the text? */
function isInspected(module: Module, parent: SyntaxNode, node: SyntaxNode): boolean {
  if (parent.type === 'BinaryExpression') {
    const other = parent.left === node ? parent.right : parent.left;
    const isNeutral = other.type === 'StringLiteral' && other.value.length < 2;
    return /^[=!]==?$/.test(parent.operator) && !isNeutral;
  }
  if (parent.type === 'SwitchStatement' || parent.type === 'SwitchCase') return true;
  if (!isMemberNode(parent)) return false;
  if (parent.property === node) return parent.computed;
  const name = getKeyName(parent.property, parent.computed);
  return name !== null && NEUTRAL_QUESTION.test(name) && !isNeutralQuestion(module, node);
}

const ITERATIONS = new Set(['map', 'forEach', 'flatMap', 'filter', 'find', 'some', 'every']);

function indexOf(list: SyntaxNode, element: SyntaxNode): string {
  if (list.type !== 'ArrayExpression') return '*';
  const index = list.elements.findIndex((entry) => entry === element);
  return list.elements.slice(0, index + 1).some((entry) => entry?.type === 'SpreadElement') ? '*' : String(index);
}

/** `module.exports` is `[]`, `exports.name` is `['name']`; null for any other target. */
function findExportPath(target: SyntaxNode): readonly string[] | null {
  const name = describeTarget(target);
  if (name === 'module.exports') return [];
  return /^(?:module\.)?exports\.(\w+)$/.exec(name)?.slice(1) ?? null;
}

/** A parameter whose type lists the texts it takes: another text would not compile. */
function restrictsTexts(module: Module, param: SyntaxNode): boolean {
  const annotation =
    'typeAnnotation' in param && param.typeAnnotation
      ? module.text.slice(getStart(param.typeAnnotation), getEnd(param.typeAnnotation))
      : '';
  if (/['"`]/.test(annotation)) return true;
  const name = /^:\s*([A-Z]\w*)$/.exec(annotation.trim())?.[1];
  return name !== undefined && new RegExp(`\\btype\\s+${name}\\s*=[^;]*['"\`]`).test(module.text);
}

/** Is the value only asked whether it is there? */
function isTested(parent: SyntaxNode, node: SyntaxNode): boolean {
  if ('test' in parent && parent.test === node) return true;
  return (
    (parent.type === 'UnaryExpression' && parent.operator === '!') ||
    (parent.type === 'LogicalExpression' && parent.operator === '&&' && parent.left === node)
  );
}

/** Questions about a text that a version in front does not change: `path.includes('?')`, `path.startsWith('/')`. */
const NEUTRAL_QUESTION = /^(?:includes|startsWith|endsWith|indexOf|split|search|match)$/;

function isNeutralQuestion(module: Module, node: SyntaxNode): boolean {
  const parent = getParent(module, node);
  const call = parent === undefined ? undefined : getParent(module, parent);
  if (parent === undefined || call?.type !== 'CallExpression' || !isMemberNode(parent) || parent.object !== node)
    return false;
  const name = getKeyName(parent.property, parent.computed);
  const [asked] = call.arguments;
  return (
    name !== null &&
    NEUTRAL_QUESTION.test(name) &&
    asked?.type === 'StringLiteral' &&
    /^(?:[?&#/]|https?:.*)$/.test(asked.value)
  );
}

/** Positions that do not use the value: `typeof X`, an export list, a type. */
function isUnread(parent: SyntaxNode, node: SyntaxNode): boolean {
  if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return true;
  if (parent.type === 'TSTypeQuery' || parent.type === 'ExportSpecifier' || parent.type === 'ExportDefaultDeclaration')
    return true;
  if (parent.type === 'AssignmentExpression') return parent.left === node;
  return false;
}

function describeTarget(node: SyntaxNode): string {
  if (node.type === 'Identifier') return node.name;
  if (!isMemberNode(node)) return '';
  return `${describeTarget(node.object)}.${getKeyName(node.property, node.computed) ?? ''}`;
}

function isHarmless(module: Module, node: SyntaxNode): boolean {
  if (isNeutralQuestion(module, node)) return true;
  for (
    let at = getParent(module, node), inner = node;
    at !== undefined && !isFunctionNode(at);
    inner = at, at = getParent(module, at)
  ) {
    if (at.type === 'ThrowStatement') return true;
    if (!isCallNode(at) || at.type === 'TaggedTemplateExpression' || at.callee === inner) continue;
    return HARMLESS_CALLS.test(describeTarget(unwrap(at.callee)));
  }
  return false;
}

/** Is the expression part of a larger one that gets a name? */
function isBuiltIntoBinding(module: Module, start: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = start; at !== undefined; at = getParent(module, at)) {
    if (at.type === 'VariableDeclarator' || (at.type === 'AssignmentExpression' && findExportPath(at.left) !== null))
      return true;
    if (at.type !== 'ObjectProperty' && !TRANSPARENT.has(at.type)) return false;
  }
  return false;
}
