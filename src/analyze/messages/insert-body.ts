import type { FileEdit, MessageChange } from '../../model/message.ts';
import { contains, getEnd, getStart, nameKey, unwrap } from '../../syntax/nodes.ts';
import { appendMembers, findMember } from '../../syntax/object-edits.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { RequestMessage } from '../clients/message.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findBodyParameter } from './body-parameter.ts';
import { writeValue } from './change-literal.ts';
import { addContentType, findOptionsLiteral } from './content-type.ts';
import { type Emission, inFile, refuse } from './emission.ts';
import { findSiblingVerb } from './sibling-verb.ts';

/** A request without a body gets one, where its client or its wrapper takes bodies. */

function writeBody(change: MessageChange, module: Module): string {
  const value = writeValue(change, module) ?? refuse('it has no body to take the id from');
  return `{ ${change.field}: ${value} }`;
}

function insertThroughWrapper(
  evaluator: Evaluator,
  emission: Emission,
  message: RequestMessage,
  change: MessageChange,
): readonly FileEdit[] {
  const { site } = emission;
  const reason = 'it is sent through a wrapper, which must be given the body';
  if (site.node.type !== 'CallExpression') return refuse(reason);
  const args = site.node.arguments;
  if (args.some((argument) => argument.type === 'SpreadElement')) return refuse(reason);
  const body = writeBody(change, site.module);
  const last = args.at(-1);
  if (last === undefined) return refuse(reason);
  if (findSiblingVerb(evaluator, emission, change.method.toLowerCase(), false) !== null)
    return inFile(site.module, { start: getEnd(last), end: getEnd(last), text: `, ${body}` });
  const parameter = findBodyParameter(message, emission);
  if (parameter === null) return refuse(reason);
  const { index, member, isEncoded } = parameter;
  const value = isEncoded ? body : `JSON.stringify(${body})`;
  if (message.encoding === 'text' && !isJsonWrapper(evaluator, emission, message)) return refuse(reason);
  if (member === null) {
    if (index < args.length) return refuse(reason);
    const gap = ', undefined'.repeat(index - args.length);
    return inFile(site.module, { start: getEnd(last), end: getEnd(last), text: `${gap}, ${value}` });
  }
  const options = args[index];
  if (options?.type !== 'ObjectExpression' || hasMember(options, member)) return refuse(reason);
  return inFile(site.module, appendMembers(options, [`${member}: ${value}`], site.module.text));
}

function hasMember(options: Extract<SyntaxNode, { type: 'ObjectExpression' }>, member: string): boolean {
  return options.properties.some((property) => property.type === 'SpreadElement' || nameKey(property) === member);
}

/** A wrapper that other JSON goes through says so in its headers. */
function isJsonWrapper(evaluator: Evaluator, emission: Emission, message: RequestMessage): boolean {
  const { sink } = emission;
  if (sink.node.type === 'TaggedTemplateExpression') return false;
  const options = unwrap(sink.node.arguments[message.optionsIndex] ?? sink.node);
  if (options.type !== 'ObjectExpression') return false;
  const { members, edits } = addContentType(evaluator, emission, message, options, true);
  return members.length === 0 && edits.length === 0;
}

function insertIntoCarrier(
  evaluator: Evaluator,
  emission: Emission,
  message: RequestMessage,
  body: string,
): readonly FileEdit[] {
  const { module, node } = emission.sink;
  const call = message.carrier?.call ?? null;
  const written = message.encoding === 'text' ? `JSON.stringify(${body})` : body;
  if (call === null) return inFile(module, { start: getEnd(node), end: getEnd(node), text: `.send(${body})` });
  const literal = findOptionsLiteral(emission, message);
  const typed =
    message.encoding === 'text'
      ? literal === null
        ? refuse('its options are not written at the call')
        : addContentType(evaluator, emission, message, literal, true)
      : { members: [], edits: [] };
  const end = getEnd(call) - 1;
  const edits = [
    ...typed.edits,
    ...(literal === null || typed.members.length === 0 ? [] : [appendMembers(literal, typed.members, module.text)]),
    { start: end, end, text: written },
  ];
  return edits.flatMap((edit) => inFile(module, edit));
}

export function insertBody(evaluator: Evaluator, emission: Emission, change: MessageChange): readonly FileEdit[] {
  const { sink, request, site } = emission;
  const { message } = request;
  if (message === undefined || sink.node.type === 'TaggedTemplateExpression')
    return refuse('it is not known how this client takes its body');
  const declared = findOptionsLiteral(emission, message);
  // One call can declare several requests, each with an object of its own.
  const isDeclared = declared !== null && request.part === site.node && contains(site.node, declared);
  if (sink.node !== site.node && !isDeclared) return insertThroughWrapper(evaluator, emission, message, change);
  const { module } = sink;
  const body = writeBody(change, module);
  if (message.carrier !== undefined) return insertIntoCarrier(evaluator, emission, message, body);
  const [url] = sink.node.arguments;
  if (url === undefined) return refuse('its arguments are not known');
  if (message.bodyIndex !== null) {
    const old = message.positional === undefined ? undefined : sink.node.arguments[message.bodyIndex];
    if (old !== undefined) return inFile(module, { start: getStart(old), end: getEnd(old), text: body });
    return inFile(module, { start: getEnd(url), end: getEnd(url), text: `, ${body}` });
  }
  const literal = findOptionsLiteral(emission, message);
  const member = `${message.bodyName}: ${message.encoding === 'text' ? `JSON.stringify(${body})` : body}`;
  if (literal === null) {
    if (message.options !== undefined || !message.isVerb) return refuse('its options are not written at the call');
    return inFile(module, { start: getEnd(url), end: getEnd(url), text: `, { ${member} }` });
  }
  const typed =
    message.encoding === 'text'
      ? addContentType(evaluator, emission, message, literal, true)
      : { members: [], edits: [] };
  const old = findMember(literal, (name) => name === message.bodyName);
  const added = old === null ? [...typed.members, member] : typed.members;
  const edits = [
    ...typed.edits,
    ...(old === null ? [] : [{ start: getStart(old), end: getEnd(old), text: member }]),
    ...(added.length === 0 ? [] : [appendMembers(literal, added, module.text)]),
  ];
  return edits.flatMap((edit) => inFile(module, edit));
}
