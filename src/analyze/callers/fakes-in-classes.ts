import { findClassAround } from '../../syntax/enclosing.ts';
import { nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';

/** `class FakeHttp { async get(path) { … } }` of a test: the method stands for that of what an instance is put in the place of. */

/** The member of the class that the function is; null for any other function, and for what the class itself has. */
function findMember(fn: SyntaxNode): SyntaxNode | null {
  if (fn.type === 'ClassMethod') return fn.kind === 'method' && !fn.static ? fn : null;
  const holder = getParent(fn);
  return holder?.type === 'ClassProperty' && holder.value === fn && !holder.static ? holder : null;
}

export function nameMethod(fn: SyntaxNode): string | null {
  const member = findMember(fn);
  return member?.type === 'ClassMethod' || member?.type === 'ClassProperty' ? nameKey(member) : null;
}

/** Where the file of the class makes instances of it. */
export function listInstances(fn: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const member = findMember(fn);
  const name = member === null ? null : findClassAround(member)?.id;
  if (!name) return [];
  return listReadings(name, module).flatMap((reading) => {
    const made = getParent(reading);
    return made?.type === 'NewExpression' && made.callee === reading ? [made] : [];
  });
}
