import { findClassAround } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, type MemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { atValue, type Place } from './carried.ts';
import { isSubstitute } from './other-values.ts';

/** Answers that are kept in a member: `this.rows = body`, `rows.value = body`, `state.agents = body`. */

/** `this.rows`, wherever the class reads or sets it. */
function listOfClass(name: string, member: MemberNode, module: Module): readonly MemberNode[] {
  const owner = findClassAround(member);
  if (owner === null) return [];
  return module.scripts.flatMap(({ members }) =>
    members.get(name).filter((other) => other.object.type === 'ThisExpression' && findClassAround(other) === owner),
  );
}

/** Boxes that a template reads without their `value`. */
const BOXES = /^(?:ref|shallowRef|customRef|deepRef)$/;

function isBox(declared: SyntaxNode): boolean {
  const declarator = getParent(declared);
  const made = declarator?.type === 'VariableDeclarator' && declarator.init ? unwrap(declarator.init) : undefined;
  return made !== undefined && isCallNode(made) && 'callee' in made && BOXES.test(nameCallee(made.callee) ?? '');
}

/** `state.rows`, wherever the file reads or sets it, and what a template reads of a box. */
function listOfObject(name: string, object: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const declared = findBindingOf(module, object)?.declaration;
  if (declared === undefined || getParent(declared)?.type !== 'VariableDeclarator') return [];
  const isUnboxed = name === 'value' && isBox(declared);
  return listReadings(declared, module).flatMap((reading) => {
    const parent = getParent(reading);
    const isOwner = parent !== undefined && isMemberNode(parent) && parent.object === reading;
    if (isOwner && nameMember(parent) === name) return [parent];
    return isUnboxed ? [reading] : [];
  });
}

/** What a class has the member as from the start, `rows = []`, is nothing that is like an answer. */
function beginsEmpty(name: string, member: MemberNode, module: Module): boolean {
  const fields = findClassAround(member)?.body.body ?? [];
  return fields.every(
    (field) =>
      field.type !== 'ClassProperty' ||
      nameCallee(field.key) !== name ||
      !field.value ||
      isSubstitute(field.value, module),
  );
}

/** Where a member is read that is given one answer, and otherwise nothing that is like it; null where that is not certain. */
export function listKept(target: SyntaxNode, place: Place): readonly Place[] | null {
  const { module, node } = place;
  const name = nameMember(target);
  if (!isMemberNode(target) || name === null) return null;
  const owner = unwrap(target.object);
  const isOwn = owner.type === 'ThisExpression';
  if (isOwn && !beginsEmpty(name, target, module)) return null;
  const all = isOwn ? listOfClass(name, target, module) : listOfObject(name, owner, module);
  const reads = all.filter((member) => {
    const parent = getParent(member);
    return !(parent?.type === 'AssignmentExpression' && parent.left === member);
  });
  const isOnly = all.every((member) => {
    const parent = getParent(member);
    if (parent?.type !== 'AssignmentExpression' || parent.left !== member) return true;
    return /^(?:|\?\?|\|\|)=$/.test(parent.operator) && (parent.right === node || isSubstitute(parent.right, module));
  });
  return isOnly && reads.length > 0 ? reads.map((read) => atValue(read, module, place)) : null;
}
