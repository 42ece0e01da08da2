import { getPosition, type LineStarts, type Location, type Region } from '../../model/location.ts';
import { writePlainly } from '../../model/plain-code.ts';
import { contains, type FunctionNode, findMemberRoot, getEnd, getStart, isMemberNode } from '../../syntax/nodes.ts';
import { getParent, getRoot } from '../../syntax/parents.ts';
import { type Binding, findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { Comment, SyntaxNode } from '../../syntax/tree.ts';
import type { ModuleExport } from './collect-exports.ts';
import type { Unread } from './unread.ts';

/** One parsed file: its syntax facts and its exports. */
export interface Module {
  readonly path: string;
  readonly text: string;
  readonly lineStarts: LineStarts;
  readonly scripts: readonly ScriptFacts[];
  readonly comments: readonly Comment[];
  readonly exports: ReadonlyMap<string, ModuleExport>;
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
  /** The function of a component's properties that its code stands in. */
  readonly setup: FunctionNode | null;
  /** The declarations that were left out; null where all of the file was read. */
  readonly unread: Unread | null;
}

export function findScript(module: Module, node: SyntaxNode): ScriptFacts {
  const [first] = module.scripts;
  if (module.scripts.length > 1) {
    // The program of the markup reaches over the scripts that stand between its pieces.
    const root = getRoot(node);
    const own =
      module.scripts.find(({ program }) => program === root) ??
      module.scripts.find(({ program }) => contains(program, node));
    if (own !== undefined) return own;
  }
  if (first === undefined) throw new Error(`no script in ${module.path}`);
  return first;
}

/** What the name stands for that a node is; undefined for all other nodes. */
export function findBindingOf(module: Module, node: SyntaxNode | null | undefined): Binding | undefined {
  if (node?.type !== 'Identifier' && node?.type !== 'JSXIdentifier') return undefined;
  return findBinding(findScript(module, node), node);
}

/** The function of which a node is a parameter, or a member of one. */
export function findParameterOwner(node: SyntaxNode, module: Module): FunctionNode | null {
  const source = findBindingOf(module, findMemberRoot(node))?.source;
  return source?.kind === 'param' ? source.fn : null;
}

export function getLocation(module: Module, offset: number): Location {
  const { line, column } = getPosition(module.lineStarts, offset, module.text);
  return { file: module.path, line, column };
}

export function getRegion(module: Module, start: number, end: number): Region {
  const { line, column } = getPosition(module.lineStarts, start, module.text);
  const last = getPosition(module.lineStarts, end, module.text);
  return { file: module.path, line, column, endLine: last.line, endColumn: last.column };
}

/** Does an identifier read a value, rather than name a property, a type or an export? */
export function isRead(identifier: SyntaxNode): boolean {
  const parent = getParent(identifier);
  if (parent === undefined) return false;
  if (isMemberNode(parent)) return parent.object === identifier || parent.computed;
  if (parent.type === 'ObjectProperty') return parent.value === identifier || parent.computed;
  if ('key' in parent && parent.key === identifier) return 'computed' in parent && parent.computed === true;
  return (
    !/^(?:Import|Export)(?:Default|Namespace)?Specifier$/.test(parent.type) &&
    !parent.type.startsWith('TSType') &&
    parent.type !== 'TSQualifiedName'
  );
}

function readLine({ text }: Module, node: SyntaxNode): string {
  return text.slice(getStart(node), getEnd(node)).replace(/\s+/g, ' ');
}

/** A node in one line, its members written plainly: what is written alike in one place means the same. */
export function readCode(module: Module, node: SyntaxNode): string {
  return writePlainly(readLine(module, node));
}

/** An expression as the reader of a report sees it: one line, at most `limit` characters. */
export function quoteSource(module: Module, node: SyntaxNode, limit = 60): string {
  const text = readLine(module, node);
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
