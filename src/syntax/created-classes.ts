import { isFunctionNode, nameHelper, nameKey, unwrap } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** What a compiler makes of a class body: `_createClass(Client, [{ key: "get", value: function get(path) { … } }])`. */

const CREATING = /^_{0,2}createClass\d*$/;

export interface CreatedMember {
  readonly name: string;
  readonly value: SyntaxNode;
  readonly isGetter: boolean;
}

interface CreatedClass {
  readonly maker: SyntaxNode;
  readonly members: readonly CreatedMember[];
}

function readMember(descriptor: SyntaxNode): readonly CreatedMember[] {
  if (descriptor.type !== 'ObjectExpression') return [];
  let name: string | null = null;
  const values: { readonly value: SyntaxNode; readonly isGetter: boolean }[] = [];
  for (const property of descriptor.properties) {
    const key = nameKey(property);
    const value = property.type === 'ObjectProperty' ? unwrap(property.value) : property;
    if (key === 'key' && value.type === 'StringLiteral') name = value.value;
    if (key === 'value' || key === 'get') values.push({ value, isGetter: key === 'get' });
  }
  return name === null ? [] : values.map((one) => ({ name: name ?? '', ...one }));
}

/** Null for every other call. */
export function readCreatedClass(call: SyntaxNode): CreatedClass | null {
  if (call.type !== 'CallExpression' || !CREATING.test(nameHelper(call.callee) ?? '')) return null;
  const [maker, own] = call.arguments;
  if (maker === undefined || own?.type !== 'ArrayExpression') return null;
  return { maker, members: own.elements.flatMap((element) => (element === null ? [] : readMember(element))) };
}

/**
 * `value: function () { var _list = _asyncToGenerator(function* () { … }); return function list() { … }; }()`: the value of a
 * member, of which the functions inside are the parts.
 */
function findMemberValue(fn: SyntaxNode): SyntaxNode {
  let at = getParent(fn);
  while (at !== undefined && !isFunctionNode(at)) at = getParent(at);
  const call = at === undefined ? undefined : getParent(at);
  return call?.type === 'CallExpression' && unwrap(call.callee) === at ? call : fn;
}

function isValue(node: SyntaxNode): boolean {
  const property = getParent(node);
  return property?.type === 'ObjectProperty' && property.value === node;
}

/** The member that the function is, and the name of its class; null for other functions. */
export function findCreatedMember(fn: SyntaxNode): (CreatedMember & Pick<CreatedClass, 'maker'>) | null {
  if (!isFunctionNode(fn)) return null;
  const whole = isValue(fn) ? fn : findMemberValue(fn);
  const property = isValue(whole) ? getParent(whole) : undefined;
  if (property?.type !== 'ObjectProperty') return null;
  const descriptor = getParent(property);
  const list = descriptor === undefined ? undefined : getParent(descriptor);
  const call = list?.type === 'ArrayExpression' ? getParent(list) : undefined;
  if (call?.type !== 'CallExpression' || call.arguments[1] !== list) return null;
  const created = readCreatedClass(call);
  const member = created?.members.find(({ value }) => value === whole);
  return created === null || member === undefined ? null : { ...member, maker: created.maker };
}
