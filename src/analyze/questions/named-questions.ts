import { append } from '../../model/append.ts';
import { isTestFile } from '../../model/test-files.ts';
import { eachPatternName } from '../../syntax/destructuring.ts';
import { getStart, isCallNode, isFunctionNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { findScript, getLocation, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findMapped, readConstant } from '../texts/constants.ts';

/**
 * `entry.path === '/calls'`, `[...log].sort()[0] === '/calls'`, `SLOW.has(entry.path)`: where a text is asked for, and under
 * which names what is asked goes.
 */

/** The names in an expression: those of members, and those that stand for themselves. */
export interface Names {
  readonly members: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
}

export interface NamedQuestion extends Names {
  readonly text: string;
  readonly node: SyntaxNode;
  readonly module: Module;
  /** It is the same text with something in front that is asked about a piece: `path.includes('/calls')`. */
  readonly isOfPiece: boolean;
  /** `file:line` */
  readonly at: string;
}

const ASKED_OF =
  /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|has|hasOwnProperty|get|match|search|localeCompare|getEntriesByName|clearMarks)$/;
const OF_PIECE = /^(?:endsWith|includes|indexOf|lastIndexOf|match|search)$/;
const ASKING = /^(?:has|includes|indexOf|lastIndexOf|get|test|exec|hasOwnProperty)$/;
/** Whose path is that of a page, or of a request to this program. */
const OF_OTHERS =
  /^(?:(?:req|request|ctx|context|location|router|routes?|history|window|document|navigation|to|from|next|page|\$page|\$route|event|evt|match|uri|nextUrl|pathname|usePathname|useLocation|useRouter|useRoute)$|current(?:Route|Path))/i;

/** What asks for the text, seen from a literal or the collection that it stands in. */
interface Question {
  readonly asked: SyntaxNode;
  readonly isOfPiece: boolean;
}

/** `node`: what holds the text and stands by itself in the question. */
function findQuestion(node: SyntaxNode, isCollection: boolean): Question | null {
  const parent = getParent(node);
  if (parent === undefined) return null;
  if (parent.type === 'BinaryExpression') {
    if (parent.operator === 'in') return { asked: parent.left === node ? parent.right : parent.left, isOfPiece: false };
    if (isCollection || !/^[=!]==?$/.test(parent.operator)) return null;
    return { asked: parent.left === node ? parent.right : parent.left, isOfPiece: false };
  }
  if (parent.type === 'SwitchCase') {
    const outer = getParent(parent);
    return outer?.type === 'SwitchStatement' ? { asked: outer.discriminant, isOfPiece: false } : null;
  }
  if (isMemberNode(parent)) {
    if (parent.property === node) return parent.computed ? { asked: parent.object, isOfPiece: false } : null;
    const call = getParent(parent);
    // `LIMITS[entry.path]`
    if (parent.computed && nameMember(parent) === null) return { asked: parent.property, isOfPiece: false };
    if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.callee !== parent) return null;
    const [asked] = call.arguments;
    return asked !== undefined && ASKING.test(nameMember(parent) ?? '') ? { asked, isOfPiece: false } : null;
  }
  if (!isCallNode(parent) || !('arguments' in parent) || parent.arguments[0] !== node) return null;
  const callee = unwrap(parent.callee);
  const name = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
  return isMemberNode(callee) && ASKED_OF.test(name) ? { asked: callee.object, isOfPiece: OF_PIECE.test(name) } : null;
}

/** `new Set(['/calls'])`, `{ '/calls': 30 }`: the whole collection; null where the text is no element or key of one. */
function findCollection(literal: SyntaxNode): SyntaxNode | null {
  const parent = getParent(literal);
  const isKey = parent?.type === 'ObjectProperty' && parent.key === literal;
  const list = isKey ? getParent(parent) : parent;
  if (list?.type !== 'ArrayExpression' && !(isKey && list?.type === 'ObjectExpression')) return null;
  let whole: SyntaxNode = list;
  for (let at = getParent(whole); at !== undefined; at = getParent(whole)) {
    const isHolder = at.type === 'NewExpression' || at.type === 'ArrayExpression' || unwrap(at) === unwrap(whole);
    if (!isHolder) break;
    whole = at;
  }
  return whole;
}

/** Where the collection stands by itself or under its name. */
function listStanding(collection: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const declarator = getParent(collection);
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return [collection];
  return findScript(module, collection)
    .identifiers.get(declarator.id.name)
    .filter((node) => node !== declarator.id);
}

/** `hash('/calls')`: what is made of the text stands for it. */
function widenMade(literal: SyntaxNode): SyntaxNode {
  let node = literal;
  for (let parent = getParent(node); parent !== undefined; parent = getParent(node)) {
    if (!isCallNode(parent) || !('arguments' in parent) || parent.callee === node) return node;
    if (isMemberNode(unwrap(parent.callee))) return node;
    node = parent;
  }
  return node;
}

/** `PATHS.get('slow')` of `const PATHS = new Map([['slow', '/calls']])` in the same file. */
function listMapped(literal: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const pair = getParent(literal);
  const list = pair?.type === 'ArrayExpression' ? getParent(pair) : undefined;
  const map = list?.type === 'ArrayExpression' ? getParent(list) : undefined;
  const holder = map?.type === 'NewExpression' ? getParent(map) : undefined;
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return [];
  return findScript(module, literal)
    .identifiers.get(holder.id.name)
    .flatMap((name) => {
      const member = getParent(name);
      const call = member === undefined ? undefined : getParent(member);
      return call !== undefined && findMapped(call, module) === literal ? [call] : [];
    });
}

/** `SLOW` of `const SLOW = '/calls'`, `PATHS.slow` of a table: where a text stands by itself under its name in the same file. */
function listNamed(literal: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const parent = getParent(literal);
  const text = readConstant(literal, module);
  const { identifiers, members } = findScript(module, literal);
  if (parent?.type === 'VariableDeclarator' && parent.init === literal && parent.id.type === 'Identifier') {
    const { id } = parent;
    return identifiers.get(id.name).filter((name) => name !== id && readConstant(name, module) === text);
  }
  const name = parent?.type === 'ObjectProperty' && parent.value === literal ? nameKey(parent) : null;
  if (name === null) return listMapped(literal, module);
  return members.get(name).filter((member) => readConstant(member, module) === text);
}

function listQuestions(literal: SyntaxNode, module: Module): readonly Question[] {
  const own = findQuestion(widenMade(literal), false);
  if (own !== null) return [own];
  const named = listNamed(literal, module).flatMap((name) => findQuestion(widenMade(name), false) ?? []);
  if (named.length > 0) return named;
  const collection = findCollection(literal);
  if (collection === null) return [];
  return listStanding(collection, module).flatMap((node) => findQuestion(node, true) ?? []);
}

function isCallee(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return parent !== undefined && isCallNode(parent) && 'arguments' in parent && parent.callee === node;
}

/** Adds the names of an expression; a method is no name of what is asked. */
export function addNames(expression: SyntaxNode, members: Set<string>, roots: Set<string>): void {
  walk(expression, true, (node) => {
    if (isMemberNode(node)) {
      const name = nameMember(node);
      if (name !== null && !(isCallee(node) && node.object.type !== 'ThisExpression')) members.add(name);
    } else if (node.type === 'Identifier') {
      const parent = getParent(node);
      const isKey = parent?.type === 'ObjectProperty' && parent.key === node && !parent.computed;
      const isMember = parent !== undefined && isMemberNode(parent) && parent.property === node && !parent.computed;
      if (!isKey && !isMember) roots.add(node.name);
    }
    return true;
  });
}

function listPatternNames(pattern: SyntaxNode): readonly string[] {
  const names: string[] = [];
  eachPatternName(pattern, [], ({ name }) => names.push(name));
  return names;
}

/** `for (const [, r] of pending) if (r.path === …)`, `log.some((e) => e.path === …)`: where what is asked was taken from. */
function addSources(asked: SyntaxNode, members: Set<string>, roots: Set<string>): void {
  for (let at = getParent(asked); at !== undefined; at = getParent(at)) {
    if (at.type === 'ForOfStatement') {
      const pattern = at.left.type === 'VariableDeclaration' ? at.left.declarations[0]?.id : at.left;
      if (pattern !== undefined && listPatternNames(pattern).some((name) => roots.has(name)))
        addNames(at.right, members, roots);
    }
    if (!isFunctionNode(at)) continue;
    const call = getParent(at);
    if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.callee === at) continue;
    const isTaken = at.params.some((param) => listPatternNames(param).some((name) => roots.has(name)));
    const callee = unwrap(call.callee);
    if (isTaken && isMemberNode(callee)) addNames(callee.object, members, roots);
  }
}

/** `req.path`, `useRouter().pathname`: by one of the names that lead to it. */
function isOfOthers(asked: SyntaxNode): boolean {
  for (let at = unwrap(asked); ; ) {
    const name = at.type === 'Identifier' ? at.name : isMemberNode(at) ? nameMember(at) : null;
    if (name !== null && OF_OTHERS.test(name)) return true;
    if (isMemberNode(at)) at = unwrap(at.object);
    else if (isCallNode(at) && 'arguments' in at) at = unwrap(at.callee);
    else return false;
  }
}

function readNames(asked: SyntaxNode): Names | null {
  if (isOfOthers(asked)) return null;
  const [members, roots] = [new Set<string>(), new Set<string>()];
  addNames(asked, members, roots);
  addSources(asked, members, roots);
  return { members, roots };
}

function* readModule(module: Module): Generator<NamedQuestion> {
  for (const { paths } of module.scripts) {
    for (const node of paths) {
      if (node.type !== 'StringLiteral') continue;
      const { file, line } = getLocation(module, getStart(node));
      for (const { asked, isOfPiece } of listQuestions(node, module)) {
        const names = readNames(asked);
        if (names !== null) yield { ...names, text: node.value, node, module, isOfPiece, at: `${file}:${line}` };
      }
    }
  }
}

/** The first word of a path. */
function getWord(text: string): string {
  return /[a-z][\w-]*/i.exec(text)?.[0] ?? '';
}

/** Gathered once from the files loaded by now: every text that is followed asks. */
class QuestionIndex {
  /** By their first word, and then by text: a table may be asked at hundreds of places for each of its paths. */
  readonly #byWord = new Map<string, Map<string, NamedQuestion[]>>();
  /** Each place that a text comes to asks for it. */
  readonly #answers = new Map<string, readonly NamedQuestion[]>();
  #modules = 0;

  list({ loaded }: ModuleGraph, text: string): readonly NamedQuestion[] {
    if (this.#modules < loaded.length) this.#answers.clear();
    for (const module of loaded.slice(this.#modules)) if (!isTestFile(module.path)) this.#add(module);
    this.#modules = loaded.length;
    const known = this.#answers.get(text);
    if (known !== undefined) return known;
    const ofWord = this.#byWord.get(getWord(text)) ?? new Map<string, NamedQuestion[]>();
    const found = [...ofWord].flatMap(([other, questions]) =>
      text.startsWith(other) || other.startsWith(text) ? questions : [],
    );
    this.#answers.set(text, found);
    return found;
  }

  #add(module: Module): void {
    for (const question of readModule(module)) {
      const word = getWord(question.text);
      const ofWord = this.#byWord.get(word) ?? new Map<string, NamedQuestion[]>();
      append(ofWord, question.text, question);
      this.#byWord.set(word, ofWord);
    }
  }
}

const indexes = new WeakMap<ModuleGraph, QuestionIndex>();

/** Questions outside of tests for this path, or for a piece of it from its beginning. */
export function listNamedQuestions(graph: ModuleGraph, text: string): readonly NamedQuestion[] {
  const index = indexes.get(graph) ?? new QuestionIndex();
  indexes.set(graph, index);
  return index.list(graph, text);
}
