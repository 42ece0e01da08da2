import { type CallNode, getKeyName, isFunctionNode, nameCallee } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/** What compilers make of `import` and `export … from`. */

/** `__exportStar(require('./calls'), exports)`, `__export(require('./calls'))`: the module whose names are exported. */
export function readExportedStar(call: CallNode): string | null {
  if (call.type !== 'CallExpression' || !/^__export(?:Star)?$/.test(nameCallee(call.callee) ?? '')) return null;
  const [source] = call.arguments;
  if (source?.type !== 'CallExpression' || nameCallee(source.callee) !== 'require') return null;
  const [specifier] = source.arguments;
  return specifier?.type === 'StringLiteral' ? specifier.value : null;
}

/** `Object.defineProperty(exports, 'name', { get: function () { return api_1.name; } })` */
export function readExportedGetter(call: CallNode): { readonly name: string; readonly node: SyntaxNode } | null {
  if (call.type !== 'CallExpression' || nameCallee(call.callee) !== 'defineProperty') return null;
  const [owner, name, descriptor] = call.arguments;
  if (owner?.type !== 'Identifier' || owner.name !== 'exports' || name?.type !== 'StringLiteral') return null;
  if (descriptor?.type !== 'ObjectExpression') return null;
  for (const member of descriptor.properties) {
    if (member.type === 'SpreadElement' || getKeyName(member.key, member.computed) !== 'get') continue;
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
