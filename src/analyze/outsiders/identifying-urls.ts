import { isTestFile } from '../../model/test-files.ts';
import {
  type ArgumentCall,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { namesUrl } from '../urls/urls.ts';
import type { Place } from '../uses/places.ts';
import { widenText } from '../uses/widened-texts.ts';
import { readText } from '../uses/written-paths.ts';
import { listOptions } from '../values/unions.ts';
import { findReadBy, isBelowContext, isClaimOfTable, isNamedBeside } from './identity-tables.ts';

/**
 * `audience: 'https://api.example/agents'`, `claims.aud === AGENTS`: whole URLs that nobody asks, under which another party knows
 * something. It does not know them with a version.
 */

const IDENTITY = /^(?:aud|audiences?|iss|issuer|scopes?|realm|\$id|\$ref|@id|@vocab|@context|xmlns(?::\w+)?)$/i;
/** What a cache is told to forget. */
const CACHE_TAG = /^(?:tags|cache-?tags?|(?:x-)?(?:cache-tags?|surrogate-?keys?)|edge-cache-tag|x-?key)$/i;
const IN_QUERY = /(?:^|[?&;\s])(?:audience|scope|resource|aud|iss)=$/i;
const SETTING = /^(?:set|append|setHeader|header|setAttribute)$/;
/** Calls of which the argument of that number is the name of something. */
const NAMING: readonly (readonly [RegExp, number])[] = [
  [/^(?:revalidateTag|(?:unstable_)?(?:cache|expire)Tag|updateTag|invalidateTags?|purgeTags?)$/, 0],
  [/^(?:[sg]et(?:Custom)?Claim|getSchema|removeSchema)$/, 0],
  [/^(?:create(?:Element|Attribute)|[sg]etAttribute(?:Node)?|hasAttribute|removeAttribute|getElementsByTagName)NS$/, 0],
  [/^addSchema$/, 1],
];
const HOLDS_CLAIMS = /(?:claims?|token|payload|jwt|decoded)$/i;

function isNaming(key: string | null): boolean {
  return key !== null && (IDENTITY.test(key) || CACHE_TAG.test(key));
}

/** `{ audience: url }`, `{ scopes: [url] }`, `{ audience }` */
function isUnderKey(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  const parent = getParent(node);
  if (parent?.type === 'ArrayExpression') return isUnderKey(evaluator, parent, module);
  if (parent?.type === 'AssignmentExpression' && parent.right === node && isMemberNode(parent.left))
    return isNaming(nameMember(parent.left));
  if (parent?.type !== 'ObjectProperty' || parent.value !== node) return false;
  return isNaming(nameKey(parent)) || isNamedBeside(evaluator, parent, module) || isBelowContext(parent);
}

/** `new URLSearchParams([['resource', url]])` */
function isPairedWith(node: SyntaxNode): boolean {
  const pair = getParent(node);
  if (pair?.type !== 'ArrayExpression' || pair.elements.length !== 2 || pair.elements[1] !== node) return false;
  const [name] = pair.elements;
  return name?.type === 'StringLiteral' && (isNaming(name.value) || name.value === 'resource');
}

/** `revalidateTag(url)`, `ajv.getSchema(url)` */
function isGivenAsName(node: SyntaxNode): boolean {
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || !('arguments' in call)) return false;
  const name = nameCallee(call.callee) ?? '';
  return (
    NAMING.some(([named, index]) => named.test(name) && call.arguments[index] === node) || isNamedByUuid(call, node)
  );
}

/** `uuidv5(url, uuidv5.URL)`: the id of what the URL names, in every store that has it. */
function isNamedByUuid(call: ArgumentCall, node: SyntaxNode): boolean {
  const [name, space] = call.arguments;
  if (name !== node || space === undefined || !/v[35]$/i.test(nameCallee(call.callee) ?? '')) return false;
  return nameMember(unwrap(space)) === 'URL';
}

/** `claims[ROLE]`, `ROLE in JSON.parse(payload)`: a claim of a token that another party made. */
function isClaimName(evaluator: Evaluator, node: SyntaxNode, module: Module, isSent: boolean): boolean {
  if (isClaimOfTable(node)) return true;
  const read = findReadBy(node);
  if (read === null) return false;
  const object = unwrap(read);
  if (HOLDS_CLAIMS.test(nameCallee(isCallNode(object) && 'callee' in object ? object.callee : object) ?? ''))
    return true;
  // What a program keeps by its requests is its own, and so is what a test looks into.
  const options =
    isSent || isTestFile(module.path) ? [] : listOptions(evaluator.evaluate(read, module, evaluator.anyCaller));
  return options.length > 0 && options.every(({ type }) => type === 'unknown' || type === 'external');
}

/** `'https://api.voice.example/agents#'`: no server is asked for what stands behind it. */
function isNamespace(node: SyntaxNode): boolean {
  return /^(?:https?:)?\/\/[^#]*\w\/?#/i.test(readText(node));
}

/** `params.set('audience', url)` */
function isSetUnder(node: SyntaxNode): boolean {
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[1] !== node) return false;
  const [key] = call.arguments;
  const name = key === undefined ? null : unwrap(key);
  const isName = name?.type === 'StringLiteral' && (isNaming(name.value) || name.value === 'resource');
  return isName && SETTING.test(nameMember(unwrap(call.callee)) ?? '');
}

/** `claims.aud === url`, `payload.aud.includes(url)` */
function isComparedWithClaim(node: SyntaxNode): boolean {
  const parent = getParent(node);
  const isEquality = parent?.type === 'BinaryExpression' && /^[=!]==?$/.test(parent.operator);
  if (isEquality) return isClaim(parent.left === node ? parent.right : parent.left);
  if (parent === undefined || !isCallNode(parent) || !('arguments' in parent) || parent.arguments[0] !== node)
    return false;
  const callee = unwrap(parent.callee);
  return isMemberNode(callee) && nameMember(callee) === 'includes' && isClaim(callee.object);
}

function isClaim(other: SyntaxNode): boolean {
  const node = unwrap(other);
  return isMemberNode(node) && IDENTITY.test(nameMember(node) ?? '');
}

function endsQuery(node: SyntaxNode | undefined): boolean {
  const text = node?.type === 'StringLiteral' ? node.value : '';
  return IN_QUERY.test(text);
}

/** `?scope=${encodeURIComponent(url)}` */
function isInQuery(node: SyntaxNode): boolean {
  const call = getParent(node);
  const whole = call !== undefined && isCallNode(call) && 'callee' in call && call.callee !== node ? call : node;
  const parent = getParent(whole);
  if (parent?.type === 'TemplateLiteral') {
    const at = parent.expressions.findIndex((one) => one === whole);
    return IN_QUERY.test(parent.quasis[at]?.value.raw ?? '');
  }
  if (parent?.type !== 'BinaryExpression' || parent.operator !== '+' || parent.right !== whole) return false;
  const { left } = parent;
  return endsQuery(left.type === 'BinaryExpression' ? left.right : left);
}

/** `scopes.join(' ')` */
function findJoined(list: SyntaxNode): SyntaxNode | null {
  const member = getParent(list);
  const call = member !== undefined && isMemberNode(member) && member.object === list ? getParent(member) : undefined;
  return call?.type === 'CallExpression' && call.callee === member && nameCallee(call.callee) === 'join' ? call : null;
}

function isNamed(evaluator: Evaluator, node: SyntaxNode, text: SyntaxNode, module: Module): boolean {
  const isWritten =
    isUnderKey(evaluator, node, module) || isSetUnder(node) || isPairedWith(node) || isGivenAsName(node);
  return isWritten || isComparedWithClaim(node) || isInQuery(text);
}

/** Is it a whole URL that is no address there, but the name of something? `isSent`: requests are made of it, too. */
export function isIdentity(
  evaluator: Evaluator,
  { node: value, path, module, isUrl }: Place,
  isSent: boolean,
): boolean {
  if (path.length > 1) return false;
  const text = path.length === 1 ? (findJoined(value) ?? value) : value;
  const node = widenText(text);
  if (!isSent && isNamespace(value)) return true;
  if (!isNamed(evaluator, node, text, module) && !(path.length === 0 && isClaimName(evaluator, node, module, isSent)))
    return false;
  if (isUrl || path.length > 0) return true;
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  return texts.some(namesUrl);
}
