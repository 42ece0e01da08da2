import { isCallNode, isFunctionNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { readNamed } from '../texts/constants.ts';
import { findRegExp } from '../texts/regexps.ts';
import type { Place } from '../uses/places.ts';
import { widenText } from '../uses/widened-texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { isAbsolute, isLastOf, tellsSpeltApart } from './url-questions.ts';
import { type Asked, listOwnTexts, type Spelling, spell } from './versioned-spellings.ts';

/**
 * `z.string().regex(/voice\.example\/calls$/).parse(url)`: a schema asks what a pattern asks. What it only lists changes with the URL;
 * a pattern, a piece of the text and a function that takes the URL apart do not.
 */

const PACKAGES = /^(?:npm:)?(?:zod|yup|joi|@hapi\/joi|valibot|superstruct|runtypes|arktype|io-ts)(?:[/@].*)?$/;
const VALIDATING =
  /^(?:parse(?:Async)?|safeParse(?:Async)?|spa|validate(?:Sync|Async|At|SyncAt)?|isValid(?:Sync)?|is|check|guard|assert|attempt|cast|create|mask|decode|allows)$/;
/** What a schema gives where nothing is given, and finds in order or not as it does all else. */
const FILLING = /^(?:default|prefault|catch|optional|nullable|nullish|undefinedable|fallback|defaulted)$/;
const CUTTING = /^(?:slice|substring|substr)$/;

type Answer = (url: string, piece: string) => boolean;

const OF_TEXTS: Readonly<Record<string, Answer>> = {
  startsWith: (url, piece) => url.startsWith(piece),
  starts_with: (url, piece) => url.startsWith(piece),
  endsWith: (url, piece) => url.endsWith(piece),
  ends_with: (url, piece) => url.endsWith(piece),
  includes: (url, piece) => url.includes(piece),
  indexOf: (url, piece) => url.includes(piece),
};

/** How deep schemas of schemas are looked into. */
const MAX_DEPTH = 5;

/** Who asks: what a schema or one of its functions is looked through for. */
interface Search {
  readonly evaluator: Evaluator;
  readonly spelt: readonly Spelling[];
  readonly seen: Set<SyntaxNode>;
}

/** The expressions that may be the schema which finds the node in order, or fills it in. */
function listSchemas(call: SyntaxNode, node: SyntaxNode): readonly SyntaxNode[] {
  if (!isCallNode(call) || !('arguments' in call) || !call.arguments.some((one) => one === node)) return [];
  const callee = unwrap(call.callee);
  const name = nameCallee(callee) ?? '';
  if (!VALIDATING.test(name) && !FILLING.test(name)) return [];
  const others = call.arguments.filter((one) => one !== node);
  return isMemberNode(callee) ? [callee.object, ...others] : others;
}

/** Does what the schema is made of tell the URL from the same with a version? */
function asksValue(search: Search, value: Value, depth: number): boolean {
  return listOptions(value).some((option) => {
    if (option.type !== 'external' || option.made === null) return false;
    if (!PACKAGES.test(option.made.by.module)) return false;
    const owner = search.evaluator.graph.findOwner(option.made.call);
    return owner !== undefined && asksWithin(search, option.made.call, owner, depth);
  });
}

function asksWithin(search: Search, root: SyntaxNode, module: Module, depth: number): boolean {
  if (depth === 0 || search.seen.has(root)) return false;
  search.seen.add(root);
  let isAsked = false;
  walk(root, true, (node) => {
    isAsked ||= asksAt(search, node, module) || (node.type === 'Identifier' && asksNamed(search, node, module, depth));
    return !isAsked;
  });
  return isAsked;
}

/** `PATTERN`, `isVoiceUrl` and `Url` of `Url.regex(PATTERN).refine(isVoiceUrl)` */
function asksNamed(search: Search, name: SyntaxNode, module: Module, depth: number): boolean {
  if (name.type !== 'Identifier') return false;
  const binding = findBindingOf(module, name);
  if (binding === undefined || binding.declaration === name) return false;
  const pattern = findRegExp(name, module);
  if (pattern !== null) return tellsSpeltApart(pattern, search.spelt);
  const value = search.evaluator.evaluate(name, module, null);
  if (asksValue(search, value, depth - 1)) return true;
  return listOptions(value).some((option) => {
    const owner = option.type === 'function' ? search.evaluator.graph.findOwner(option.fn) : undefined;
    return option.type === 'function' && owner !== undefined && asksWithin(search, option.fn, owner, depth - 1);
  });
}

function asksAt({ evaluator, spelt }: Search, node: SyntaxNode, module: Module): boolean {
  if (node.type === 'RegExpLiteral') return tellsSpeltApart(node, spelt);
  if (isMemberNode(node) && nameMember(node) === 'pathname') return true;
  if (!isCallNode(node) || !('arguments' in node)) return false;
  const [first] = node.arguments;
  const name = nameCallee(node.callee) ?? '';
  const answer = Object.hasOwn(OF_TEXTS, name) ? OF_TEXTS[name] : undefined;
  const piece = answer === undefined ? null : readNamed(evaluator, first, module);
  if (answer !== undefined && piece !== null && !isAbsolute(piece))
    return spelt.some(({ before, after }) => answer(before, piece) !== answer(after, piece));
  if (!isWithinFunction(node)) return false;
  if (name === 'split') return readNamed(evaluator, first, module) === '/' && !isLastOf(node);
  return CUTTING.test(name) && !(first?.type === 'NumericLiteral' && first.value === 0);
}

/** A list is cut as well: `schema.options.slice(1)`. */
function isWithinFunction(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (isFunctionNode(at)) return true;
  return false;
}

/** The URL as it is, and with a version; of a table that holds it, as it is written. */
function spellOwn(node: SyntaxNode, asked: Asked): readonly Spelling[] {
  const here = listOwnTexts(node, asked).flatMap((text) => spell(text, asked));
  const own = asked.evaluator.getIdentified(asked.literal);
  if (here.length > 0 || own === undefined) return here;
  const inside = { ...asked, module: own.module };
  return listOwnTexts(widenText(own.node), inside).flatMap((text) => spell(text, inside));
}

/** Is a whole URL, or a table with it, handed to a schema which does not find the same with a version in order? */
export function isAskedBySchema({ node: start, isUrl, module }: Place, asked: Asked): boolean {
  if (!isUrl) return false;
  let node = start;
  // `schema.parse({ url })`
  for (let at = getParent(node); at !== undefined; at = getParent(node)) {
    if (!/^(?:Object(?:Property|Expression)|ArrayExpression)$/.test(at.type) && unwrap(at) !== unwrap(node)) break;
    node = at;
  }
  const call = getParent(node);
  const schemas = call === undefined ? [] : listSchemas(call, node);
  if (schemas.length === 0) return false;
  const { evaluator } = asked;
  const search = { evaluator, spelt: spellOwn(start, asked), seen: new Set<SyntaxNode>() };
  return schemas.some((one) => asksValue(search, evaluator.evaluate(one, module, evaluator.anyCaller), MAX_DEPTH));
}
