import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** From a piece of a text outwards to the whole that is made of it: what is done with the whole is done with the piece. */

/** `base.concat(path)`, `path.concat('/new')`: the call, where the node is a piece of what it puts together. */
function findConcat(node: SyntaxNode): SyntaxNode | null {
  const parent = getParent(node);
  const call = parent !== undefined && isMemberNode(parent) && parent.object === node ? getParent(parent) : parent;
  if (call?.type !== 'CallExpression' || call.callee === node || (call !== parent && call.callee !== parent))
    return null;
  const callee = unwrap(call.callee);
  return nameMember(callee) === 'concat' ? call : null;
}

/** `[base, path].join('/')`: the same for what a list puts together. */
function findJoin(node: SyntaxNode): SyntaxNode | null {
  const list = getParent(node);
  const member = list?.type === 'ArrayExpression' ? getParent(list) : undefined;
  const call = member !== undefined && nameMember(member) === 'join' ? getParent(member) : undefined;
  return call?.type === 'CallExpression' && call.callee === member ? call : null;
}

/** The text that a text is put into: `${path}/new` in `href={`${path}/new`}`. */
export function widenText(part: SyntaxNode): SyntaxNode {
  let node = part;
  for (let parent = getParent(node); parent !== undefined; parent = getParent(node)) {
    const call = findConcat(node) ?? findJoin(node);
    if (call !== null) {
      node = call;
      continue;
    }
    const isSum = parent.type === 'TemplateLiteral' || (parent.type === 'BinaryExpression' && parent.operator === '+');
    const isChoice =
      parent.type === 'LogicalExpression' || (parent.type === 'ConditionalExpression' && parent.test !== node);
    if (!isSum && !isChoice && unwrap(parent) !== unwrap(node)) break;
    node = parent;
  }
  return node;
}

/** Methods that give back the text, or what is left of it. */
const DERIVING =
  /^(?:trim(?:Start|End)?|toString|toLowerCase|toUpperCase|replace|replaceAll|normalize|slice|substring|substr|concat)$/;

const ENCODING =
  /^(?:encodeURI(?:Component)?|btoa|String|md5|sha(?:1|256|512)|murmur\w*|xxhash\w*|hash(?:Sum|It|String)?|for)$/;

/** `createHash('md5').update(path).digest('hex')`: the digest, from what it is made of. */
function findDigest(text: SyntaxNode): SyntaxNode | null {
  const update = getParent(text);
  if (update?.type !== 'CallExpression' || update.arguments[0] !== text || nameCallee(update.callee) !== 'update')
    return null;
  const member = getParent(update);
  const call = member === undefined ? undefined : getParent(member);
  const isDigest = member !== undefined && isMemberNode(member) && nameMember(member) === 'digest';
  return isDigest && call?.type === 'CallExpression' && call.callee === member ? call : null;
}

/** `encodeURIComponent(path)`, the digest of it: what it is made into as a whole; null where it is none. */
export function findEncoding(text: SyntaxNode): SyntaxNode | null {
  const call = getParent(text);
  const isEncoded =
    call?.type === 'CallExpression' && call.arguments[0] === text && ENCODING.test(nameCallee(call.callee) ?? '');
  return isEncoded ? call : findDigest(text);
}

/** What is made of a text where it stands: `path.replace(/\/$/, '')`, `endpoint:${path.slice(1)}`. */
export function deriveText(text: SyntaxNode): SyntaxNode {
  let node = widenText(text);
  for (;;) {
    const member = getParent(node);
    const encoded = findEncoding(node);
    if (encoded !== null) {
      node = widenText(encoded);
      continue;
    }
    const call = member === undefined ? undefined : getParent(member);
    if (member === undefined || !isMemberNode(member) || member.object !== node) return node;
    if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee !== member) return node;
    if (!DERIVING.test(nameMember(member) ?? '')) return node;
    node = widenText(call);
  }
}

/** The table that it is put into: `{ pathname: path }` in `href={{ pathname: path }}`. */
export function widenTable(part: SyntaxNode): SyntaxNode {
  let node = part;
  for (let parent = getParent(node); parent !== undefined; parent = getParent(node)) {
    if (!holdsPart(parent, node)) break;
    node = parent;
  }
  return node;
}

/** Is it a table with the part, or the same under a type: `{ source: path } as Out`? */
export function holdsPart(parent: SyntaxNode, node: SyntaxNode): boolean {
  // `{ [`last:${path}`]: 1 }`
  if (parent.type === 'ObjectProperty') return parent.value === node || (parent.computed && parent.key === node);
  return /^(?:Object|Array)Expression$/.test(parent.type) || unwrap(parent) === unwrap(node);
}
