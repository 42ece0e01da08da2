import { isCallNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { Place } from '../uses/places.ts';
import { addNames, listNamedQuestions, type NamedQuestion, type Names } from './named-questions.ts';

/**
 * `pending.set(id, { path })`, `bus.dispatchEvent(new CustomEvent('sent', { detail: { path } }))`: a wrapper puts away what it was
 * handed where nobody can follow it, and other code asks what was put away there, by the same name, whether it is `/calls`.
 */

/** Names that say nothing of what is kept under them. */
const COMMON =
  /^(?:\d+|args?|body|callback|cb|config|console|data|error|exports|global(?:This)?|headers|init|JSON|Math|module|Object|Array|Promise|self|options|opts|params|props|process|result|response|res|state|this|value|window)$/;

const MADE = /^(?:NewExpression|ObjectExpression|ArrayExpression)$/;

/** The names under which the value is put away: keys on its way, and what is given or assigned it; null where it is not. */
function readKeeping({ node: start, path }: Place): Names | null {
  const [members, roots] = [new Set<string>(path.filter((step) => /^\w+$/.test(step))), new Set<string>()];
  if (isMemberNode(start)) members.add(nameMember(start) ?? '');
  let isKept = false;
  for (
    let node: SyntaxNode = start, parent = getParent(node);
    parent !== undefined;
    node = parent, parent = getParent(node)
  ) {
    if (parent.type.endsWith('Statement') || parent.type === 'VariableDeclarator' || parent.type === 'Program') break;
    if (parent.type === 'ObjectProperty' && parent.value === node) members.add(nameKey(parent) ?? '');
    else if (parent.type === 'AssignmentExpression' && parent.right === node) {
      addNames(parent.left, members, roots);
      isKept = true;
    } else if (isCallNode(parent) && 'arguments' in parent && parent.callee !== node) {
      const callee = unwrap(parent.callee);
      if (isMemberNode(callee)) addNames(callee.object, members, roots);
      isKept = true;
    } else if (isMemberNode(parent) && parent.object === node) isKept = true;
  }
  return isKept ? { members, roots } : null;
}

function shares(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  for (const name of first) if (name !== '' && !COMMON.test(name) && second.has(name)) return true;
  return false;
}

/** `const cache = new Map();` at the top of a file that exports none: nobody else has it, whatever is called so there. */
function isMadeHere({ scripts, exports }: Module, name: string): boolean {
  return scripts.some(({ root }) => {
    const binding = root.bindings.get(name);
    if (binding?.source.kind !== 'value' || binding.source.steps.length > 0 || binding.source.node === null)
      return false;
    const isExported = [...exports.values()].some((entry) => entry.kind === 'binding' && entry.binding === binding);
    return !isExported && binding.assignments.length === 0 && MADE.test(unwrap(binding.source.node).type);
  });
}

/** The names without those that mean another thing in each of the two files. */
function listSharable(roots: ReadonlySet<string>, module: Module, other: Module): ReadonlySet<string> {
  if (module === other) return roots;
  return new Set([...roots].filter((name) => !isMadeHere(module, name) || !isMadeHere(other, name)));
}

function isAbout({ members, roots: all, isOfPiece, module }: NamedQuestion, kept: Names, home: Module): boolean {
  if (shares(kept.members, members)) return !isOfPiece;
  const roots = listSharable(all, module, home);
  return shares(kept.roots, roots) || shares(kept.roots, members) || shares(kept.members, roots);
}

/** The questions that can be about the value at this place. */
export function listRecalling(evaluator: Evaluator, place: Place, text: string): readonly NamedQuestion[] {
  const questions = listNamedQuestions(evaluator.graph, text);
  if (questions.length === 0) return [];
  const kept = readKeeping(place);
  return kept === null ? [] : questions.filter((question) => isAbout(question, kept, place.module));
}
