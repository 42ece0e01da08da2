import { contains, isFunctionNode, isLoop, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Push } from '../callers/project-index.ts';
import { resolveApplication } from '../calls/application.ts';
import type { Evaluator } from '../evaluator.ts';
import { findParameterOwner } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, Env } from '../values/values.ts';
import { listLiterals } from './list-literals.ts';

/** What is added to a list anywhere in the project: `queue.push(job)`, also by a function that is handed the list. */

/** Of more callers nobody tells which list each of them hands over. */
const MAX_CALLERS = 50;
/** Bundles add to what they are handed in hundreds of functions: to ask them all takes more steps than there are. */
const MAX_HANDED_TO = 100;

interface Pushed {
  readonly push: Push;
  /** The calls in force where the function that adds to it was handed the list; null where that does not matter. */
  readonly env: Env;
}

function isOfNamed(receiver: SyntaxNode): boolean {
  const member = unwrap(receiver);
  return isMemberNode(member) && nameMember(member) === null;
}

/** Of a program that adds to lists everywhere only the plainest additions are followed. */
function isCrowded({ index }: Evaluator): boolean {
  return countHandedTo(index.listPushes()) > MAX_HANDED_TO;
}

interface Handed {
  /** So many callers were known. */
  readonly callers: number;
  readonly ways: readonly { readonly env: Env; readonly lists: readonly SyntaxNode[] }[];
}

/** Every list of a program is asked for, and what is pushed to is the same for all of them. */
const handed = new WeakMap<Evaluator, Map<Push, Handed>>();

const counted = new WeakMap<readonly Push[], { readonly pushes: number; readonly handedTo: number }>();

function countHandedTo(pushes: readonly Push[]): number {
  const known = counted.get(pushes);
  if (known?.pushes === pushes.length) return known.handedTo;
  const handedTo = pushes.filter(({ receiver, module }) => findParameterOwner(receiver, module) !== null).length;
  counted.set(pushes, { pushes: pushes.length, handedTo });
  return handedTo;
}

function collectHanded(evaluator: Evaluator, push: Push): Handed {
  const fn = findParameterOwner(push.receiver, push.module);
  const callers = fn === null ? [] : evaluator.index.listCallers(fn);
  const known = handed.get(evaluator) ?? new Map<Push, Handed>();
  handed.set(evaluator, known);
  const found = known.get(push);
  if (found?.callers === callers.length) return found;
  if (fn === null || callers.length > MAX_CALLERS) return { callers: callers.length, ways: [] };
  const ways = callers.map((caller) => {
    const { args } = resolveApplication(evaluator, caller, evaluator.anyCaller);
    const call = { node: caller.node, module: caller.module };
    const env = extendEnv(evaluator.anyCaller, { fn, args, self: null, call }, true);
    return { env, lists: listLiterals(evaluator.evaluate(push.receiver, push.module, env)) };
  });
  const collected = { callers: callers.length, ways };
  if (!evaluator.isCutShort) known.set(push, collected);
  return collected;
}

/** `fill(paths)` of `function fill(list) { list.push('/calls'); }`: by each caller that hands over this list. */
function listHanded(evaluator: Evaluator, push: Push, list: SyntaxNode): readonly Pushed[] {
  if (isCrowded(evaluator)) return [];
  evaluator.noteQuestionOfAnyCaller();
  return collectHanded(evaluator, push).ways.flatMap(({ env, lists }) => (lists.includes(list) ? [{ push, env }] : []));
}

export function listPushesTo(evaluator: Evaluator, list: SyntaxNode): readonly Pushed[] {
  return evaluator.index.listPushes().flatMap((push): readonly Pushed[] => {
    // Of thousands in a bundle nothing more gets known without steps.
    if (evaluator.isCutShort && (push.lists ?? []).length === 0) return [];
    const value = push.lists === undefined ? evaluator.evaluate(push.receiver, push.module, null) : null;
    const lists = push.lists ?? (value === null ? [] : listLiterals(value));
    // `byGroup.get(job.group).push(job)` is asked while the jobs are gone through: it is no list of theirs, and asked again later.
    if (evaluator.isRemembered(push.receiver, null)) push.lists = lists;
    if (lists.length > 0) return lists.includes(list) ? [{ push, env: null }] : [];
    // `hooks[name].push(hook)`: who calls the function around says which list it is.
    if (isOfNamed(push.receiver)) {
      const named = listLiterals(evaluator.evaluate(push.receiver, push.module, evaluator.anyCaller));
      return named.includes(list) ? [{ push, env: null }] : [];
    }
    return listHanded(evaluator, push, list);
  });
}

/** `list.push(a, ...rest)`, `list.splice(at, 0, a)`, `list.push.apply(list, others)`: what is added; `env`: of who asks. */
export function listAddedArguments(evaluator: Evaluator, { push, env }: Pushed, asking: Env): readonly Argument[] {
  const { node, module } = push;
  // `(job) => queue.push(job)`: who looks at all callers means those of the function that pushes, too.
  const own = env ?? (asking?.any === true ? evaluator.anyCaller : null);
  const args = evaluator.index.listCallArguments(node, module, own);
  const name = 'callee' in node ? nameCallee(node.callee) : null;
  if (name === 'splice') return args.slice(2);
  if (name !== 'apply') return isCrowded(evaluator) ? args.filter(({ kind }) => kind !== 'spread') : args;
  if (isCrowded(evaluator)) return [];
  const [, others] = args;
  return others?.kind === 'expression' ? [{ ...others, kind: 'spread' }] : [];
}

/** `this.parts.push(…)` adds to the list of one instance, and nobody can tell when; a spread adds any number. */
export function isOpenPush({ push: { node, receiver } }: Pushed): boolean {
  const isOwn = isMemberNode(receiver) && unwrap(receiver.object).type === 'ThisExpression';
  if (isOwn || node.type !== 'CallExpression') return isOwn;
  return /^(?:splice|apply)$/.test(nameCallee(node.callee) ?? '') || node.arguments.some(isSpread);
}

/** `names.forEach((name) => parts.push(name))`: one after the other, and none of them is there for all. */
export function addsMany(evaluator: Evaluator, { push, env }: Pushed, list: SyntaxNode): boolean {
  const { node, module } = push;
  let at = getParent(node);
  while (at !== undefined && !contains(at, list) && !isFunctionNode(at) && !isLoop(at)) at = getParent(at);
  if (at === undefined || contains(at, list) || !('arguments' in node)) return false;
  return node.arguments.some((argument) => listOptions(evaluator.evaluate(argument, module, env)).length > 1);
}

function isSpread({ type }: SyntaxNode): boolean {
  return type === 'SpreadElement';
}
