import type * as t from '@babel/types';
import type { PatternStep } from '../../syntax/destructuring.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/**
 * `get.mock.calls[0][0]` for `path` of `const [[path]] = get.mock.calls`, and for that of `get.mock.calls.map(([path]) => path)`: what
 * a name is taken from, so that it is read as what is written in full. Of a list that is gone through it is one of all.
 */

const MAX_HOPS = 8;
/** What they are called with is an element of the list. */
const ITERATING = /^(?:map|filter|find(?:Last)?(?:Index)?|some|every|forEach|flatMap)$/;
/** What gives back some of the list, or all. */
const KEEPING = /^(?:filter|(?:to)?[rR]eversed?|(?:to)?[sS]ort(?:ed)?)$/;
const PICKING = /^find(?:Last)?$/;
/** What is asked of a list, or of a spy. */
const ASKING = /^(?:at|map|flat|getCalls?|mostRecent|first|all|argsFor|allArgs)$/;

function makeMember(object: SyntaxNode, key: string | number, at: SyntaxNode): SyntaxNode {
  const place = { start: at.start, end: at.end };
  const isIndex = typeof key === 'number';
  const property = isIndex
    ? { type: 'NumericLiteral', value: key, ...place }
    : { type: 'Identifier', name: key, ...place };
  // The fields are those that Babel gives nodes of these types.
  return { type: 'MemberExpression', object, property, computed: isIndex, ...place } as unknown as t.MemberExpression;
}

function takeSteps(from: SyntaxNode, steps: readonly PatternStep[], at: SyntaxNode): SyntaxNode | null {
  let node = from;
  for (const step of steps) {
    if (step.kind !== 'property' && step.kind !== 'index') return null;
    node = makeMember(node, step.kind === 'property' ? step.name : step.index, at);
  }
  return node;
}

/** The list whose elements a function is called with one by one. */
function findIterated({ fn, index }: BindingSource & { readonly kind: 'param' }): SyntaxNode | null {
  const call = getParent(fn);
  if (index !== 0 || call?.type !== 'CallExpression' || call.arguments[0] !== fn) return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && ITERATING.test(nameMember(callee) ?? '') ? callee.object : null;
}

/** A spy that is made is best known by its name. */
function isTaken(node: SyntaxNode): boolean {
  const at = unwrap(node);
  if (isMemberNode(at)) return true;
  const callee = at.type === 'CallExpression' ? unwrap(at.callee) : null;
  const name = callee !== null && isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
  return ASKING.test(name) || KEEPING.test(name) || PICKING.test(name);
}

function spellName(name: t.Identifier, module: Module, hops: number): SyntaxNode {
  const binding = findBindingOf(module, name);
  if (binding === undefined || binding.assignments.length > 0) return name;
  const { source } = binding;
  if (source.kind === 'value' && source.node !== null) {
    if (source.steps.length === 0 && !isTaken(source.node)) return name;
    return takeSteps(spell(source.node, module, hops), source.steps, name) ?? name;
  }
  const list = source.kind === 'element' ? source.of : source.kind === 'param' ? findIterated(source) : null;
  if (list === null || (source.kind !== 'element' && source.kind !== 'param')) return name;
  return takeSteps(makeMember(spell(list, module, hops), 0, name), source.steps, name) ?? name;
}

function spellCall(call: t.CallExpression, module: Module, hops: number): SyntaxNode {
  const callee = unwrap(call.callee);
  const name = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
  if (!isMemberNode(callee)) return call;
  if (KEEPING.test(name)) return spell(callee.object, module, hops);
  if (PICKING.test(name)) return makeMember(spell(callee.object, module, hops), 0, call);
  if (!ASKING.test(name)) return call;
  const object = spell(callee.object, module, hops);
  return object === unwrap(callee.object)
    ? call
    : { ...call, callee: makeMember(object, name, callee) as t.Expression };
}

function spell(node: SyntaxNode, module: Module, hops: number): SyntaxNode {
  const at = unwrap(node);
  if (hops > MAX_HOPS) return at;
  if (at.type === 'Identifier') return spellName(at, module, hops + 1);
  if (at.type === 'CallExpression') return spellCall(at, module, hops + 1);
  if (!isMemberNode(at)) return at;
  const object = spell(at.object, module, hops + 1);
  return object === unwrap(at.object) ? at : ({ ...at, object } as SyntaxNode);
}

const known = new WeakMap<SyntaxNode, SyntaxNode>();

export function spellOut(node: SyntaxNode, module: Module): SyntaxNode {
  const spelled = known.get(node) ?? spell(node, module, 0);
  known.set(node, spelled);
  return spelled;
}
