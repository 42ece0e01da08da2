import type * as t from '@babel/types';
import type { FileEdit, MessageAnswer, MessageChange } from '../../model/message.ts';
import { getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import { appendMembers, findMember, holdsComment, removeMember } from '../../syntax/object-edits.ts';
import { applyTextEdits } from '../../syntax/text-edits.ts';
import type { Evaluator } from '../evaluator.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { ObjectValue } from '../values/values.ts';
import { changeLiteral } from './change-literal.ts';
import { changeMethod } from './change-method.ts';
import { addContentType, findOptionsLiteral } from './content-type.ts';
import { type Emission, inFile, Refusal, refuse } from './emission.ts';
import { insertBody } from './insert-body.ts';
import { isOwn, isTypedLiteral } from './own-literals.ts';
import { type RequestBody, readBody } from './read-body.ts';

/** Changes of method and JSON body at the place where they are written; what is not certain is refused with its reason. */

interface BodyEdits {
  readonly edits: readonly FileEdit[];
  readonly extraMembers: readonly string[];
}

const NOTHING: BodyEdits = { edits: [], extraMembers: [] };

function changeObject(evaluator: Evaluator, body: ObjectValue, emission: Emission, change: MessageChange): BodyEdits {
  const { node } = body;
  if (node === null || node.type !== 'ObjectExpression') return refuse('its body is not an object literal');
  const module = evaluator.graph.findOwner(node) ?? null;
  if (module === null || !isOwn(module, node, emission))
    return refuse('its body is an object that other code uses as well');
  if (isTypedLiteral(node)) return refuse('its body has a type, which has other members');
  const { edits, extraMembers } = changeLiteral(node, change, module);
  return { edits: edits.flatMap((edit) => inFile(module, edit)), extraMembers };
}

/** A body that is kept still needs its content type; where the headers are not known they are left as they are. */
function completeContentType(evaluator: Evaluator, emission: Emission): readonly FileEdit[] {
  const { message } = emission.request;
  // An assertion of some members says nothing of the others.
  if (emission.request.isMock === true && message?.isWhole !== true) return [];
  // A wrapper's own options serve other requests, too.
  if (message === undefined || message.encoding !== 'text' || emission.sink.node !== emission.site.node) return [];
  const literal = findOptionsLiteral(emission, message);
  if (literal === null) return [];
  const { module } = emission.sink;
  const { members, edits } = addContentType(evaluator, emission, message, literal, false);
  const all = members.length === 0 ? edits : [...edits, appendMembers(literal, members, module.text)];
  return all.flatMap((edit) => inFile(module, edit));
}

/** `axios.delete(url, { data: {…}, … })` → `axios.patch(url, {…}, { … })`. */
function moveOutOfOptions(emission: Emission, change: MessageChange): BodyEdits {
  const { sink, site, request } = emission;
  const { message } = request;
  const reason = 'its body is not an object literal at the call';
  if (message === undefined || sink.node !== site.node || sink.node.type === 'TaggedTemplateExpression')
    return refuse('it is sent through a wrapper, which must be given the body');
  const options = sink.node.arguments[message.optionsIndex];
  if (options?.type !== 'ObjectExpression') return refuse(reason);
  const member = findMember(options, (name) => name === message.bodyName);
  const body = member === null ? null : unwrap(member.value);
  if (member === null || body?.type !== 'ObjectExpression') return refuse(reason);
  const { edits, extraMembers } = changeLiteral(body, change, sink.module);
  const { text } = sink.module;
  const around = text.slice(getStart(options), getStart(body)) + text.slice(getEnd(body), getEnd(options));
  if (options.properties.length === 1 && holdsComment(around)) return refuse('a comment beside its body would be lost');
  return { edits: replaceOptions(options, member, body, edits, emission), extraMembers };
}

function replaceOptions(
  options: t.ObjectExpression,
  member: t.ObjectProperty,
  body: t.ObjectExpression,
  edits: readonly { start: number; end: number; text: string }[],
  { sink: { module } }: Emission,
): readonly FileEdit[] {
  const offset = getStart(body);
  const inner = edits.map(({ start, end, text }) => ({ start: start - offset, end: end - offset, text }));
  const text = applyTextEdits(module.text.slice(offset, getEnd(body)), inner);
  const at = getStart(options);
  if (options.properties.length === 1) return inFile(module, { start: at, end: getEnd(options), text });
  return [
    ...inFile(module, { start: at, end: at, text: `${text}, ` }),
    ...inFile(module, removeMember(options, member, module.text)),
  ];
}

function changeBody(
  evaluator: Evaluator,
  emission: Emission,
  change: MessageChange,
  body: RequestBody | undefined,
): BodyEdits {
  // A test double without a body stands for every body.
  const { isMock, message } = emission.request;
  const isPartial = isMock === true && message?.isWhole !== true;
  if (isPartial && typeof change.value === 'object' && body === undefined)
    return refuse('what it expects of the body is for a person to say');
  if (isPartial && (body === undefined || change.value === 'null'))
    return body === undefined ? NOTHING : refuse('what it expects of the body is for a person to say');
  if (body === undefined || isNullish(body.value))
    return { edits: insertBody(evaluator, emission, change), extraMembers: [] };
  if (body.isInOptions) return moveOutOfOptions(emission, change);
  const options = listOptions(body.value);
  if (!options.every((option) => option.type === 'object')) return refuse('its body is not an object literal');
  const changed = options.map((option) => changeObject(evaluator, option, emission, change));
  return {
    edits: [...changed.flatMap((entry) => entry.edits), ...completeContentType(evaluator, emission)],
    extraMembers: [...new Set(changed.flatMap((entry) => entry.extraMembers))],
  };
}

/** The edits for one request; every way in which it is sent must agree. */
export function planMessage(
  evaluator: Evaluator,
  emissions: readonly Emission[],
  change: MessageChange,
): MessageAnswer {
  const [emission] = emissions;
  if (emission === undefined) return { ok: false, reason: 'it only describes a request' };
  if (emissions.some((other) => other.sink.node !== emission.sink.node))
    return { ok: false, reason: 'it is sent from several places' };
  evaluator.ask();
  try {
    const body = readBody(evaluator, emission);
    const method = changeMethod(evaluator, emission, change, body !== undefined && !isNullish(body.value));
    const { edits, extraMembers } = changeBody(evaluator, emission, change, body);
    return { ok: true, edits: [...method, ...edits], extraMembers };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}
