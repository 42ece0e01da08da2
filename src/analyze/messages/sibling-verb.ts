import {
  type FunctionNode,
  getEnd,
  getStart,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { Emission } from './emission.ts';

/** A wrapper with one method for each verb has the wanted one as well: `api.put(path, body)` → `api.patch(path, body)`. */

function normalize(module: Module, fn: FunctionNode, verb: string): string {
  const text = module.text.slice(getStart(fn.body), getEnd(fn.body));
  return text.replace(new RegExp(`\\b${verb}\\b`, 'gi'), '§').replace(/\s+/g, ' ');
}

/** `init` and `= {}` of a parameter are no names: only plain parameters are compared. */
function listParameterNames(fn: FunctionNode): readonly string[] | null {
  const names = fn.params.map((param) => (param.type === 'Identifier' ? param.name : null));
  return names.every((name) => name !== null) ? names : null;
}

function readsName(module: Module, fn: FunctionNode, name: string): boolean {
  const found = findScript(module, fn).identifiers.get(name);
  return found.some((node) => getStart(fn.body) <= getStart(node) && getEnd(node) <= getEnd(fn.body));
}

/** Is this the wrapper's way to send `verb` with a path and a body? */
function sends(module: Module, fn: FunctionNode, verb: string): boolean {
  const names = listParameterNames(fn);
  if (names === null || names.length < 2) return false;
  const text = module.text.slice(getStart(fn.body), getEnd(fn.body));
  const isVerb = new RegExp(`(['"\`])${verb}\\1|\\.${verb}\\b`, 'i').test(text);
  return isVerb && names.slice(0, 2).every((name) => readsName(module, fn, name));
}

function isSame(current: Value, sibling: Extract<Value, { type: 'function' }>, verb: string, now: string): boolean {
  if (current.type !== 'function' || current.module !== sibling.module) return false;
  const names = listParameterNames(current.fn)?.join() ?? null;
  return (
    names !== null &&
    names === listParameterNames(sibling.fn)?.join() &&
    normalize(current.module, current.fn, now) === normalize(sibling.module, sibling.fn, verb)
  );
}

/** The wrapper's function behind `object.<verb>`; null where it does not certainly send that verb with a body. */
export function findSiblingVerb(
  evaluator: Evaluator,
  { site }: Emission,
  verb: string,
  hasBody: boolean,
): FunctionNode | null {
  if (site.node.type !== 'CallExpression') return null;
  const callee = unwrap(site.node.callee);
  if (!isMemberNode(callee)) return null;
  const now = nameMember(callee);
  if (now === null || now === verb || !/^(?:put|post|del|delete|remove)$/.test(now)) return null;
  evaluator.ask();
  const owner = evaluator.evaluate(callee.object, site.module, null);
  const [sibling, ...others] = listOptions(evaluator.getProperty(owner, verb, callee, site.module));
  if (sibling?.type !== 'function' || others.length > 0 || !isFunctionNode(sibling.fn)) return null;
  if (!isMemberOf(sibling.fn)) return null;
  const [current] = listOptions(evaluateCallee(evaluator, site.node, site.module, null));
  if (current === undefined) return null;
  // A body that goes along must go the same way; one that is added goes where the wrapper takes bodies.
  if (hasBody) return isSame(current, sibling, verb, now) ? sibling.fn : null;
  return site.node.arguments.length === 1 && sends(sibling.module, sibling.fn, verb) ? sibling.fn : null;
}

function isMemberOf(fn: SyntaxNode): boolean {
  const parent = getParent(fn);
  return (
    parent?.type === 'ClassBody' ||
    parent?.type === 'ObjectExpression' ||
    parent?.type === 'ObjectProperty' ||
    parent?.type === 'ClassProperty'
  );
}
