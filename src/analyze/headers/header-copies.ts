import { getEnd, getStart, isMemberNode, type MemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { findCopiedEntries } from '../members/copied-entries.ts';
import { findKeyed, findLoop, peel } from '../members/own-mergers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/**
 * `for (const [name, value] of Object.entries(options.headers)) headers[name] = value;`: whatever the names are, one object gets the
 * headers of the other.
 */

export interface HeaderCopy {
  /** What is copied. */
  readonly source: SyntaxNode;
  readonly module: Module;
}

const SETTING = /^(?:set|append|setHeader|setRequestHeader|header|appendHeader)$/;

/** `name`, `name.toLowerCase()` */
function findNameOf(key: SyntaxNode, module: Module): Binding | undefined {
  const node = unwrap(key);
  const isLower = node.type === 'CallExpression' && nameCallee(node.callee) === 'toLowerCase';
  const callee = isLower ? unwrap(node.callee) : null;
  return findBindingOf(module, callee !== null && isMemberNode(callee) ? unwrap(callee.object) : node);
}

function isSame(one: SyntaxNode, other: SyntaxNode, { text }: Module): boolean {
  const [first, second] = [peel(one), peel(other)].map((node) => text.slice(node.start ?? 0, node.end ?? 0));
  return first === second;
}

/** `value` of the same pair, `source[name]`; also `String(value)`, `` `${value}` ``. */
function isItsValue(given: SyntaxNode, key: Binding, source: SyntaxNode, module: Module): boolean {
  const node = unwrap(given);
  if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression')
    return isItsValue(node.expression, key, source, module);
  const [only, ...others] =
    node.type === 'TemplateLiteral' && node.quasis.every(({ value }) => value.raw === '')
      ? node.expressions
      : node.type === 'CallExpression' && nameCallee(node.callee) === 'String'
        ? node.arguments
        : [];
  if (only !== undefined && others.length === 0) return isItsValue(only, key, source, module);
  if (isMemberNode(node))
    return node.computed && findBindingOf(module, unwrap(node.property)) === key && isSame(node.object, source, module);
  const value = node.type === 'Identifier' ? findBindingOf(module, node) : undefined;
  if (value === undefined) return false;
  const [loop, keys] = [findLoop(value), findLoop(key)];
  if (loop !== null) return loop.index === 1 && keys?.index === 0 && loop.list === keys.list;
  // `const value = headers[name];`
  const { source: from } = value;
  return from.kind === 'value' && from.node !== null && from.steps.length === 0 && value.assignments.length === 0
    ? isItsValue(from.node, key, source, module)
    : false;
}

/** Is it asked first which header it is? Whether it has a value may be asked. */
function asksForName(place: SyntaxNode, key: Binding, module: Module): boolean {
  const isName = (node: SyntaxNode) =>
    node.type === 'Identifier' && node !== key.declaration && findBindingOf(module, node) === key;
  for (let at = place, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (parent.type === 'IfStatement' && parent.test !== at && asksIn(parent.test, isName)) return true;
    if (parent.type === 'BlockStatement') {
      const before = parent.body.slice(
        0,
        parent.body.findIndex((statement) => statement === at),
      );
      if (before.some((statement) => statement.type === 'IfStatement' && asksIn(statement.test, isName))) return true;
    }
    if (parent.type === 'ForOfStatement' || parent.type === 'ForInStatement' || /Function/.test(parent.type))
      return false;
  }
  return false;
}

/** `Object.hasOwn(headers, name)`, `headers[name] !== undefined` ask for the value. */
function asksIn(test: SyntaxNode, isName: (node: SyntaxNode) => boolean): boolean {
  return someNode(test, (node) => {
    if (!isName(node)) return false;
    const parent = getParent(node);
    if (parent === undefined) return true;
    if (isMemberNode(parent)) return parent.property !== node;
    return (
      parent.type !== 'CallExpression' || !/^(?:hasOwn|hasOwnProperty|call)$/.test(nameCallee(parent.callee) ?? '')
    );
  });
}

interface Site {
  readonly receiver: SyntaxNode;
  readonly copy: HeaderCopy;
  /** What is listed, and the value that is copied. */
  readonly reads: readonly SyntaxNode[];
}

function readSite(receiver: SyntaxNode, key: SyntaxNode, value: SyntaxNode, module: Module): Site | null {
  const name = findNameOf(key, module);
  const source = name === undefined ? null : findKeyed(name);
  if (name === undefined || source === null || !isItsValue(value, name, source, module)) return null;
  if (asksForName(key, name, module)) return null;
  const list = getParent(source);
  const reads = [source, value, ...(list?.type === 'CallExpression' ? [list] : [])];
  return { receiver: unwrap(receiver), copy: { source, module }, reads };
}

function listSites(module: Module): readonly Site[] {
  return module.scripts.flatMap((script) => {
    const assigned = script.computedAssignments.flatMap(({ left, operator, right }) => {
      const target: MemberNode | null = isMemberNode(left) ? left : null;
      if (target === null || operator !== '=') return [];
      return readSite(target.object, target.property, right, module) ?? [];
    });
    const called = script.calls.flatMap((call) => {
      if (call.type !== 'CallExpression') return [];
      const callee = unwrap(call.callee);
      const [key, value] = call.arguments;
      if (!isMemberNode(callee) || !SETTING.test(nameMember(callee) ?? '') || !key || !value) return [];
      return readSite(callee.object, key, value, module) ?? [];
    });
    return [...assigned, ...called];
  });
}

interface Copies {
  /** By what the name was given that the headers are copied to. */
  readonly byTarget: Map<SyntaxNode, HeaderCopy[]>;
  /** Of each file, what only copies. */
  readonly ranges: Map<string, Range[]>;
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly target: SyntaxNode;
}

/** What the name is given, at once or later. */
function listTargets(receiver: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const binding = findBindingOf(module, receiver);
  if (binding?.source.kind !== 'value' || binding.source.steps.length > 0) return [];
  const later = binding.assignments.flatMap(({ node }) => (node.operator === '=' ? [node.right] : []));
  return [...(binding.source.node === null ? [] : [binding.source.node]), ...later].map(unwrap);
}

const gatherCopies = gather(
  ({ graph }: Evaluator) => graph.loaded,
  (): Copies => ({ byTarget: new Map(), ranges: new Map() }),
  ({ byTarget, ranges }, module) => {
    const add = (reads: readonly SyntaxNode[], target: SyntaxNode): void => {
      const own = reads.map((node) => ({ start: getStart(node), end: getEnd(node), target }));
      ranges.set(module.path, [...(ranges.get(module.path) ?? []), ...own]);
    };
    for (const call of module.scripts.flatMap(({ calls }) => calls))
      if (findCopiedEntries(call) !== null) add([call], call);
    for (const { receiver, copy, reads } of listSites(module)) {
      for (const target of listTargets(receiver, module)) {
        byTarget.set(target, [...(byTarget.get(target) ?? []), copy]);
        add(reads, target);
      }
    }
  },
);

/** What is copied to the object that is made here. */
export function listCopies(evaluator: Evaluator, target: SyntaxNode): readonly HeaderCopy[] {
  return gatherCopies(evaluator).byTarget.get(target) ?? [];
}

/** Is what stands here read to be copied to what requests are sent with, and for nothing else? */
export function isReadToCopy(
  evaluator: Evaluator,
  { path }: Module,
  at: number,
  isSent: (target: SyntaxNode) => boolean,
): boolean {
  const ranges = gatherCopies(evaluator).ranges.get(path) ?? [];
  return ranges.some(({ start, end, target }) => start <= at && at < end && isSent(target));
}
