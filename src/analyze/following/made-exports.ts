import {
  type ClassNode,
  findMemberRoot,
  isCallNode,
  isClassNode,
  isFunctionNode,
  isMemberNode,
  unwrap,
} from '../../syntax/nodes.ts';
import { findReturns } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { ModuleExport } from '../modules/collect-exports.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findRequired, findSpecifier } from '../modules/required.ts';

/**
 * `export const voice = makeVoice();`: what is made with the function of another file holds what that keeps, a last path or a log.
 * Who asks it for that need hold no word of the catalogue, and imports it from the file that made it.
 */

export interface MadeWith {
  readonly specifier: string;
  /** `*` for some member of the whole. */
  readonly imported: string;
}

/** Calls within calls, tables within tables. */
const MAX_DEPTH = 8;

/** `make`, `api.make` of `api` imported, `require('./api').make` */
function findImported(node: SyntaxNode, module: Module): readonly MadeWith[] {
  const root = findMemberRoot(node);
  if (isCallNode(root)) {
    const specifier = findRequired(root, module);
    return specifier === null ? [] : [{ specifier, imported: '*' }];
  }
  const source = findBindingOf(module, root)?.source;
  const specifier = source === undefined ? null : findSpecifier(source, module);
  if (source === undefined || specifier === null) return [];
  return [{ specifier, imported: source.kind === 'import' ? source.imported : '*' }];
}

/** `() => (made ??= make())`, `function get() { if (!made) made = make(); return made; }`: what it gives back. */
function listGiven(fn: SyntaxNode): readonly SyntaxNode[] {
  return isFunctionNode(fn) && fn.params.length === 0 ? findReturns(fn).values : [];
}

/** `class Context { readonly voice = make(); get crm() { return this.#crm ??= makeCrm(); } }`: what an instance holds, or gives back. */
function listHeld({ body }: ClassNode): readonly SyntaxNode[] {
  return body.body.flatMap((member): readonly SyntaxNode[] => {
    if (member.type === 'ClassProperty' || member.type === 'ClassPrivateProperty')
      return member.value ? [member.value] : [];
    if (member.type !== 'ClassMethod' && member.type !== 'ClassPrivateMethod') return [];
    if (member.kind !== 'constructor') return [member];
    return member.body.body.flatMap((statement) =>
      statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression'
        ? [statement.expression]
        : [],
    );
  });
}

function listOfName(node: SyntaxNode, module: Module, depth: number): readonly MadeWith[] {
  const binding = findBindingOf(module, node);
  if (binding === undefined) return [];
  const { source } = binding;
  const given = [
    ...(source.kind === 'value' && source.node !== null ? [source.node] : []),
    ...(source.kind === 'class' ? listHeld(source.node) : []),
    ...(source.kind === 'function' ? [source.fn] : []),
    ...binding.assignments.map((assigned) => assigned.node.right),
  ];
  return given.flatMap((value) => listWithin(value, module, depth - 1));
}

function listWithin(given: SyntaxNode, module: Module, depth: number): readonly MadeWith[] {
  const node = unwrap(given);
  if (depth === 0) return [];
  if (isFunctionNode(node)) return listGiven(node).flatMap((value) => listWithin(value, module, depth - 1));
  if (isClassNode(node)) return listHeld(node).flatMap((value) => listWithin(value, module, depth - 1));
  // `own.getVoice` of what the file holds itself
  if (isMemberNode(node)) return listOfName(findMemberRoot(node), module, depth);
  const within = (inner: SyntaxNode | null | undefined) => (inner == null ? [] : listWithin(inner, module, depth - 1));
  switch (node.type) {
    case 'Identifier':
      return listOfName(node, module, depth);
    case 'AwaitExpression':
    case 'SpreadElement':
      return within(node.argument);
    case 'AssignmentExpression':
      return within(node.right);
    case 'LogicalExpression':
      return [...within(node.left), ...within(node.right)];
    case 'ConditionalExpression':
      return [...within(node.consequent), ...within(node.alternate)];
    case 'ObjectExpression':
      return node.properties.flatMap((member) => within(member.type === 'ObjectProperty' ? member.value : member));
    case 'ArrayExpression':
      return node.elements.flatMap(within);
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
      return [...findImported(node.callee, module), ...within(node.callee), ...node.arguments.flatMap(within)];
    default:
      return [];
  }
}

function listMade(module: Module, found: ModuleExport): readonly MadeWith[] {
  if (found.kind === 'from') return [];
  const { source, declaration } = found.kind === 'binding' ? found.binding : { source: null, declaration: null };
  if (source !== null && declaration !== null) return listOfName(declaration, module, MAX_DEPTH);
  return found.kind === 'expression' ? listWithin(found.node, module, MAX_DEPTH) : [];
}

const madeExports = new WeakMap<Module, ReadonlyMap<string, readonly MadeWith[]>>();

/** By the names of the exports, the imports with which they were made; those that are passed on themselves are others' (`passing-on.ts`). */
export function listMadeExports(module: Module): ReadonlyMap<string, readonly MadeWith[]> {
  const known = madeExports.get(module);
  if (known !== undefined) return known;
  const made = new Map<string, readonly MadeWith[]>();
  for (const [exported, found] of module.exports) {
    const imports = listMade(module, found);
    if (imports.length > 0) made.set(exported, imports);
  }
  madeExports.set(module, made);
  return made;
}

export function listMaking(modules: readonly Module[]): readonly string[] {
  return modules.filter((module) => listMadeExports(module).size > 0).map(({ path }) => path);
}
