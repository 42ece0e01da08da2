import type { UrlPattern } from '../../model/analysis.ts';
import type { Region } from '../../model/location.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import { isFunctionNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { spellOut } from '../callers/spelled-out.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue } from '../values/values.ts';
import { getTextRegion } from './asked-pathnames.ts';
import { listStatedPaths, readExpectation } from './expected-pathnames.ts';
import { listPutInto, type Put } from './helper-records.ts';
import { dropMethod, findPathAtom, listKeysAskedFor } from './path-keys.ts';
import { findCompared } from './seen-paths.ts';

/**
 * `class FakeHttp { get(path) { this.calls.push(path); return this.answers[path]; } }` of a test, which the program hands its paths: where
 * all of them are known, what the test compares them with, looks up and expects changes with those texts, and only with them. A
 * program that puts the version behind its port hands the fake what it did before.
 */

const EXPECTING = /equal|^toBe$|^is$|^same|contain|include|^toMatchObject$|calledWith$/i;
const ADDRESS = /^(?:path(?:name)?|url|uri|endpoint|route|key)$/i;

/** What a test hears: the text with the place where each character comes from. */
interface Heard {
  /** The path behind a method; what is open in it is one character. */
  readonly path: string;
  readonly source: Source;
}

type Source = NonNullable<UrlPattern['follows']>[number];

const OPEN = '\0';

function readHeard({ atoms }: TextValue): Heard | null {
  const atom = findPathAtom(atoms);
  if (atom === null || atom.origin === null) return null;
  const { file, start, end } = atom.origin;
  const { seams = [] } = atom;
  return { path: dropMethod(flatten(atoms.slice(atoms.indexOf(atom)))), source: { file, start, end, seams } };
}

/** Is it said of the path which one it is: what a function is handed, or what is made of that? */
function isHandedText(node: SyntaxNode, module: Module): boolean {
  if (node.type === 'TemplateLiteral') return node.expressions.some((one) => isHandedText(unwrap(one), module));
  if (node.type === 'BinaryExpression') return node.operator === '+' && isHandedText(unwrap(node.right), module);
  const source = node.type === 'Identifier' ? findBindingOf(module, node)?.source : undefined;
  if (source?.kind === 'value' && source.node !== null && source.steps.length === 0)
    return isHandedText(unwrap(source.node), module);
  return source?.kind === 'param';
}

/** All that the expression can be; null where nobody knows that. */
function listHeard(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly Heard[] | null {
  if (!isHandedText(unwrap(node), module)) return null;
  evaluator.ask();
  const value = evaluator.evaluate(node, module, evaluator.anyCaller);
  // A method of the fake that nobody calls is handed nothing.
  if (value.type === 'param') return [];
  if (listOptions(value).some(({ type }) => type !== 'text')) return null;
  const heard = listTexts(value, node, module).map(readHeard);
  return heard.length === 0 || heard.includes(null) ? null : heard.flatMap((one) => one ?? []);
}

/** What is asked of a text: is it the path, or does it begin with that? */
type Asking = 'same' | 'beginning';

/** Can it be so of what is heard? What is open in that can be anything. */
function canBe({ path: heard }: Heard, path: string, asking: Asking): boolean {
  if (asking === 'beginning' && heard.startsWith(path)) return true;
  return heard.includes(OPEN) ? path.startsWith(heard.split(OPEN)[0] ?? '') : asking === 'same' && heard === path;
}

/** Where the texts are written of which it can be so, one of which is meant; none where one is not known. */
function listSources(heard: readonly Heard[] | null, path: string, asking: Asking): readonly Source[] {
  const meant = heard?.filter((one) => canBe(one, path, asking)) ?? [];
  // A path of the test itself says nothing of the program.
  return meant.some(({ source }) => isTestFile(source.file)) ? [] : meant.map(({ source }) => source);
}

function makePattern(
  expression: Region,
  text: string,
  heard: readonly Heard[] | null,
  asking: Asking = 'same',
): readonly UrlPattern[] {
  const follows = text.startsWith('/') ? listSources(heard, text, asking) : [];
  return follows.length === 0 ? [] : [{ expression, text, isPath: true, follows }];
}

/** The other side of `path.startsWith('/calls')`. */
function findBegun(text: SyntaxNode): SyntaxNode | null {
  const call = getParent(text);
  const callee = call?.type === 'CallExpression' && call.arguments[0] === text ? unwrap(call.callee) : null;
  return callee !== null && isMemberNode(callee) && nameMember(callee) === 'startsWith' ? callee.object : null;
}

/** `if (path === '/calls')`, `case '/calls':` */
function findAsked(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return module.scripts.flatMap(({ paths }) =>
    paths.flatMap((node) => {
      const text = node.type === 'StringLiteral' ? dropMethod(node.value) : '';
      const standings = text.startsWith('/') ? listStandings(node, module) : [];
      return standings.flatMap((at) => {
        const same = findCompared(at);
        const subject = same ?? findBegun(at);
        if (subject === null) return [];
        const heard = listHeard(evaluator, subject, module);
        return makePattern(getTextRegion(node, module), text, heard, same === null ? 'beginning' : 'same');
      });
    }),
  );
}

/** What is looked for in a table: `path` of `answers[path]`, `path in answers`, `answers.get(path)`. */
function listLookedUp(module: Module): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const { program } of module.scripts)
    walk(program, false, (node) => {
      if (isMemberNode(node) && node.computed && !/Literal$/.test(node.property.type)) found.push(node.property);
      else if (node.type === 'BinaryExpression' && node.operator === 'in') found.push(node.left);
      else if (node.type === 'CallExpression' && /^(?:get|has|hasOwn)$/.test(nameCallee(node.callee) ?? ''))
        found.push(...node.arguments);
      return true;
    });
  return found;
}

/** `{ '/calls': [] }`, of which the fake answers. */
function findKeys(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return listLookedUp(module).flatMap((asked) => {
    const heard = listHeard(evaluator, asked, module);
    if (heard === null) return [];
    return listKeysAskedFor(evaluator, asked, module).flatMap(({ node, module: owner, text }) =>
      isTestFile(owner.path) ? makePattern(getTextRegion(node, owner), dropMethod(text), heard) : [],
    );
  });
}

/** What is taken of each call: `0` of `http.calls.map(([path]) => path)`. */
function nameTaken(subject: SyntaxNode, module: Module): string | null {
  const run = subject.type === 'CallExpression' && nameCallee(subject.callee) === 'map' ? subject.arguments[0] : null;
  const taken = run && isFunctionNode(run) ? findOnlyReturn(run) : subject;
  return taken === null ? null : nameMember(spellOut(taken, module));
}

/** The member of a recorded call that an expected text stands for: `path` of `{ path: '/calls' }`, `0` of `['/calls', body]`. */
function nameStated(at: SyntaxNode, subject: SyntaxNode, module: Module): string | null {
  const outer = findOutermost(at);
  const parent = getParent(outer);
  if (parent?.type === 'ObjectProperty') return nameKey(parent);
  const isOfList = parent?.type === 'ArrayExpression' && subject.type !== 'CallExpression';
  return isOfList ? String(parent.elements.findIndex((one) => one === outer)) : nameTaken(subject, module);
}

/** The path of what is put into a list of calls: by itself, or as the member that is meant. */
function listAddresses({ node, module }: Put, name: string | null): readonly Put[] {
  const put = unwrap(node);
  const toPut = (one: SyntaxNode): Put => ({ node: one, module });
  if (put.type === 'ArrayExpression') {
    const { elements } = put;
    const isOpen = name === null || !/^\d+$/.test(name) || elements.some((one) => one?.type === 'SpreadElement');
    return (isOpen ? elements : elements.slice(Number(name), Number(name) + 1)).flatMap((one) => one ?? []).map(toPut);
  }
  if (put.type !== 'ObjectExpression') return [toPut(put)];
  return put.properties.flatMap((member) =>
    member.type === 'ObjectProperty' && ADDRESS.test(nameKey(member) ?? '') ? [toPut(member.value)] : [],
  );
}

function joinHeard(all: readonly (readonly Heard[] | null)[]): readonly Heard[] | null {
  return all.length === 0 || all.includes(null) ? null : all.flatMap((one) => one ?? []);
}

/** `expect(http.calls).toEqual(['GET /calls'])` */
function findExpected(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      const name = call.type === 'CallExpression' ? (nameCallee(call.callee) ?? '') : '';
      const expectation = EXPECTING.test(name) ? readExpectation(call, module) : null;
      if (expectation === null) return [];
      const stated = expectation.given.flatMap((given) => listStatedPaths(evaluator.graph, given, module));
      if (stated.length === 0) return [];
      const subject = spellOut(expectation.subject, module);
      const put = listPutInto(evaluator, subject, module);
      return stated.flatMap(({ at, path: { expression, text } }) => {
        const meant = put.flatMap((one) => listAddresses(one, nameStated(at, subject, module)));
        return makePattern(expression, text, joinHeard(meant.map((one) => listHeard(evaluator, one.node, one.module))));
      });
    }),
  );
}

export function findHeardTexts(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  if (!isTestFile(module.path) || module.scripts.every(({ paths }) => paths.length === 0)) return [];
  const found = [...findAsked(evaluator, module), ...findKeys(evaluator, module), ...findExpected(evaluator, module)];
  const byPlace = new Map<string, UrlPattern>();
  for (const one of found) {
    const key = nameRegion(one);
    const known = byPlace.get(key)?.follows ?? [];
    byPlace.set(key, { ...one, follows: [...known, ...(one.follows ?? [])] });
  }
  return [...byPlace.values()];
}

function nameRegion({ expression: { file, line, column } }: UrlPattern): string {
  return `${file}:${line}:${column}`;
}

/** What is known to change with texts of the program stands for what others say of the same place. */
export function preferHeard(heard: readonly UrlPattern[], others: readonly UrlPattern[]): readonly UrlPattern[] {
  const places = new Set(heard.map(nameRegion));
  return [...heard, ...others.filter((one) => !places.has(nameRegion(one)))];
}
