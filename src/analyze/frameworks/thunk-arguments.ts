import { isTestFile } from '../../model/test-files.ts';
import { type FunctionNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { makeUnknown } from '../texts/texts.ts';
import { isCarried } from '../values/carried.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * What Redux hands to each thunk as its third argument: `thunk.withExtraArgument(api)`, and with its toolkit
 * `{ thunk: { extraArgument: { api } } }`, which `createAsyncThunk` calls `extra`.
 */

interface Extra {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** The rest of what `createAsyncThunk` hands over: not known, and there. */
const BESIDE = ['dispatch', 'getState', 'requestId', 'signal', 'abort', 'rejectWithValue', 'fulfillWithValue'];

function findMember(node: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  const object = node === undefined ? undefined : unwrap(node);
  if (object?.type !== 'ObjectExpression') return undefined;
  for (const member of object.properties)
    if (member.type === 'ObjectProperty' && nameKey(member) === name) return member.value;
  return undefined;
}

const listExtras = gatherFromCalls(
  (): Extra[] => [],
  (extras, { node: call, module }) => {
    if (call.type !== 'CallExpression' || isTestFile(module.path)) return;
    const [first] = call.arguments;
    const isSetting = nameCallee(call.callee) === 'withExtraArgument';
    const node = isSetting ? first : findMember(findMember(first, 'thunk'), 'extraArgument');
    if (node !== undefined) extras.push({ node, module });
  },
);

function evaluateExtra(evaluator: Evaluator, asking: Module): Value | null {
  const values = keepMeeting(evaluator, listExtras(evaluator), asking).map(({ node, module }) =>
    evaluator.evaluate(node, module, evaluator.anyCaller),
  );
  return values.length > 0 && values.every(isCarried) ? unite(values) : null;
}

/** The function that gives `fn` back where it is written. */
export function findMaker(fn: FunctionNode): FunctionNode | null {
  const parent = getParent(fn);
  if (parent?.type === 'ArrowFunctionExpression' && parent.body === fn) return parent;
  if (parent?.type !== 'ReturnStatement') return null;
  const block = getParent(parent);
  const maker = block?.type === 'BlockStatement' ? getParent(block) : undefined;
  return maker !== undefined && 'params' in maker && 'body' in maker ? maker : null;
}

function isTypedAsThunk({ returnType }: FunctionNode): boolean {
  const type = returnType?.type === 'TSTypeAnnotation' ? returnType.typeAnnotation : undefined;
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && /Thunk/.test(type.typeName.name);
}

/** Of any other function that is given back the callers are asked, and they may be found later. */
function takesDispatch({ params: [first] }: FunctionNode): boolean {
  return first?.type === 'Identifier' && /dispatch/i.test(first.name);
}

/** `(id) => (dispatch, getState, api) => …`, `dispatch((dispatch, getState, api) => …)` */
function isThunk(fn: FunctionNode): boolean {
  const parent = getParent(fn);
  const isDispatched =
    parent?.type === 'CallExpression' && parent.arguments[0] === fn && nameCallee(parent.callee) === 'dispatch';
  if (isDispatched) return true;
  const maker = findMaker(fn);
  return maker !== null && (isTypedAsThunk(maker) || takesDispatch(fn));
}

/** `createAsyncThunk('calls/list', async (id, { extra }) => …)`, also as `createAsyncThunk.withTypes()` gives it. */
function isAsyncThunk(evaluator: Evaluator, fn: FunctionNode, module: Module): boolean {
  const call = getParent(fn);
  if (call?.type !== 'CallExpression' || call.arguments[1] !== fn) return false;
  return listOptions(evaluator.evaluate(call.callee, module, null)).some((option) => {
    if (option.type !== 'external') return false;
    const { module: from, path } = option.made?.by ?? option;
    return from.startsWith('@reduxjs/toolkit') && path[0] === 'createAsyncThunk';
  });
}

/** A parameter of a thunk; null where the function is none, or nobody says what it is handed. */
export function evaluateThunkParam(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
): Value | null {
  if ((index !== 1 && index !== 2) || listExtras(evaluator).length === 0) return null;
  if (index === 2) return isThunk(fn) ? evaluateExtra(evaluator, module) : null;
  const extra = isAsyncThunk(evaluator, fn, module) ? evaluateExtra(evaluator, module) : null;
  if (extra === null) return null;
  const open = makeUnknown(fn, module, 'it is what a store hands over');
  return makeObject({ ...Object.fromEntries(BESIDE.map((name) => [name, open])), extra });
}
