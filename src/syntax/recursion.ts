import { type FunctionNode, getKeyName, isCallNode, isMemberNode, nameMember, unwrap } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';
import { someNode } from './walk.ts';

/** Functions that call themselves: what a parameter is at first says nothing of later. */

const recursive = new WeakMap<FunctionNode, boolean>();

/** What else stands for `this` in the functions of a method, and for a module in itself. */
const SELF = /^(?:self|that|me|_this|exports)$/;

interface Named {
  readonly name: string;
  /** What holds it as a member, where something does: a class or an object by its name, null for one without. */
  readonly holder: { readonly name: string | null } | null;
}

/** `class Api`, `const api = {`: what the code of a body calls the class or object itself. */
function nameHolder(body: SyntaxNode | undefined): string | null {
  const holder = body?.type === 'ClassBody' ? getParent(body) : body;
  if (holder !== undefined && 'id' in holder && holder.id?.type === 'Identifier') return holder.id.name;
  const parent = holder === undefined ? undefined : getParent(holder);
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
}

function nameFunction(fn: FunctionNode): Named | null {
  const parent = getParent(fn);
  if (parent?.type === 'VariableDeclarator')
    return parent.id.type === 'Identifier' ? { name: parent.id.name, holder: null } : null;
  const isMember = 'key' in fn;
  const member = isMember ? fn : parent?.type === 'ObjectProperty' || parent?.type === 'ClassProperty' ? parent : null;
  if (member !== null) {
    const name = getKeyName(member.key, 'computed' in member && member.computed === true);
    return name === null ? null : { name, holder: { name: nameHolder(getParent(member)) } };
  }
  return 'id' in fn && fn.id != null ? { name: fn.id.name, holder: null } : null;
}

/** Is a node a call by the name that a function has where it stands? `axios.get(url)` in a function `get` is none. */
function isCallOf({ name, holder }: Named, call: SyntaxNode): boolean {
  const callee = isCallNode(call) && 'callee' in call ? unwrap(call.callee) : null;
  if (callee === null) return false;
  if (callee.type === 'Identifier') return holder === null && callee.name === name;
  if (!isMemberNode(callee) || nameMember(callee) !== name) return false;
  const object = unwrap(callee.object);
  if (object.type === 'ThisExpression') return holder !== null;
  return object.type === 'Identifier' && (SELF.test(object.name) || (holder !== null && object.name === holder.name));
}

/** Does a function call itself, be it in a function that it hands on? */
export function callsItself(fn: FunctionNode): boolean {
  const known = recursive.get(fn);
  if (known !== undefined) return known;
  const named = nameFunction(fn);
  const found = named !== null && someNode(fn.body, (node) => isCallOf(named, node));
  recursive.set(fn, found);
  return found;
}
