import { isTestFile } from '../../model/test-files.ts';
import {
  type CallNode,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, getLocation, type Module, readCode } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findReached } from '../modules/reached-files.ts';
import { readConstant } from '../texts/constants.ts';
import { isAnswerAbout } from './asked-answers.ts';

/** A message that a wrapper throws matters to nobody, unless a test pins its words, or who catches it asks for them. */

const ASSERTIONS =
  /^(?:toThrow(?:Error(?:MatchingInlineSnapshot)?)?|throws?|rejects|rejectedWith|toBe|toEqual|toStrictEqual|toContain|toMatch(?:Object)?|toHaveBeen(?:Last|Nth)?Called(?:(?:Exactly)?Once)?With|calledWith|(?:deep)?(?:strict)?equal|match|includes?)$/i;

/** Stands for what a template of an assertion leaves open. */
const OPEN = '\0';

export function makesError(node: SyntaxNode): boolean {
  const callee = node.type === 'NewExpression' || node.type === 'CallExpression' ? unwrap(node.callee) : null;
  return callee?.type === 'Identifier' && /^(?:[A-Z]\w*|create[A-Z]\w*|create)?Error$/.test(callee.name);
}

/** `error(502, `GET ${path}`)` of SvelteKit throws by itself. */
function throwsByItself(node: SyntaxNode, module: Module): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false;
  const source = findBindingOf(module, node.callee)?.source;
  return source?.kind === 'import' && source.specifier === '@sveltejs/kit' && source.imported === 'error';
}

/** Is the value part of what a `throw` throws, or of an error that is handed on: `callback(new Error(…))`? */
export function isThrown(node: SyntaxNode, module: Module): boolean {
  for (
    let at = getParent(node), inner = node;
    at !== undefined && !isFunctionNode(at);
    inner = at, at = getParent(at)
  ) {
    // `throw new Error(HINTS[path])`: it is thrown for what it says, and another text would have another hint.
    if (isAnswerAbout(at, inner)) return false;
    if (at.type === 'ThrowStatement' || makesError(at) || throwsByItself(at, module)) return true;
  }
  return false;
}

function readAsserted(node: SyntaxNode, module: Module): string {
  if (node.type === 'RegExpLiteral') return node.pattern.replaceAll('\\/', '/').replace(/\\.|[.*+?^$()[\]{}|]/g, OPEN);
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join(OPEN);
  return readConstant(node, module) ?? '';
}

/** `{ name: 'Error', message: 'GET /calls failed' }` */
function listMembers(given: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const source = given.type === 'Identifier' ? findBindingOf(module, given)?.source : undefined;
  const argument = source?.kind === 'value' && source.steps.length === 0 && source.node ? unwrap(source.node) : given;
  if (argument.type === 'NewExpression') return argument.arguments;
  if (argument.type === 'ArrayExpression')
    return argument.elements.flatMap((one) => (one === null ? [] : [unwrap(one)]));
  if (argument.type !== 'ObjectExpression') return [argument];
  return argument.properties.flatMap((member) => (member.type === 'ObjectProperty' ? [unwrap(member.value)] : []));
}

/** The arguments of an assertion, also those of an error in it. */
function listAsserted(call: CallNode, module: Module): readonly SyntaxNode[] {
  if (call.type !== 'CallExpression') return [];
  const callee = unwrap(call.callee);
  const name = nameMember(callee);
  if (name === null || !ASSERTIONS.test(name)) return [];
  return call.arguments.flatMap((argument) => listMembers(argument, module));
}

export interface AssertedMessage {
  /** In front of the path. */
  readonly before: string;
  /** `file:line` */
  readonly at: string;
  /** `toBe('/api/calls')`: a path below another one, and nothing that is thrown. */
  readonly isPath: boolean;
  /** `error.message === '/calls'`: the message is the path. */
  readonly isBare: boolean;
  /** A test with this text that knows its words: it changes with them, or is named where they change. */
  readonly isFollowed: boolean;
}

/** The text of a path as it is written: the piece that a version is put in front of, and what follows it. */
export interface WrittenPath {
  readonly text: string;
  /** The further pieces of its template, each after something that is not fixed. */
  readonly rest: readonly string[];
  /** The version that it gets in front, as `/v1`. */
  readonly versionPrefix: string;
}

/** May one go on as the other does? The shorter one says nothing of what follows it. */
function agreeFrom(first: string, second: string): boolean {
  return first.startsWith(second) || second.startsWith(first);
}

function agreeUpTo(first: string, second: string): boolean {
  return first.endsWith(second) || second.endsWith(first);
}

/** Does what an assertion has behind the beginning of a path go on as the path does? As far as both are fixed. */
function goesOn(behind: string, rest: readonly string[]): boolean {
  let [remaining = ''] = behind.split(OPEN);
  for (const piece of rest) {
    remaining = remaining.replace(/^[^/\s]*/, '');
    if (!agreeFrom(remaining, piece)) return false;
    remaining = remaining.slice(piece.length);
  }
  return true;
}

/** A text that an assertion compares with. */
interface Assertion {
  readonly text: string;
  /** Where it is written. */
  readonly node: SyntaxNode;
  readonly call: SyntaxNode;
  readonly module: Module;
}

const QUESTIONS = /^(?:startsWith|endsWith|includes|indexOf|match|search)$/;

/** `message.startsWith('GET /calls')`: what its own method asks a text for. */
function findAskedFor(text: SyntaxNode, parent: SyntaxNode): SyntaxNode | null {
  const call = isMemberNode(parent) && unwrap(parent.object) === text ? getParent(parent) : undefined;
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || unwrap(call.callee) !== parent) return null;
  return QUESTIONS.test(nameMember(parent) ?? '') ? (call.arguments[0] ?? null) : null;
}

/** `error.message === 'GET /calls failed'`, `/POST \/calls/.test(error.message)`: what a message is compared with. */
function findCompared(message: SyntaxNode): SyntaxNode | null {
  const parent = getParent(message);
  const asked = parent === undefined ? null : findAskedFor(message, parent);
  if (asked !== null) return asked;
  if (parent?.type === 'BinaryExpression' && /^[=!]==?$/.test(parent.operator))
    return parent.left === message ? parent.right : parent.left;
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== message) return null;
  const callee = unwrap(parent.callee);
  return isMemberNode(callee) && nameMember(callee) === 'test' ? unwrap(callee.object) : null;
}

function* readAssertions(module: Module): Generator<Assertion> {
  for (const { calls, members } of module.scripts) {
    const asserted = calls.flatMap((call) => listAsserted(call, module).map((node) => ({ node, call })));
    const compared = members.get('message').flatMap((call) => {
      const node = findCompared(call);
      return node === null ? [] : [{ node, call }];
    });
    for (const { node, call } of [...asserted, ...compared]) {
      const text = readAsserted(node, module);
      if (text !== '' && !/^https?:/.test(text)) yield { text, node, call, module };
    }
  }
}

const assertions = new WeakMap<Module, readonly Assertion[]>();

/** The texts that the assertions of a file compare with. */
export function listAssertions(module: Module): readonly Assertion[] {
  const known = assertions.get(module) ?? [...readAssertions(module)];
  assertions.set(module, known);
  return known;
}

/** `error.message.startsWith('/calls')`: is a message asked whether it is the path, or begins as it does? */
function asksForPath({ text, call }: Pick<Assertion, 'text' | 'call'>, path: string): boolean {
  return isMemberNode(call) && /^\/\w/.test(text) && agreeFrom(text, path);
}

/** The assertions of a graph, gathered once: every text that is followed asks for them, many for the same path. */
class AssertionIndex {
  readonly #all: Assertion[] = [];
  readonly #byPath = new Map<string, readonly Assertion[]>();
  #modules = 0;

  /** Those of the modules loaded by now that have the path behind other words, or ask a message for it alone. */
  list({ loaded }: ModuleGraph, path: string): readonly Assertion[] {
    this.#add(loaded);
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const found = this.#all.filter((asserted) => asserted.text.indexOf(path) > 0 || asksForPath(asserted, path));
    this.#byPath.set(path, found);
    return found;
  }

  #add(loaded: readonly Module[]): void {
    if (loaded.length === this.#modules) return;
    for (const module of loaded.slice(this.#modules)) this.#all.push(...listAssertions(module));
    this.#modules = loaded.length;
    this.#byPath.clear();
  }
}

const indexes = new WeakMap<ModuleGraph, AssertionIndex>();

function getIndex(graph: ModuleGraph): AssertionIndex {
  const index = indexes.get(graph) ?? new AssertionIndex();
  indexes.set(graph, index);
  return index;
}

function assertsThrown(call: SyntaxNode): boolean {
  const name = call.type === 'CallExpression' ? nameMember(unwrap(call.callee)) : null;
  return name !== null && /throw|reject/i.test(name);
}

/** A path behind other words, or behind a host. */
const BEHIND_WORDS = /(?<=[\s:([<'"`]|\.[a-z]{2,}(?::\d+)?)\/[a-z][\w-]*(?:\/[\w\-\0]+)*/i;

/** What fails, or is logged, says it; of a page it is a link. */
const SAYING = /thr[eo]w|reject|message|err(?:or|s)?\b|\blog|warn|\blines?\b|\boutput\b|stdout|stderr/i;

/** `expect(error.message).toBe`; what a name in it is made of, `vi.spyOn(console, 'warn')`, stands behind it. */
function readSubject(call: SyntaxNode, module: Module): string {
  const code = isCallNode(call) && 'callee' in call ? readCode(module, call.callee) : readCode(module, call);
  const expected =
    isCallNode(call) && 'callee' in call && isMemberNode(call.callee) ? unwrap(call.callee.object) : null;
  const [name] = expected !== null && isCallNode(expected) && 'arguments' in expected ? expected.arguments : [];
  const source = name?.type === 'Identifier' ? findBindingOf(module, name)?.source : undefined;
  const made = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  return made !== null && isCallNode(made) ? `${code} ${readCode(module, made)}` : code;
}

interface SaidPath {
  readonly path: string;
  readonly index: number;
}

/** The path in the words of an assertion about what fails, or is logged. */
export function readSaidPath(asserted: string, call: SyntaxNode, module: Module): SaidPath | null {
  const found = BEHIND_WORDS.exec(asserted);
  if (found === null || found.index === 0 || !SAYING.test(readSubject(call, module))) return null;
  return { path: found[0], index: found.index };
}

/** Where tests assert a message with this path in it; `owner`: the file that the path is written in. */
export function listAssertedMessages(
  graph: ModuleGraph,
  { text, rest }: WrittenPath,
  owner: Module | null,
): readonly AssertedMessage[] {
  if (text.length < 2) return [];
  // A name without a slash is put behind one, or stands for itself: `Could not load agents`.
  const paths = text.startsWith('/') ? [text] : [`/${text}`, ` ${text}`];
  const isFollowedIn = (test: Module): boolean =>
    owner !== null && text.startsWith('/') && isTestFile(test.path) && findReached(graph, test).has(owner);
  return paths.flatMap((path) =>
    getIndex(graph)
      .list(graph, path)
      .flatMap(({ text: asserted, call, module }) => {
        const start = asserted.lastIndexOf(text.startsWith('/') ? path : text);
        const isBare = start < 1 && asksForPath({ text: asserted, call }, path);
        if (!isBare && !goesOn(asserted.slice(start + text.length), rest)) return [];
        const { file, line } = getLocation(module, getStart(call));
        const before = asserted.slice(0, Math.max(0, start)).split(OPEN).at(-1) ?? '';
        const isPath = /^(?:\/[\w.-]+)+$/.test(before) && !assertsThrown(call);
        const isFollowed = isFollowedIn(module) && readSaidPath(asserted, call, module)?.path.startsWith(text) === true;
        return { before, at: `${file}:${line}`, isPath, isBare, isFollowed };
      }),
  );
}

/** What a message has in front of a value that is put into it; empty where that is not fixed. */
export function readWordsBefore(parent: SyntaxNode, node: SyntaxNode): string {
  if (parent.type === 'BinaryExpression' && parent.right === node)
    return parent.left.type === 'StringLiteral' ? parent.left.value : '';
  if (parent.type !== 'TemplateLiteral') return '';
  const index = parent.expressions.findIndex((expression) => expression === node);
  const piece = index < 0 ? undefined : parent.quasis[index];
  return piece?.value.cooked ?? '';
}

/** Can a message with these words in front of a path be the one that is asserted? */
export function canBeMessage({ before, isPath, isBare }: AssertedMessage, words: string): boolean {
  if (isBare) return words === '';
  // With no words in front of it, a whole URL is as good a message as a path.
  return isPath && words === '' ? false : agreeUpTo(before, words);
}
