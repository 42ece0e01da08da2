import type * as t from '@babel/types';
import type { FileEdit, MessageAnswer, MessageChange } from '../model/message.ts';
import { contains, getEnd, getKeyName, getStart, isMemberNode, unwrap } from '../syntax/nodes.ts';
import { appendMembers, findMember, renameMember, writeKey } from '../syntax/object-edits.ts';
import type { TextEdit } from '../syntax/text-edits.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import type { SentRequest } from './clients/client.ts';
import type { RequestMessage } from './clients/message.ts';
import type { Evaluator } from './evaluator.ts';
import { findBindingOf, findScript, getParent, isRead, type Module } from './modules.ts';
import type { CallSite } from './project-index.ts';
import { listTexts } from './texts.ts';
import { listOptions, type ObjectValue, type TextValue, UNDEFINED, type Value } from './values.ts';

/** Changes of method and JSON body at the place where they are written; what is not certain is refused with its reason. */

/** One way in which a request is sent. */
export interface Emission {
  readonly sink: CallSite;
  readonly request: SentRequest;
  readonly text: TextValue;
  /** The call that the reader sees as the request. */
  readonly site: { readonly node: SyntaxNode; readonly module: Module };
}

class Refusal extends Error {}

function refuse(reason: string): never {
  throw new Refusal(reason);
}

function inFile(module: Module, edit: TextEdit | null): readonly FileEdit[] {
  return edit === null ? [] : [{ file: module.path, ...edit }];
}

function fitCase(method: string, written: string): string {
  return written === written.toLowerCase() ? method.toLowerCase() : method;
}

/** `axios.put` → `axios.patch`, `method: 'PUT'` → `method: 'PATCH'`. */
function changeMethod({ sink, request, site }: Emission, change: MessageChange): readonly FileEdit[] {
  const message = request.message;
  if (message?.isVerb === true) {
    const callee =
      sink.node.type === 'CallExpression' || sink.node.type === 'OptionalCallExpression'
        ? unwrap(sink.node.callee)
        : null;
    if (sink.node !== site.node || callee === null || !isMemberNode(callee) || callee.computed)
      return refuse('its method is the name of a call inside a wrapper');
    const { property } = callee;
    const name = getKeyName(property, false) ?? '';
    return inFile(sink.module, {
      start: getStart(property),
      end: getEnd(property),
      text: fitCase(change.method, name),
    });
  }
  const methods = request.method === null ? [] : listTexts(request.method, sink.node, sink.module);
  const [atom] = methods[0]?.atoms ?? [];
  if (methods.length !== 1 || atom?.kind !== 'text' || atom.origin === null)
    return refuse('its method is not written in one place');
  const { file, start, end } = atom.origin;
  const isAtSite = file === site.module.path && getStart(site.node) <= start && end <= getEnd(site.node);
  if (!isAtSite) return refuse('its method is written apart from the request');
  return atom.text.toUpperCase() === change.method
    ? []
    : [{ file, start, end, text: fitCase(change.method, atom.text) }];
}

/** `JSON.stringify(x)` as `x`. */
function unpackBody(evaluator: Evaluator, body: Value): Value {
  if (body.type !== 'external' || body.made === null || body.path.length > 0) return body;
  if (body.made.by.path.join('.') !== 'JSON.stringify') return body;
  return evaluator.getArgument(body.made.args, 0) ?? UNDEFINED;
}

function readBody(evaluator: Evaluator, { sink, request }: Emission): Value | undefined {
  const message = request.message;
  if (message === undefined) return refuse('it is not known how this client takes its body');
  const own = message.options === undefined ? undefined : memberOf(evaluator, message.options, message.bodyName, sink);
  if (message.bodyIndex === null || own !== undefined)
    return own === undefined ? undefined : unpackBody(evaluator, own);
  if (!message.isVerb || message.optionsIndex === message.bodyIndex) return undefined;
  const body = message.positional;
  return body === undefined || (body.type === 'primitive' && body.value === undefined)
    ? undefined
    : unpackBody(evaluator, body);
}

function memberOf(evaluator: Evaluator, object: Value, name: string, sink: CallSite): Value | undefined {
  const value = evaluator.getProperty(object, name, sink.node, sink.module);
  return value.type === 'primitive' && value.value === undefined ? undefined : value;
}

function findModule(evaluator: Evaluator, node: SyntaxNode, candidates: readonly Module[]): Module | null {
  const own = candidates.find((module) => module.scripts.some((script) => script.parents.has(node)));
  return (
    own ?? evaluator.graph.loaded.find((module) => module.scripts.some((script) => script.parents.has(node))) ?? null
  );
}

/** May this literal change for this request alone? It stands in the call, or in a name that is read once. */
function isOwn(module: Module, node: SyntaxNode, emission: Emission): boolean {
  for (const { node: call, module: home } of [emission.site, emission.sink])
    if (home === module && contains(call, node)) return true;
  const declarator = getParent(module, node);
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return false;
  const binding = findBindingOf(module, declarator.id);
  if (
    binding === undefined ||
    [...module.exports.values()].some((found) => found.kind === 'binding' && found.binding === binding)
  )
    return false;
  const reads = (findScript(module, node).identifiers.get(binding.name) ?? []).filter(
    (name) => name !== binding.declaration && isRead(module, name) && findBindingOf(module, name) === binding,
  );
  return reads.length === 1;
}

interface BodyEdits {
  readonly edits: readonly FileEdit[];
  readonly extraMembers: readonly string[];
}

function renameField(evaluator: Evaluator, body: ObjectValue, emission: Emission, change: MessageChange): BodyEdits {
  const { node } = body;
  if (node === null || node.type !== 'ObjectExpression') return refuse('its body is not an object literal');
  const module = findModule(evaluator, node, [emission.site.module, emission.sink.module]);
  if (module === null || !isOwn(module, node, emission))
    return refuse('its body is an object that other code uses as well');
  if (
    node.properties.some(
      (member) => member.type !== 'ObjectProperty' || getKeyName(member.key, member.computed) === null,
    )
  ) {
    return refuse('its body holds a spread or a computed name');
  }
  const names = node.properties.map((member) =>
    member.type === 'ObjectProperty' ? (getKeyName(member.key, member.computed) ?? '') : '',
  );
  const carriers = names.filter((name) => change.from.includes(name));
  const member = findMember(node, (name) => change.from.includes(name));
  if (member === null || carriers.length !== 1)
    return refuse(`its body has ${carriers.length === 0 ? 'none' : 'several'} of ${change.from.join(', ')}`);
  return {
    edits: inFile(module, renameMember(member, change.field, module.text)),
    extraMembers: names.filter((name) => !change.from.includes(name)),
  };
}

/** The options literal of the call itself, where a member can be added. */
function findOptionsLiteral(emission: Emission, message: RequestMessage): t.ObjectExpression | null {
  for (const option of message.options === undefined ? [] : listOptions(message.options)) {
    if (option.type !== 'object' || option.node?.type !== 'ObjectExpression') return null;
    return contains(emission.sink.node, option.node) ? option.node : null;
  }
  return null;
}

function detectQuote(module: Module): "'" | '"' {
  const single = module.text.split("'").length;
  return single >= module.text.split('"').length ? "'" : '"';
}

/** The header that says "JSON", where it is missing: as members to add, and edits elsewhere. */
function addContentType(
  evaluator: Evaluator,
  emission: Emission,
  message: RequestMessage,
  literal: t.ObjectExpression,
): { readonly members: readonly string[]; readonly edits: readonly TextEdit[] } {
  const { module } = emission.sink;
  const quote = detectQuote(module);
  const entry = `${quote}content-type${quote}: ${quote}application/json${quote}`;
  const property = findMember(literal, (name) => name === 'headers');
  if (property === null) return { members: [`headers: { ${entry} }`], edits: [] };
  const headers =
    message.options === undefined ? undefined : memberOf(evaluator, message.options, 'headers', emission.sink);
  const options = headers === undefined ? [] : listOptions(headers);
  if (!options.every((option) => option.type === 'object'))
    return refuse('its headers are not known, and the new body needs a content type');
  const has = options.every(
    (option) =>
      option.type === 'object' &&
      option.entries.some((member) => member.kind === 'slot' && member.name.toLowerCase() === 'content-type'),
  );
  if (has) return { members: [], edits: [] };
  const value = unwrap(property.value);
  if (value.type === 'ObjectExpression') return { members: [], edits: [appendMembers(value, [entry], module.text)] };
  const source = module.text.slice(getStart(property.value), getEnd(property.value));
  const text = property.shorthand ? `headers: { ...${source}, ${entry} }` : `{ ...${source}, ${entry} }`;
  const target = property.shorthand ? property : property.value;
  return { members: [], edits: [{ start: getStart(target), end: getEnd(target), text }] };
}

function writeBody(change: MessageChange, module: Module): string {
  if (change.value === 'null') return `{ ${change.field}: null }`;
  if (change.value === 'body' || change.value.file !== module.path) return refuse('it has no body to take the id from');
  return `{ ${writeKey(change.field, "'")}: ${change.value.source} }`;
}

/** A request without a body gets one. */
function insertBody(evaluator: Evaluator, emission: Emission, change: MessageChange): readonly FileEdit[] {
  const { sink, request, site } = emission;
  const message = request.message;
  if (message === undefined || sink.node !== site.node || sink.node.type === 'TaggedTemplateExpression')
    return refuse('it is sent through a wrapper, which must be given the body');
  const body = writeBody(change, sink.module);
  const [url] = sink.node.arguments;
  if (url === undefined) return refuse('its arguments are not known');
  if (message.bodyIndex !== null)
    return inFile(sink.module, { start: getEnd(url), end: getEnd(url), text: `, ${body}` });
  const literal = findOptionsLiteral(emission, message);
  const member =
    message.encoding === 'text' ? `${message.bodyName}: JSON.stringify(${body})` : `${message.bodyName}: ${body}`;
  if (literal === null) {
    if (message.options !== undefined || !message.isVerb) return refuse('its options are not written at the call');
    return inFile(sink.module, { start: getEnd(url), end: getEnd(url), text: `, { ${member} }` });
  }
  const typed =
    message.encoding === 'text' ? addContentType(evaluator, emission, message, literal) : { members: [], edits: [] };
  const edits = [...typed.edits, appendMembers(literal, [...typed.members, member], sink.module.text)];
  return edits.flatMap((edit) => inFile(sink.module, edit));
}

/** A body that is kept still needs its content type; where the headers are not known they are left as they are. */
function completeContentType(evaluator: Evaluator, emission: Emission): readonly FileEdit[] {
  const message = emission.request.message;
  // A wrapper's own options serve other requests, too.
  if (message === undefined || message.encoding !== 'text' || emission.sink.node !== emission.site.node) return [];
  const literal = findOptionsLiteral(emission, message);
  if (literal === null || findMember(literal, (name) => name === 'headers') !== null) return [];
  const { members } = addContentType(evaluator, emission, message, literal);
  return members.length === 0
    ? []
    : inFile(emission.sink.module, appendMembers(literal, members, emission.sink.module.text));
}

function changeBody(evaluator: Evaluator, emission: Emission, change: MessageChange): BodyEdits {
  const body = readBody(evaluator, emission);
  if (body === undefined || (body.type === 'primitive' && body.value === undefined))
    return { edits: insertBody(evaluator, emission, change), extraMembers: [] };
  if (change.value !== 'body') return refuse('it has a body although its path or method says all');
  const options = listOptions(body);
  if (!options.every((option) => option.type === 'object')) return refuse('its body is not an object literal');
  const changed = options.flatMap((option) =>
    option.type === 'object' ? [renameField(evaluator, option, emission, change)] : [],
  );
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
  if (emission === undefined || emissions.some((other) => other.sink.node !== emission.sink.node))
    return { ok: false, reason: 'it is sent from several places' };
  try {
    const method = changeMethod(emission, change);
    const body = changeBody(evaluator, emission, change);
    return { ok: true, edits: [...method, ...body.edits], extraMembers: body.extraMembers };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}
