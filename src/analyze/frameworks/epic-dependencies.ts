import { isTestFile } from '../../model/test-files.ts';
import { type FunctionNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** redux-observable: `createEpicMiddleware({ dependencies: { api } })` hands to each epic, `(action$, state$, { api }) => …`. */

interface Given {
  readonly node: SyntaxNode;
  readonly module: Module;
}

const PACKAGE = /['"]redux-observable['"]/;

const listGiven = gatherFromCalls(
  (): Given[] => [],
  (given, { node: call, module }) => {
    if (call.type !== 'CallExpression' || nameCallee(call.callee) !== 'createEpicMiddleware') return;
    const [first] = call.arguments;
    const options = first === undefined ? undefined : unwrap(first);
    if (options?.type !== 'ObjectExpression' || isTestFile(module.path) || !mentions(module, PACKAGE)) return;
    for (const member of options.properties)
      if (member.type === 'ObjectProperty' && nameKey(member) === 'dependencies')
        given.push({ node: member.value, module });
  },
);

/** `const load: Epic = (action$, state$, { api }) => …` */
function isTypedAsEpic(fn: FunctionNode): boolean {
  const declared = getParent(fn);
  const id = declared?.type === 'VariableDeclarator' && declared.id.type === 'Identifier' ? declared.id : null;
  const type = id?.typeAnnotation?.type === 'TSTypeAnnotation' ? id.typeAnnotation.typeAnnotation : null;
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && /Epic$/.test(type.typeName.name);
}

/** Of other functions that take three things the callers are asked. */
function takesActions({ params: [first] }: FunctionNode): boolean {
  return first?.type === 'Identifier' && /^a(?:ctions?)?\$$|^actions?\$/i.test(first.name);
}

/** The third parameter of an epic; null where the function is none, or nobody says what it is handed. */
export function evaluateEpicParam(evaluator: Evaluator, fn: FunctionNode, index: number, module: Module): Value | null {
  if (index !== 2 || !(isTypedAsEpic(fn) || takesActions(fn))) return null;
  const values = keepMeeting(evaluator, listGiven(evaluator), module).map((given) =>
    evaluator.evaluate(given.node, given.module, evaluator.anyCaller),
  );
  return values.length === 0 ? null : unite(values);
}
