import { type CallNode, isFunctionNode, isMemberNode, nameCallee, nameKey, nameMember } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/** What compilers make of `import` and `export … from`. */

function readRequire(node: SyntaxNode | undefined): string | null {
  if (node?.type !== 'CallExpression' || nameCallee(node.callee) !== 'require') return null;
  const [specifier] = node.arguments;
  return specifier?.type === 'StringLiteral' ? specifier.value : null;
}

/** `module.exports` */
export function isModuleExports(node: SyntaxNode): boolean {
  return (
    isMemberNode(node) &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    nameMember(node) === 'exports'
  );
}

export function isExports(node: SyntaxNode | undefined): boolean {
  return node !== undefined && ((node.type === 'Identifier' && node.name === 'exports') || isModuleExports(node));
}

/**
 * `__exportStar(require('./calls'), exports)`, `__export(require('./calls'))`, `Object.assign(exports, require('./calls'))`:
 * the modules whose names are exported.
 */
export function listExportedStars(call: CallNode): readonly string[] {
  if (call.type !== 'CallExpression') return [];
  const name = nameCallee(call.callee) ?? '';
  const [first, ...others] = call.arguments;
  const isStar = /^__export(?:Star)?$/.test(name);
  if (!isStar && !(name === 'assign' && isExports(first))) return [];
  return (isStar ? [first] : others).flatMap((source) => readRequire(source) ?? []);
}

/** `Object.defineProperty(exports, 'name', { get: function () { return api_1.name; } })` */
export function readExportedGetter(call: CallNode): { readonly name: string; readonly node: SyntaxNode } | null {
  if (call.type !== 'CallExpression' || nameCallee(call.callee) !== 'defineProperty') return null;
  const [owner, name, descriptor] = call.arguments;
  if (owner?.type !== 'Identifier' || owner.name !== 'exports' || name?.type !== 'StringLiteral') return null;
  if (descriptor?.type !== 'ObjectExpression') return null;
  for (const member of descriptor.properties) {
    if (member.type === 'SpreadElement' || nameKey(member) !== 'get') continue;
    const getter = member.type === 'ObjectMethod' ? member : member.value;
    if (!isFunctionNode(getter)) return null;
    const { body } = getter;
    const [first] = body.type === 'BlockStatement' ? body.body : [];
    const node = body.type === 'BlockStatement' ? (first?.type === 'ReturnStatement' ? first.argument : null) : body;
    return node ? { name: name.value, node } : null;
  }
  return null;
}

const INTEROP = /^(?:__importDefault|__importStar|__toESM|_?_interop(?:Require)?(?:Default|Wildcard|Namespace)?)$/;

/** `__importDefault(require('./calls'))`: the module, whose `default` is what an `import` would give. */
export function findInterop(call: CallNode): SyntaxNode | null {
  if (call.type !== 'CallExpression' || !INTEROP.test(nameCallee(call.callee) ?? '')) return null;
  const [required] = call.arguments;
  return required?.type === 'CallExpression' && nameCallee(required.callee) === 'require' ? required : null;
}
