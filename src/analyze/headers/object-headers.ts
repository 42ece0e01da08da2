import type * as t from '@babel/types';
import { getEnd, getKeyName, getStart } from '../../syntax/nodes.ts';
import { removeElement, removeMember } from '../../syntax/object-edits.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { readGivenName } from './paired-names.ts';
import { isOtherKey, quoteAuthorization, readCredential, toCredential, type WrittenHeader } from './written-header.ts';

/** Headers as members of an object, as pairs, or as a flat list of names and values. */

interface NamedMember {
  readonly name: string;
  readonly member: t.ObjectProperty;
}

function listMembers(evaluator: Evaluator, node: t.ObjectExpression, module: Module): readonly NamedMember[] {
  return node.properties.flatMap((member) => {
    if (member.type !== 'ObjectProperty') return [];
    const name = member.computed
      ? (readCredential(evaluator, member.key, module) ?? readGivenName(evaluator, member, module))
      : toCredential(getKeyName(member.key, false));
    return name === null ? [] : [{ name, member }];
  });
}

/** The range of a name: with its quotes, or with the brackets of a computed one. */
function renameKey({ key, computed }: t.ObjectProperty, source: string): WrittenHeader['key'] {
  if (computed && key.type !== 'StringLiteral') {
    const start = source.lastIndexOf('[', getStart(key));
    return { start, end: source.indexOf(']', getEnd(key)) + 1, text: 'Authorization' };
  }
  const isQuoted = key.type === 'StringLiteral';
  const text = isQuoted ? quoteAuthorization(source, getStart(key)) : 'Authorization';
  return { start: getStart(key), end: getEnd(key), text };
}

function describeBeside(value: t.Node, authorization: t.Node | undefined, module: Module) {
  return { hasAuthorization: authorization !== undefined, isOtherKey: isOtherKey(value, authorization, module) };
}

export function readObject(evaluator: Evaluator, node: t.ObjectExpression, module: Module): readonly WrittenHeader[] {
  const members = listMembers(evaluator, node, module);
  return members.map(({ name, member }) => ({
    name,
    module,
    key: renameKey(member, module.text),
    value: member.value,
    removal: removeMember(node, member, module.text),
    ...describeBeside(member.value, members.find((other) => other.name === 'authorization')?.member.value, module),
    owner: node,
  }));
}

/** `[['x-api-key', key]]`, or undici's `['x-api-key', key]`. */
export function readList(evaluator: Evaluator, node: t.ArrayExpression, module: Module): readonly WrittenHeader[] {
  const found = node.elements.flatMap((element, index) => {
    if (element === null || element.type === 'SpreadElement') return [];
    const isPair = element.type === 'ArrayExpression';
    const [key, value] = isPair ? element.elements : [element, node.elements[index + 1]];
    if (!isPair && index % 2 === 1) return [];
    if (!key || !value || key.type === 'SpreadElement' || value.type === 'SpreadElement') return [];
    const name = readCredential(evaluator, key, module);
    if (name === null) return [];
    const removal = isPair ? removeElement(node, index, 1, module.text) : removeElement(node, index, 2, module.text);
    return [{ name, key, value, removal }];
  });
  return found.map(({ name, key, value, removal }) => ({
    name,
    module,
    key: { start: getStart(key), end: getEnd(key), text: quoteAuthorization(module.text, getStart(key)) },
    value,
    removal,
    ...describeBeside(value, found.find((other) => other.name === 'authorization')?.value, module),
    owner: node,
  }));
}
