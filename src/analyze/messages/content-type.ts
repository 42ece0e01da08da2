import type * as t from '@babel/types';
import { findUsualQuote } from '../../model/usual-quote.ts';
import { contains, getEnd, getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { appendMembers, findMember } from '../../syntax/object-edits.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { RequestMessage } from '../clients/message.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { type Emission, refuse } from './emission.ts';
import { isOwn } from './own-literals.ts';
import { memberOf } from './read-body.ts';

/** The header that says "JSON", where a body that is sent as text lacks it. */

type Answer = 'yes' | 'no' | 'unknown';

function combine(answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  return answers.includes('unknown') ? 'unknown' : 'no';
}

/** Spreads are looked into: a second spelling of the same header would be sent beside the first. */
function hasContentType(evaluator: Evaluator, value: Value, depth = 0): Answer {
  return combine(
    listOptions(value).map((option): Answer => {
      if (option.type === 'primitive') return 'no';
      if (option.type === 'external' && option.made !== null && isSetOn(evaluator, option.made.call)) return 'yes';
      if (option.type !== 'object' || depth > 4) return 'unknown';
      if (option.node !== null && isAssigned(evaluator, option.node)) return 'yes';
      return combine(
        option.entries.map((entry): Answer => {
          if (entry.kind === 'slot') return entry.name.toLowerCase() === 'content-type' ? 'yes' : 'no';
          if (entry.kind === 'computed' || entry.slot.kind === 'method') return 'unknown';
          return hasContentType(evaluator, evaluator.evaluateSlot(entry.slot, option), depth + 1);
        }),
      );
    }),
  );
}

/** `headers['content-type'] = …` behind the literal. */
function isAssigned(evaluator: Evaluator, literal: SyntaxNode): boolean {
  const names = ['content-type', 'Content-Type'];
  return names
    .flatMap((name) => evaluator.index.listMemberAssignments(name))
    .some(({ object, module }) =>
      listOptions(evaluator.evaluate(object, module, null)).some(
        (owner) => owner.type === 'object' && owner.node === literal,
      ),
    );
}

/** `headers.set('content-type', …)` on the object that a call made. */
function isSetOn(evaluator: Evaluator, made: SyntaxNode): boolean {
  return evaluator.index.calls.some(({ node, module }) => {
    if (node.type !== 'CallExpression' || !isMemberNode(node.callee)) return false;
    const name = nameMember(node.callee);
    const [key] = node.arguments;
    if ((name !== 'set' && name !== 'append') || key?.type !== 'StringLiteral') return false;
    if (key.value.toLowerCase() !== 'content-type') return false;
    return listOptions(evaluator.evaluate(node.callee.object, module, null)).some(
      (owner) => owner.type === 'external' && owner.made?.call === made,
    );
  });
}

/** The options literal of the request alone, where a member can be added. */
export function findOptionsLiteral(emission: Emission, message: RequestMessage): t.ObjectExpression | null {
  const { sink } = emission;
  for (const option of message.options === undefined ? [] : listOptions(message.options)) {
    if (option.type !== 'object' || option.node?.type !== 'ObjectExpression') return null;
    const { node } = option;
    return contains(sink.node, node) || isOwn(sink.module, node, emission) ? node : null;
  }
  return null;
}

/** Of the options as they are written, else of the file. */
function detectQuote(literal: SyntaxNode, module: Module): "'" | '"' {
  const own = module.text.slice(getStart(literal), getEnd(literal));
  const text = /['"]/.test(own) ? own : module.text;
  return findUsualQuote(text);
}

interface ContentTypeEdits {
  /** Members for the options literal. */
  readonly members: readonly string[];
  readonly edits: readonly TextEdit[];
}

const NONE: ContentTypeEdits = { members: [], edits: [] };

/** `$.ajax({ contentType: 'application/json' })`: a member of the options says it. */
function addTypeMember(
  evaluator: Evaluator,
  emission: Emission,
  message: RequestMessage,
  literal: t.ObjectExpression,
  name: string,
): ContentTypeEdits {
  const { sink } = emission;
  const said = message.options === undefined ? undefined : memberOf(evaluator, message.options, name, sink);
  const quote = detectQuote(literal, sink.module);
  if (said === undefined && findMember(literal, (key) => key === name) === null)
    return { members: [`${name}: ${quote}application/json${quote}`], edits: [] };
  const texts = said === undefined ? [] : listTexts(said, sink.node, sink.module).map(findKnownText);
  const isJson = texts.length > 0 && texts.every((text) => /^application\/json\b/i.test(text ?? ''));
  return isJson ? NONE : refuse('its body is not sent as JSON');
}

/** `isNew`: without the header the body would not be understood, so headers that are not known are refused. */
export function addContentType(
  evaluator: Evaluator,
  emission: Emission,
  message: RequestMessage,
  literal: t.ObjectExpression,
  isNew: boolean,
): ContentTypeEdits {
  const { module } = emission.sink;
  const quote = detectQuote(literal, module);
  const entry = `${quote}content-type${quote}: ${quote}application/json${quote}`;
  const headers =
    message.options === undefined ? undefined : memberOf(evaluator, message.options, 'headers', emission.sink);
  const property = findMember(literal, (name) => name === 'headers');
  const answer = headers === undefined ? 'no' : hasContentType(evaluator, headers);
  if (answer === 'yes') return NONE;
  if (message.typeName !== undefined) return addTypeMember(evaluator, emission, message, literal, message.typeName);
  if (answer === 'unknown' || (property === null && headers !== undefined))
    return isNew ? refuse('its headers are not known, and the new body needs a content type') : NONE;
  if (property === null) return { members: [`headers: { ${entry} }`], edits: [] };
  const value = unwrap(property.value);
  if (value.type === 'ObjectExpression') return { members: [], edits: [appendMembers(value, [entry], module.text)] };
  const source = module.text.slice(getStart(property.value), getEnd(property.value));
  const text = property.shorthand ? `headers: { ...${source}, ${entry} }` : `{ ...${source}, ${entry} }`;
  const target = property.shorthand ? property : property.value;
  return { members: [], edits: [{ start: getStart(target), end: getEnd(target), text }] };
}
