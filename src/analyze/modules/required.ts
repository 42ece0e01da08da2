import { isHandedLoader } from '../../syntax/amd.ts';
import { findInterop } from '../../syntax/compiled-modules.ts';
import { type CallNode, findMemberRoot, isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import { isTestLoader } from '../../syntax/stub-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from './module.ts';

/** The modules that calls and names load, as they are written: `require('./api')`, `import('./api')`. */

/** `require` itself, or `createRequire(import.meta.url)` by that name. */
function isLoader(callee: SyntaxNode, module: Module): boolean {
  if (callee.type !== 'Identifier' || callee.name !== 'require') return isTestLoader(callee);
  const source = findBindingOf(module, callee)?.source;
  if (source === undefined) return true;
  if (source.kind === 'param') return isHandedLoader(source.fn, source.index);
  const made = source.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  return made?.type === 'CallExpression' && nameCallee(made.callee) === 'createRequire';
}

/** What `require(…)` or `import(…)` is given; undefined for every other call. */
export function findLoadedNode(call: CallNode, module: Module): SyntaxNode | undefined {
  if (call.type === 'TaggedTemplateExpression' || call.type === 'NewExpression') return undefined;
  const callee = unwrap(call.callee);
  return isLoader(callee, module) || callee.type === 'Import' ? call.arguments[0] : undefined;
}

/** The specifier of `require('…')`, `__importDefault(require('…'))` or `import('…')`. */
export function findRequired(call: CallNode, module: Module): string | null {
  const inner = findInterop(call);
  const first = findLoadedNode(inner !== null && isCallNode(inner) ? inner : call, module);
  return first?.type === 'StringLiteral' ? first.value : null;
}

/** The module from which the value behind a name is imported or required. */
export function findSpecifier(source: BindingSource, module: Module): string | null {
  if (source.kind === 'import') return source.specifier;
  if (source.kind !== 'value' || source.node === null) return null;
  const at = findMemberRoot(source.node);
  return isCallNode(at) ? findRequired(at, module) : null;
}
