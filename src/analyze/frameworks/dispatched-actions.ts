import {
  contains,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { chooseAssignedEnv } from '../expressions/assignments.ts';
import { makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { listNames } from '../modules/other-names.ts';
import { findKnownText } from '../texts/texts.ts';
import { chooseEach } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { nameSymbol } from './injected-tokens.ts';
import { findMaker } from './thunk-arguments.ts';

/**
 * `(store) => (next) => (action) => { … action[CALL_API] … }`: a middleware of Redux is given every action that is dispatched.
 * Those that it does something with are told by a key, by their type, or by what makes them.
 */

interface Mark {
  readonly kind: 'key' | 'type';
  readonly node: SyntaxNode;
}

interface Taken {
  readonly param: SyntaxNode;
  readonly module: Module;
}

const taking = new WeakMap<Evaluator, Map<FunctionNode, Taken>>();

function isMiddleware(fn: FunctionNode): boolean {
  const next = fn.params.length === 1 ? findMaker(fn) : null;
  return next !== null && next.params.length === 1 && findMaker(next) !== null;
}

/** What is asked of the action: `action[CALL_API]`, `action.type !== API_REQUEST`. */
function listMarks(fn: FunctionNode, name: string, { scripts }: Module): readonly Mark[] {
  return scripts.flatMap(({ identifiers }) =>
    identifiers.get(name).flatMap((use): readonly Mark[] => {
      const member = getParent(use);
      if (!contains(fn, use) || member === undefined || !isMemberNode(member) || member.object !== use) return [];
      const key = unwrap(member.property);
      if (nameMember(member) === null) return key.type === 'Identifier' ? [{ kind: 'key', node: key }] : [];
      const question = nameMember(member) === 'type' ? getParent(member) : undefined;
      if (question?.type !== 'BinaryExpression' || !/^[!=]==?$/.test(question.operator)) return [];
      return [{ kind: 'type', node: question.left === member ? question.right : question.left }];
    }),
  );
}

function nameMark(evaluator: Evaluator, node: SyntaxNode, module: Module): string | null {
  const value = evaluator.evaluate(node, module, null);
  return nameSymbol(evaluator, value) ?? findKnownText(value);
}

function evaluateAction(evaluator: Evaluator, node: SyntaxNode, module: Module): Value {
  return evaluator.evaluate(node, module, chooseAssignedEnv(evaluator, node, null));
}

/** The literals of the project with the key, or of the type. */
function listMarked(evaluator: Evaluator, { kind, node }: Mark, module: Module): readonly Value[] {
  const name = nameMark(evaluator, node, module);
  const key = kind === 'type' ? 'type' : node.type === 'Identifier' ? node.name : null;
  if (name === null || key === null) return [];
  const keys = kind === 'key' ? [...listNames(evaluator.graph, key)] : [key];
  return evaluator.graph.loaded.flatMap((other) =>
    other.scripts.flatMap(({ identifiers }) =>
      keys
        .flatMap((known) => identifiers.get(known))
        .flatMap((use): readonly Value[] => {
          const member = getParent(use);
          if (member?.type !== 'ObjectProperty' || member.key !== use || member.computed !== (kind === 'key'))
            return [];
          const action = getParent(member);
          const mark = kind === 'key' ? use : member.value;
          if (action?.type !== 'ObjectExpression' || nameMark(evaluator, mark, other) !== name) return [];
          return [evaluateAction(evaluator, action, other)];
        }),
    ),
  );
}

/** `const request = createAction('api/request')`, and `request({ url })` anywhere: what `action.type === request.type` asks for. */
function listMade(evaluator: Evaluator, { kind, node }: Mark, module: Module): readonly Value[] {
  const creator = unwrap(node);
  if (kind === 'key' || !isMemberNode(creator) || nameMember(creator) !== 'type') return [];
  const identify = (callee: SyntaxNode, from: Module) => {
    const value = evaluator.evaluate(callee, from, null);
    const made = value.type === 'external' && value.path.length === 0 ? value.made : null;
    return made?.by.path.at(-1) === 'createAction' ? made.call : null;
  };
  const made = identify(creator.object, module);
  const object = unwrap(creator.object);
  const name = object.type === 'Identifier' ? object.name : nameMember(object);
  if (made === null || name === null) return [];
  const names = listNames(evaluator.graph, name);
  return evaluator.index.calls.flatMap(({ node: call, module: from }): readonly Value[] => {
    if (call.type !== 'CallExpression' || !names.has(nameCallee(call.callee) ?? '')) return [];
    const [payload] = call.arguments;
    if (payload === undefined || identify(call.callee, from) !== made) return [];
    return [makeObject({ payload: evaluateAction(evaluator, payload, from) })];
  });
}

/** The action that a middleware is given; null where the function is none, or nothing is dispatched that it asks for. */
export function evaluateDispatched(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
): Value | null {
  const [param] = fn.params;
  if (index !== 0 || param?.type !== 'Identifier' || !isFunctionNode(fn) || !isMiddleware(fn)) return null;
  const marks = listMarks(fn, param.name, module);
  const actions = marks.flatMap((mark) => {
    const made = listMade(evaluator, mark, module);
    return made.length > 0 ? made : listMarked(evaluator, mark, module);
  });
  if (actions.length === 0) return null;
  const middleware = taking.get(evaluator) ?? new Map();
  taking.set(evaluator, middleware.set(fn, { param, module }));
  return chooseEach(`action of ${evaluator.identify(fn)}`, actions);
}

/** Where the actions of the project are taken that are handed to `dispatch`. */
export function listTaken(evaluator: Evaluator, call: SyntaxNode, action: SyntaxNode): readonly Taken[] {
  if (call.type !== 'CallExpression' || call.arguments[0] !== action || nameCallee(call.callee) !== 'dispatch')
    return [];
  return [...(taking.get(evaluator)?.values() ?? [])];
}
