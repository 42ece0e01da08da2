import type * as t from '@babel/types';
import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { findBindingOf, isRead, type Module, readCode } from '../modules/module.ts';
import type { Choice, TextValue } from '../values/values.ts';
import { findOwners, nameOtherOwners } from './base-names.ts';

/**
 * Which of the values of a URL are alternatives of one base (`process.env.URL ?? 'https://…'`), and which only meet in one
 * expression: the rows of a table, or two bases between which a condition chooses.
 */

/** What a condition is about: the receiver of its call, the side of its comparison that is no literal. */
function findSubject(test: SyntaxNode): SyntaxNode {
  const node = unwrap(test);
  if (node.type === 'UnaryExpression') return findSubject(node.argument);
  if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') {
    const callee = unwrap(node.callee);
    const [first] = node.arguments;
    // `/\/$/.test(base)` asks its argument.
    const isPattern = isMemberNode(callee) && unwrap(callee.object).type === 'RegExpLiteral';
    if (isPattern && first !== undefined) return findSubject(first);
    return isMemberNode(callee) ? findSubject(callee.object) : node;
  }
  if (node.type !== 'BinaryExpression') return node;
  return findSubject(/Literal$/.test(node.left.type) ? node.right : node.left);
}

function mentions(code: string, name: string): boolean {
  const subject = name.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w$.])${subject}(?![\\w$])`).test(code);
}

/** Is a condition about one of the values between which it chooses? */
function asksOneOf(test: SyntaxNode, values: readonly SyntaxNode[], module: Module): boolean {
  const subject = readCode(module, findSubject(test));
  return values.some((value) => mentions(readCode(module, value), subject));
}

/** `base.endsWith('/') ? base.slice(0, -1) : base`: two forms of one base, not two bases. */
export function asksItsBranches({ test, consequent, alternate }: t.ConditionalExpression, module: Module): boolean {
  return asksOneOf(test, [consequent, alternate], module);
}

/** The names of a file that an expression reads: those of the language are none. */
function listNames(node: SyntaxNode, module: Module): readonly string[] {
  const names: string[] = [];
  walk(node, true, (part) => {
    if (part.type === 'Identifier' && isRead(part) && findBindingOf(module, part) !== undefined) names.push(part.name);
    return true;
  });
  return names;
}

/** `if (!url) return 'https://…'; return url;`: a base and its fallback, as `url || 'https://…'` is. */
export function asksItsReturns(test: SyntaxNode, returned: readonly SyntaxNode[], module: Module): boolean {
  if (asksOneOf(test, returned, module)) return true;
  const names = listNames(test, module);
  const isGiven = (name: string) => returned.some((value) => mentions(readCode(module, value), name));
  return names.length > 0 && names.every(isGiven);
}

/** Does the text begin with a variable, or with a host? */
function describeHead({ atoms: [head] }: TextValue): 'variable' | 'host' | null {
  if (head?.kind === 'env') return 'variable';
  return head?.kind === 'text' && /^(?:https?:)?\/\//i.test(head.text) ? 'host' : null;
}

function nameOption({ source, option }: Choice): string {
  return `${source}=${option}`;
}

/** Conditions of which one branch is a base that is complete: a variable with its own fallback. */
function findSeparating(texts: readonly TextValue[]): ReadonlySet<string> {
  const heads = new Map<string, Set<string>>();
  const separating = new Set<string>();
  for (const text of texts) {
    const head = describeHead(text);
    for (const choice of text.choices ?? []) {
      const known = heads.get(nameOption(choice)) ?? new Set();
      heads.set(nameOption(choice), head === null ? known : known.add(head));
      if (choice.by === 'row' || (choice.by === 'condition' && known.size > 1)) separating.add(choice.source);
    }
  }
  return separating;
}

const ONE_WAY: readonly string[] = [''];
/** The decision whose base it is, in place of the source of a choice. */
const OWNER = 'owner';

type Chosen = ReadonlyMap<string, string>;

function isWithin(outer: Chosen, inner: Chosen): boolean {
  return [...outer].every(([source, option]) => inner.get(source) === option);
}

/**
 * Names in common for texts that are alternatives of each other. `options.url ?? (staging ? A : B)`: what stands beside a
 * condition is an alternative of each of its branches.
 */
export function nameWays(texts: readonly TextValue[]): ReadonlyMap<TextValue, readonly string[]> {
  const separating = new Set([...findSeparating(texts), ...findOwners(texts)]);
  const owners = nameOtherOwners(texts);
  if (separating.size === 0 && owners.size === 0) return new Map(texts.map((text) => [text, ONE_WAY]));
  const ways = new Map<string, Chosen>();
  const chosen = new Map<TextValue, Chosen>();
  for (const text of texts) {
    const own = (text.choices ?? []).filter(({ source }) => separating.has(source));
    const choices = new Map(own.map((choice) => [choice.source, nameOption(choice)]));
    if (owners.size > 0) choices.set(OWNER, owners.get(text) ?? '');
    const way = [...choices.values()].join('&');
    const known = ways.get(way) ?? choices;
    ways.set(way, known);
    chosen.set(text, known);
  }
  const within = new Map<Chosen, readonly string[]>();
  for (const outer of ways.values())
    within.set(
      outer,
      [...ways].filter(([, inner]) => isWithin(outer, inner)).map(([way]) => way),
    );
  return new Map([...chosen].map(([text, own]) => [text, within.get(own) ?? []]));
}
