import { findClassAround, findMethodAround } from '../../syntax/enclosing.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { CallSite } from './project-index.ts';

/**
 * `get agents() { return new Agents(this.options); }` beside fifty getters of the kind: what is made there is made of the same, and
 * one of the calls stands for all of them.
 */

/** `this.options` */
const OWN_MEMBER = /^this(?:\.#?\w+)+$/;
/** Of a few calls each can be looked at. */
const MANY = 4;

function describeArguments(args: readonly SyntaxNode[], { text }: Module): string | null {
  const written = args.map((argument) => text.slice(getStart(argument), getEnd(argument)));
  return written.length > 0 && written.every((one) => OWN_MEMBER.test(one)) ? written.join() : null;
}

/** The same for calls that hand over the same members of the instance that they stand in; null for what hands over anything else. */
export function describeOwnGiven(call: SyntaxNode, module: Module): string | null {
  if (call.type !== 'NewExpression') return null;
  const args = describeArguments(call.arguments, module);
  const around = args === null ? null : findClassAround(call);
  if (around === null) return null;
  const method = findMethodAround(call);
  const isStatic = method !== null && 'static' in method && method.static === true;
  return `${module.path}:${getStart(around)}${isStatic ? ' static' : ''} ${args}`;
}

/** Which calls stand for others that hand over the same, by these; empty where each of them counts. */
export function groupAlikeCalls(calls: readonly CallSite[]): ReadonlyMap<CallSite, CallSite> {
  const first = new Map<string, CallSite>();
  const groups = new Map<CallSite, CallSite>();
  if (calls.length < MANY) return groups;
  for (const call of calls) {
    const given = describeOwnGiven(call.node, call.module);
    if (given === null) continue;
    const known = first.get(given);
    if (known === undefined) first.set(given, call);
    groups.set(call, known ?? call);
  }
  return first.size === groups.size ? new Map() : groups;
}
