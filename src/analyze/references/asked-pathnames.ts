import type { UrlPattern } from '../../model/analysis.ts';
import type { Region } from '../../model/location.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findFunctionAround } from '../../syntax/enclosing.ts';
import {
  contains,
  getEnd,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { mentions } from '../modules/mentions.ts';
import { findScript, getRegion, type Module, readCode } from '../modules/module.ts';
import { findRegExp } from '../texts/regexps.ts';
import { listTexts } from '../texts/texts.ts';
import { findWritten } from '../uses/written-at.ts';
import { listOptions } from '../values/unions.ts';
import { listWordsAsked } from './asked-pieces.ts';
import { listRowPaths } from './asked-rows.ts';
import { compareAt } from './compared-at.ts';
import { isOfFetchDouble } from './fetch-doubles.ts';
import { isHandedUrl } from './handed-urls.ts';
import { dropMethod, listKeysAskedFor, listNameReadings, listPathTexts } from './path-keys.ts';
import { unescapeMarks, writeAtom } from './pattern-texts.ts';
import { findPromise } from './promised-names.ts';
import { findWatchedHost } from './watched-requests.ts';

/**
 * `url.host === API_HOST && url.pathname.startsWith('/calls')`: what a service worker, a middleware or the fake of a test asks
 * of the path of a URL that it was handed. The version will stand in front of it.
 */

const QUESTIONS = /^(?:startsWith|includes|indexOf|match|search)$/;
const MEMBERSHIP = /^(?:includes|has|test|exec)$/;
const COMPARING = /^(?:BinaryExpression|SwitchCase)$/;
const CUTTING = /fetch|\.(?:replace|slice)\(/i;
const HOSTS = ['host', 'hostname', 'origin'];

/** A part of a URL: `url.pathname`, or a name that it is given. */
interface UrlPart {
  readonly node: SyntaxNode;
  readonly url: SyntaxNode;
}

/** `url.pathname`, and `pathname` of `const { pathname } = new URL(…)`, be it by another name. */
export function listUrlParts(script: ScriptFacts, part: string): readonly UrlPart[] {
  const members = script.members.get(part).flatMap((node): readonly UrlPart[] => {
    const parent = getParent(node);
    const names =
      parent?.type === 'VariableDeclarator' && parent.init === node ? listNameReadings(script, parent.id) : [];
    return [node, ...names].map((at) => ({ node: at, url: node.object }));
  });
  const taken = script.identifiers.get(part).flatMap((name): readonly UrlPart[] => {
    const source = findBinding(script, name)?.source;
    if ((source?.kind !== 'value' && source?.kind !== 'param') || source.steps.length !== 1) return [];
    const [step] = source.steps;
    const url = source.kind === 'value' ? source.node : findPromise(source.fn, source.index);
    return url !== null && step?.kind === 'property' && step.name === part ? [{ node: name, url }] : [];
  });
  return [...members, ...taken, ...script.identifiers.get(part).flatMap((key) => listRenamed(script, key))];
}

/** `path` of `const { pathname: path } = new URL(…)` and of `({ pathname: path } = new URL(…))`. */
function listRenamed(script: ScriptFacts, key: SyntaxNode): readonly UrlPart[] {
  const member = getParent(key);
  if (member?.type !== 'ObjectProperty' || member.computed || member.key !== key) return [];
  const { value } = member;
  const pattern = getParent(member);
  const holder = pattern?.type === 'ObjectPattern' ? getParent(pattern) : undefined;
  const isDeclared = holder?.type === 'VariableDeclarator' && holder.id === pattern;
  const isAssigned = holder?.type === 'AssignmentExpression' && holder.left === pattern;
  if (value.type !== 'Identifier' || (isDeclared && member.shorthand)) return [];
  const url = isDeclared ? holder.init : isAssigned ? holder.right : null;
  return url ? listNameReadings(script, value).map((node) => ({ node, url })) : [];
}

/** `url.replace(BASE, '')`, `url.slice(BASE.length)`: what a fake leaves of a URL that it was handed. */
function listStripped(script: ScriptFacts): readonly UrlPart[] {
  return script.calls.flatMap((call): readonly UrlPart[] => {
    if (call.type !== 'CallExpression' || !isMemberNode(call.callee)) return [];
    const name = nameMember(call.callee);
    const [from, to] = call.arguments;
    const isCut =
      (name === 'replace' && to?.type === 'StringLiteral' && to.value === '') ||
      (name === 'slice' && from !== undefined && isMemberNode(from) && to === undefined);
    return isCut ? [{ node: call, url: call.callee.object }] : [];
  });
}

/** What is asked of it: the other side of a comparison, the argument of a question, the list that it is looked for in. */
function listAsked(part: SyntaxNode): readonly SyntaxNode[] {
  const parent = getParent(part);
  if (parent === undefined) return [];
  if (parent.type === 'BinaryExpression')
    return /^[=!]==?$/.test(parent.operator) ? [parent.left === part ? parent.right : parent.left] : [];
  if (parent.type === 'SwitchStatement')
    return parent.discriminant === part ? parent.cases.flatMap(({ test }) => test ?? []) : [];
  const call = isMemberNode(parent) && parent.object === part ? getParent(parent) : parent;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return [];
  const callee = unwrap(call.callee);
  const [first] = call.arguments;
  if (!isMemberNode(callee) || first === undefined) return [];
  const name = nameMember(callee) ?? '';
  if (callee === parent) return QUESTIONS.test(name) ? [first] : [];
  return first === part && MEMBERSHIP.test(name) ? [callee.object] : [];
}

/** The texts that are meant; a regular expression without its beginning. */
function readAsked(
  evaluator: Evaluator,
  asked: SyntaxNode,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly string[] {
  const pattern = findRegExp(asked, module);
  if (pattern !== null) return [unescapeMarks(pattern.pattern.replace(/^\^/, ''))];
  evaluator.ask();
  const made = unwrap(asked);
  // `new Set(['/calls']).has(pathname)`
  const [held] = made.type === 'NewExpression' ? made.arguments : [];
  const value = evaluator.evaluate(held ?? asked, module, null);
  const texts = listOptions(value).flatMap((option) =>
    (option.type === 'array' ? (listElements(evaluator, option) ?? []) : [option]).flatMap((one) =>
      one.type === 'text' || one.type === 'union' ? listTexts(one, asked, module) : [],
    ),
  );
  // What a request sends as well changes, or has its own finding.
  const own = texts.filter(({ atoms }) =>
    atoms.every((atom) => atom.kind !== 'text' || atom.origin === null || isFree(atom.origin.literal)),
  );
  return own.map(({ atoms }) => atoms.map(writeAtom).join(''));
}

/** Where the text of a literal stands, without its quotes; any other expression as a whole. */
export function getTextRegion(node: SyntaxNode, module: Module): Region {
  const quote = node.type === 'StringLiteral' || node.type === 'TemplateLiteral' ? 1 : 0;
  return getRegion(module, getStart(node) + quote, getEnd(node) - quote);
}

/** `url.origin === API && url.pathname === '/calls'`: all that has to be true with it. */
function findConjunction(node: SyntaxNode): SyntaxNode {
  let outer = node;
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at))
    if (at.type === 'LogicalExpression' && at.operator === '&&') outer = at;
  return outer;
}

/** The hosts that the same URL is compared with in the same function; in the same condition, where that asks for one. */
function listHosts(
  evaluator: Evaluator,
  { node, url }: UrlPart,
  parts: readonly UrlPart[],
  module: Module,
): readonly string[] {
  const around = findFunctionAround(node);
  const name = readCode(module, url);
  const own = parts.filter((part) => readCode(module, part.url) === name && findFunctionAround(part.node) === around);
  const condition = findConjunction(node);
  const beside = own.filter((part) => contains(condition, part.node));
  return (beside.length > 0 ? beside : own)
    .flatMap((part) => listAsked(part.node))
    .flatMap((asked) => readAsked(evaluator, asked, module, () => true))
    .map((host) => host.replace(/^https?:\/\//i, '').replace(/\/+$/, ''))
    .filter((host) => /^[\w.:-]+$/.test(host));
}

/** The paths that are asked for, as one pattern. */
export function comparePath(
  evaluator: Evaluator,
  asked: SyntaxNode,
  module: Module,
  isFree: (literal: number) => boolean,
): UrlPattern | null {
  const written = findWritten(evaluator.graph, asked, module);
  const isText = written.node.type === 'StringLiteral';
  const at = isText ? compareAt(asked, module, written.module) : {};
  // A constant that requests send may stay, and they get the version elsewhere.
  const isSaidHere = at.comparedAt !== undefined && isTestFile(module.path);
  const paths = readAsked(evaluator, asked, module, isSaidHere ? () => true : isFree)
    .map(dropMethod)
    .filter((path) => path.startsWith('/'));
  if (paths.length === 0) return null;
  const text = paths.length === 1 ? (paths[0] ?? '') : `(?:${paths.join('|')})`;
  const place = isText ? written : { node: asked, module };
  return { expression: getTextRegion(place.node, place.module), text, isPath: true, ...at };
}

/** `pathname.startsWith('/calls/')`, `/^\/calls\//.test(pathname)` */
function asksBeginning(asked: SyntaxNode, module: Module): boolean {
  const parent = getParent(asked);
  const isArgument = parent !== undefined && isCallNode(parent) && 'callee' in parent && parent.callee !== asked;
  if (isArgument && nameCallee(parent.callee) === 'startsWith') return true;
  const pattern = findRegExp(asked, module)?.pattern ?? '';
  return pattern.startsWith('^') && !pattern.endsWith('$');
}

/** What a fake answers to: the path that it was asked for is compared, or looked up in a table, with or without the method. */
export function listAnswered(
  evaluator: Evaluator,
  script: ScriptFacts,
  path: SyntaxNode,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  const texts = listPathTexts(script, path);
  const looked = texts
    .flatMap((text) => listKeysAskedFor(evaluator, text, module))
    .flatMap((key): readonly UrlPattern[] => {
      const text = dropMethod(key.text);
      if (!text.startsWith('/') || !evaluator.graph.project.isInScope(key.module.path)) return [];
      return [{ expression: getTextRegion(key.node, key.module), text, isPath: true }];
    });
  const compared = texts.flatMap(listAsked).flatMap((asked): readonly UrlPattern[] => {
    const rows = listRowPaths(evaluator, asked, module, isFree);
    const written = rows.length > 0 ? null : comparePath(evaluator, asked, module, isFree);
    const found = written === null ? rows : [written];
    return asksBeginning(asked, module) ? found.map((one) => ({ ...one, isBeginning: true })) : found;
  });
  const words = listWordsAsked(script, path, module).map(({ node: word, value }): UrlPattern => {
    return {
      expression: getTextRegion(word, module),
      text: `/${value}`,
      isPath: true,
      isBeginning: true,
      isPiece: true,
    };
  });
  return [...looked, ...compared, ...words];
}

/**
 * `if (pathname === AGENTS)`, `case AGENTS:` in the fake of a test: the path that it is compared with is one that the code under test
 * sends, so that both change with the text.
 */
export function isAskedByFake(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  const parent = getParent(node);
  if (parent === undefined || !COMPARING.test(parent.type)) return false;
  if (!isTestFile(module.path) || !module.text.includes('pathname')) return false;
  const around = parent.type === 'SwitchCase' ? getParent(parent) : parent;
  const script = findScript(module, node);
  return listUrlParts(script, 'pathname').some((part) => {
    if (getParent(part.node) !== around || !listAsked(part.node).includes(node)) return false;
    return isOfFake(evaluator, part, script, module);
  });
}

/** Is it a part of a URL that the function is handed, of which no host is asked? */
function isOfFake(evaluator: Evaluator, part: UrlPart, script: ScriptFacts, module: Module): boolean {
  const hosts = HOSTS.flatMap((name) => listUrlParts(script, name));
  return isHandedUrl(part.url, module) && listHosts(evaluator, part, hosts, module).length === 0;
}

/** `pathname`, `url.replace(BASE, '')` in the fake of a test: what it is asked for there is named beside the request, and is no use of its own. */
export function isPathnameOfFake(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  if (!isTestFile(module.path)) return false;
  const script = findScript(module, node);
  return [...listUrlParts(script, 'pathname'), ...listStripped(script)].some((part) => {
    if (part.node !== node || !isOfFake(evaluator, part, script, module)) return false;
    return listAnswered(evaluator, script, node, module, () => true).length > 0;
  });
}

/** `isFree`: is the text one that no request sends? */
export function findAskedPathnames(
  evaluator: Evaluator,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  const isTest = isTestFile(module.path);
  if (!module.text.includes('pathname') && !(isTest && mentions(module, CUTTING))) return [];
  return module.scripts.flatMap((script) => {
    const hosts = HOSTS.flatMap((name) => listUrlParts(script, name));
    const stripped = isTest ? listStripped(script).filter(({ url }) => isHandedUrl(url, module)) : [];
    return [...listUrlParts(script, 'pathname'), ...stripped].flatMap((part) => {
      const known = listHosts(evaluator, part, hosts, module);
      const host = known.length === 0 && isTest ? findWatchedHost(evaluator, part.url, module) : null;
      const isFake = known.length === 0 && isTest && (host !== null || isHandedUrl(part.url, module));
      if (known.length === 0 && !isFake) return [];
      if (isFake) {
        const asked = listAnswered(evaluator, script, part.node, module, isFree);
        if (host !== null) return asked.map((one) => ({ ...one, host, isOfUrl: true }));
        const sent = isOfFetchDouble(part, module) ? { isOfUrl: true as const } : {};
        return asked.map((one) => ({ ...one, ...sent }));
      }
      return listAsked(part.node).flatMap((asked) => {
        const compared = comparePath(evaluator, asked, module, isFree);
        return compared === null ? [] : known.map((host) => ({ ...compared, text: host + compared.text }));
      });
    });
  });
}
