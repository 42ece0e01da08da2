import type { PatternStep } from '../../syntax/destructuring.ts';
import { findClassAround } from '../../syntax/enclosing.ts';
import { isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { isCaught, isFailureClass } from '../calls/caught-names.ts';
import type { Evaluator } from '../evaluator.ts';
import { listSetAround } from '../members/assigned-members.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { ObjectValue, UnknownValue, Value } from '../values/values.ts';
import { argumentNode, type ClientCall } from './client.ts';

/** `client(error.config)`, `client({ ...answer.config, headers })`: a request that was counted where it was first sent. */

const ADDRESS = ['url', 'baseURL', 'method'];

interface OnlyValue {
  readonly node: SyntaxNode;
  readonly steps: readonly PatternStep[];
}

/** What a name is given, where it is declared or once behind that; null where that is not all. */
function findOnlyValue({ source, assignments }: Binding): OnlyValue | null {
  if (source.kind !== 'value') return null;
  const [first, ...others] = assignments;
  if (source.node !== null) return first === undefined ? { node: source.node, steps: source.steps } : null;
  return first === undefined || others.length > 0 ? null : { node: first.node.right, steps: first.steps };
}

/** `const answer = await voice.get('/calls')` */
function isAnswer(evaluator: Evaluator, binding: Binding, module: Module): boolean {
  const value = findOnlyValue(binding);
  const call = value === null || value.steps.length > 0 ? null : unwrap(value.node);
  if (call?.type !== 'CallExpression') return false;
  return listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller)).some((option) =>
    option.type === 'client' ? option.library === 'axios' : option.type === 'external' && option.module === 'axios',
  );
}

/** `error`, `error.response`, `answer` */
function saysWhatWasAsked(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  const object = unwrap(node);
  if (isCaught(object, module)) return true;
  if (isMemberNode(object)) return nameMember(object) === 'response' && isCaught(object.object, module);
  const binding = findBindingOf(module, object);
  return binding !== undefined && isAnswer(evaluator, binding, module);
}

/** `catch ({ config })` */
function isTakenFromFailure({ declaration }: Binding): boolean {
  const property = getParent(declaration);
  if (property?.type !== 'ObjectProperty' || nameKey(property) !== 'config') return false;
  const pattern = getParent(property);
  return pattern !== undefined && getParent(pattern)?.type === 'CatchClause';
}

/** Is it the configuration that a failure or an answer of axios holds? */
function isConfigOfEarlier(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  const config = unwrap(node);
  if (isMemberNode(config))
    return nameMember(config) === 'config' && saysWhatWasAsked(evaluator, config.object, module);
  const binding = findBindingOf(module, config);
  if (binding === undefined) return false;
  if (binding.source.kind === 'opaque') return isTakenFromFailure(binding);
  const value = findOnlyValue(binding);
  if (value === null) return false;
  const [step] = value.steps;
  if (step === undefined) return isConfigOfEarlier(evaluator, value.node, module);
  return step.kind === 'property' && step.name === 'config' && saysWhatWasAsked(evaluator, value.node, module);
}

function namesAddress({ entries }: ObjectValue): boolean {
  return entries.some(
    (entry) => entry.kind === 'computed' || (entry.kind === 'slot' && /^(?:url|baseURL|method)$/.test(entry.name)),
  );
}

/** `class Retry extends Error { constructor(config) { this.config = config; } }`, `error.config = { url }` of `error = new Error()` */
function isOwnFailure(object: SyntaxNode, module: Module): boolean {
  const owner = object.type === 'ThisExpression' ? findClassAround(object) : null;
  if (owner !== null) return isFailureClass(owner);
  const source = findBindingOf(module, object)?.source;
  const made = source?.kind === 'value' ? source.node : null;
  return made?.type === 'NewExpression' && /Error$/.test(nameCallee(made.callee) ?? '');
}

/** Who throws a failure of one's own says what is asked. */
function hasOwnFailures({ evaluator }: ClientCall): boolean {
  return evaluator.index
    .listMemberAssignments('config')
    .some(({ object, module }) => isOwnFailure(unwrap(object), module));
}

function isOfEarlier(call: ClientCall, { node, module }: UnknownValue): boolean {
  const { evaluator } = call;
  const nodes = [node, argumentNode(call, 0)];
  if (!nodes.some((config) => isConfigOfEarlier(evaluator, config, module)) || hasOwnFailures(call)) return false;
  return nodes.every((config) => listSetAround(evaluator, config, module, ADDRESS).length === 0);
}

/** Is the configuration that the client is given the one of an earlier request, at the same address? */
export function isSentAgain(call: ClientCall, config: Value): boolean {
  if (config.type === 'unknown') return isOfEarlier(call, config);
  if (config.type === 'external' && config.module === 'axios') return config.path.at(-1) === 'config';
  // Who calls the function may give it a configuration of its own.
  if (config.type === 'param')
    return config.path.at(-1) === 'config' && call.evaluator.index.listCallers(config.open.fn).length === 0;
  if (config.type !== 'object') return false;
  const spreads = config.entries.flatMap((entry) =>
    entry.kind === 'spread' ? [call.evaluator.evaluateSlot(entry.slot, null)] : [],
  );
  const isElsewhere = [config, ...spreads].some((part) => part.type === 'object' && namesAddress(part));
  return !isElsewhere && spreads.some((part) => isSentAgain(call, part));
}
