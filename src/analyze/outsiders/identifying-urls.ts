import { isCallNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts } from '../texts/texts.ts';
import { namesUrl } from '../urls/urls.ts';
import type { Place } from '../uses/places.ts';
import { widenText } from '../uses/widened-texts.ts';

/**
 * `audience: 'https://api.example/agents'`, `claims.aud === AGENTS`: whole URLs that nobody asks, under which another party knows
 * something. It does not know them with a version.
 */

const IDENTITY = /^(?:aud|audiences?|iss|issuer|scopes?|\$id|@id)$/i;
const IN_QUERY = /(?:^|[?&;\s])(?:audience|scope|resource|aud|iss)=$/i;
const SETTING = /^(?:set|append)$/;

/** `{ audience: url }`, `{ scopes: [url] }`, `{ audience }` */
function isUnderKey(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent?.type === 'ArrayExpression') return isUnderKey(parent);
  if (parent?.type === 'AssignmentExpression' && parent.right === node && isMemberNode(parent.left))
    return IDENTITY.test(nameMember(parent.left) ?? '');
  return parent?.type === 'ObjectProperty' && parent.value === node && IDENTITY.test(nameKey(parent) ?? '');
}

/** `params.set('audience', url)` */
function isSetUnder(node: SyntaxNode): boolean {
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[1] !== node) return false;
  const [key] = call.arguments;
  const name = key === undefined ? null : unwrap(key);
  const isName = name?.type === 'StringLiteral' && (IDENTITY.test(name.value) || name.value === 'resource');
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

/** Is it a whole URL that is no address there, but the name of something? */
export function isIdentity(evaluator: Evaluator, { node: value, path, module, isUrl }: Place): boolean {
  if (path.length > 1) return false;
  const text = path.length === 1 ? (findJoined(value) ?? value) : value;
  const node = widenText(text);
  const isNamed = isUnderKey(node) || isSetUnder(node) || isComparedWithClaim(node) || isInQuery(text);
  if (!isNamed || isUrl || path.length > 0) return isNamed;
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  return texts.some(namesUrl);
}
