import type { StreamReading } from '../../model/response.ts';
import { findFunctionAround, findOutermost } from '../../syntax/enclosing.ts';
import {
  type FunctionNode,
  getEnd,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  type MemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import { findBindingOf, findScript, isRead, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';

/** How the answer of a streaming request is read: by its status alone, as one JSON text, or event by event. */

const STATUS = new Set(['ok', 'status', 'statusText', 'statusCode', 'headers']);
const READERS = new Set([
  'getReader',
  'text',
  'on',
  'once',
  'pipe',
  'pipeThrough',
  'pipeTo',
  'iter_lines',
  'blob',
  'arrayBuffer',
]);
/** Make another kind of stream of the body. */
const CONVERTERS = new Set(['fromWeb', 'from', 'createInterface']);
const LISTENERS = new Set(['on', 'once', 'addEventListener', 'addListener']);
const MAX_FUNCTIONS = 12;

/** Everything that is done with the answer: member reads, and whether it goes somewhere else. */
interface AnswerUses {
  readonly members: MemberNode[];
  readonly loops: SyntaxNode[];
  escapes: boolean;
}

function collectUses(node: SyntaxNode, module: Module, uses: AnswerUses): void {
  const at = findOutermost(node);
  const parent = getParent(at);
  if (parent === undefined || parent.type === 'ExpressionStatement') return;
  if (isMemberNode(parent) && parent.object === at) {
    const call = getParent(parent);
    const name = nameMember(parent);
    if (call !== undefined && isCallNode(call) && name === 'then' && call.type !== 'TaggedTemplateExpression') {
      const [callback] = call.arguments;
      const param = callback !== undefined && isFunctionNode(callback) ? callback.params[0] : undefined;
      if (param?.type === 'Identifier') collectNamed(param, module, uses);
      else uses.escapes = true;
      return;
    }
    uses.members.push(parent);
    return;
  }
  if (parent.type === 'ForOfStatement') uses.loops.push(at);
  else if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    collectNamed(parent.id, module, uses);
  else if (parent.type === 'UnaryExpression' || parent.type === 'IfStatement') return;
  else uses.escapes = true;
}

function collectNamed(declared: SyntaxNode, module: Module, uses: AnswerUses): void {
  if (declared.type !== 'Identifier') return;
  const binding = findBindingOf(module, declared);
  if (binding === undefined || binding.assignments.length > 0) {
    uses.escapes = true;
    return;
  }
  for (const name of findScript(module, declared).identifiers.get(binding.name))
    if (name !== binding.declaration && isRead(name) && findBindingOf(module, name) === binding)
      collectUses(name, module, uses);
}

/** A function with a name, or a class, runs where it is called. */
function isDeclared(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassMethod' || node.type === 'ObjectMethod') return true;
  return isFunctionNode(node) && (parent === undefined || !isCallNode(parent));
}

interface Code {
  readonly body: SyntaxNode;
  readonly module: Module;
}

/** Code that handles the events: that which reads them, and who goes through what it yields. `isOpen`: somebody may whom nobody sees. */
function findHandlers(evaluator: Evaluator, fn: FunctionNode | null, reader: SyntaxNode, module: Module) {
  const handlers: Code[] = [{ body: fn?.body ?? findScript(module, reader).program, module }];
  const queue = fn?.generator === true ? [fn] : [];
  const seen = new Set<FunctionNode>(queue);
  let isOpen = false;
  for (let at = queue.pop(); at !== undefined && seen.size < MAX_FUNCTIONS; at = queue.pop()) {
    const callers = evaluator.index.listCallers(at);
    isOpen ||= callers.length === 0;
    for (const { node, module: home } of callers) {
      const around = findFunctionAround(node);
      handlers.push({ body: around?.body ?? findScript(home, node).program, module: home });
      const isHandedOn = around !== null && (around.generator === true || findOnlyReturn(around) === node);
      if (!isHandedOn || seen.has(around)) continue;
      seen.add(around);
      queue.push(around);
    }
  }
  return { handlers, isOpen };
}

/** The words of some code and of the functions of the project that it calls; `?` among them where it hands things to unknown code. */
function collectWords(evaluator: Evaluator, start: readonly Code[]): ReadonlySet<string> {
  const words = new Set<string>();
  const seen = new Set<SyntaxNode>();
  const queue = [...start];
  for (let next = queue.pop(); next !== undefined && seen.size < MAX_FUNCTIONS; next = queue.pop()) {
    const { body, module } = next;
    if (seen.has(body)) continue;
    seen.add(body);
    walk(body, true, (node, parent) => {
      if (body.type === 'Program' && isDeclared(node)) return null;
      if (node.type === 'StringLiteral' && !isEventName(parent, node)) words.add(node.value);
      if (node.type === 'ObjectProperty' || node.type === 'ObjectMethod') words.add(nameKey(node) ?? '');
      if (isMemberNode(node) && !isLog(node)) words.add(nameMember(node) ?? '');
      if (!isCallNode(node) || isPlainMethod(node)) return true;
      for (const option of listOptions(evaluateCallee(evaluator, node, module, null))) {
        if (option.type === 'function') queue.push({ body: option.fn.body, module: option.module });
        else if (option.type === 'param' || option.type === 'unknown') words.add('?');
        else if (option.type === 'external' && !/^(?:global|node:)/.test(option.module)) words.add('?');
      }
      return true;
    });
  }
  return words;
}

function isLog({ object }: MemberNode): boolean {
  return object.type === 'Identifier' && /^(?:console|log|logger)$/.test(object.name);
}

/** Methods of texts, lists and readers hand nothing to anybody. */
const PLAIN_METHODS = new Set(
  (
    'toString split trim trimEnd trimStart slice substring push pop shift join startsWith endsWith includes indexOf ' +
    'replace replaceAll forEach map filter find decode read releaseLock cancel getReader pipeThrough concat at text ' +
    'on once write'
  ).split(' '),
);

function isPlainMethod(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return false;
  const callee = unwrap(node.callee);
  return isMemberNode(callee) && (isLog(callee) || PLAIN_METHODS.has(nameMember(callee) ?? ''));
}

/** `stream.on('error', …)` is about the connection, not about an event in the stream. */
function isEventName(parent: SyntaxNode | null, node: SyntaxNode): boolean {
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) return false;
  const callee = unwrap(parent.callee);
  return isMemberNode(callee) && LISTENERS.has(nameMember(callee) ?? '');
}

function toPlace(node: SyntaxNode, module: Module): StreamReading['place'] {
  return { file: module.path, start: getStart(node), end: getEnd(node) };
}

/** The outermost call of the members behind the answer: `res.body.getReader()`. */
function findReadingCall(member: MemberNode): { readonly node: SyntaxNode; readonly name: string } | null {
  let at: SyntaxNode = member;
  for (;;) {
    const name = nameMember(at);
    const parent = getParent(at);
    if (parent === undefined) return null;
    if (isCallNode(parent) && 'callee' in parent && parent.callee === at) return { node: parent, name: name ?? '' };
    // `readline.createInterface({ input: Readable.fromWeb(res.body) })`
    if (name === 'body' && isCallNode(parent) && 'callee' in parent && CONVERTERS.has(nameCallee(parent.callee) ?? ''))
      return { node: parent, name: 'pipe' };
    if (unwrap(parent) === unwrap(at) || (isMemberNode(parent) && parent.object === at)) {
      at = parent;
      continue;
    }
    if (parent.type === 'ForOfStatement' && parent.right === at) return { node: at, name: 'for' };
    return null;
  }
}

export function readStream(evaluator: Evaluator, emissions: readonly Emission[]): StreamReading | null {
  const [emission] = emissions;
  if (emission === undefined || emission.sink.node !== emission.site.node) return null;
  const { node, module } = emission.sink;
  evaluator.ask();
  const uses: AnswerUses = { members: [], loops: [], escapes: false };
  collectUses(node, module, uses);
  if (uses.escapes) return null;
  const reading = uses.members.flatMap((member) => {
    const found = findReadingCall(member);
    return found === null ? [] : [found];
  });
  const json = reading.find(({ name }) => name === 'json');
  if (json !== undefined) return { place: toPlace(json.node, module), how: 'json', words: [] };
  const reader = reading.find(({ name }) => READERS.has(name) || name === 'for');
  if (reader !== undefined) {
    const { handlers, isOpen } = findHandlers(evaluator, findFunctionAround(reader.node), reader.node, module);
    const words = collectWords(evaluator, handlers);
    return { place: toPlace(reader.node, module), how: 'events', words: [...words, ...(isOpen ? ['?'] : [])] };
  }
  const isStatusOnly = uses.members.every((member) => STATUS.has(nameMember(member) ?? ''));
  if (!isStatusOnly) return null;
  return { place: toPlace(node, module), how: uses.members.length === 0 ? 'unread' : 'status', words: [] };
}
