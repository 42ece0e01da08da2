import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findFrame } from '../values/frames.ts';
import type { Env } from '../values/values.ts';
import { joinFolder } from './join-folder.ts';
import { findBindingOf, type Module } from './module.ts';

/** `path.join(__dirname, 'jobs')`, `new URL('./jobs/', import.meta.url)`: folders of the project, by the file that names them. */

/** Names and functions on the way from a use to where the folder is written. */
const MAX_HOPS = 8;

export interface Placing {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly env: Env;
}

/** The known text of one piece; null where it is open. */
export type ReadPiece = (piece: Placing) => string | null;

function findOwnFolder(module: Module): string {
  return module.path.split('/').slice(0, -1).join('/');
}

/** `import.meta.url`, `import.meta.dirname` */
function nameMeta(node: SyntaxNode): string | null {
  return isMemberNode(node) && node.object.type === 'MetaProperty' ? nameMember(node) : null;
}

/** `new URL('./jobs/', import.meta.url)` */
function findRelativeUrl(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'NewExpression' || nameCallee(node.callee) !== 'URL') return null;
  const [relative, base] = node.arguments;
  return base !== undefined && nameMeta(base) === 'url' ? (relative ?? null) : null;
}

/** `fileURLToPath(url)`, `pathToFileURL(path).href`, `url.pathname`, `String(url)`: the same place in another form. */
export function peelPlace(given: SyntaxNode): SyntaxNode {
  const node = unwrap(given);
  if (isMemberNode(node) && /^(?:href|pathname)$/.test(nameMember(node) ?? '')) return peelPlace(node.object);
  if (!isCallNode(node) || !('arguments' in node) || node.type === 'NewExpression') return node;
  const callee = unwrap(node.callee);
  if (isMemberNode(callee) && nameMember(callee) === 'toString') return peelPlace(callee.object);
  const [first] = node.arguments;
  const isForm = /^(?:fileURLToPath|pathToFileURL|String|normalize)$/.test(nameCallee(node.callee) ?? '');
  return isForm && first !== undefined ? peelPlace(first) : node;
}

/** `dirname(fileURLToPath(import.meta.url))`, `path.dirname(__filename)` */
function isFolderOfFile(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'dirname' || node.arguments[0] === undefined)
    return false;
  const file = peelPlace(node.arguments[0]);
  return (file.type === 'Identifier' && file.name === '__filename') || /^(?:url|filename)$/.test(nameMeta(file) ?? '');
}

/** What `path.join(folder, 'jobs', file)`, `${folder}/${file}` or `folder + '/' + file` begin with, and the pieces behind it. */
export function splitPlace(
  node: SyntaxNode,
): readonly [first: SyntaxNode, rest: readonly SyntaxNode[], isText: boolean] | null {
  if (node.type === 'CallExpression') {
    const [first, ...rest] = node.arguments;
    return first !== undefined && /^(?:join|resolve)$/.test(nameCallee(node.callee) ?? '')
      ? [first, rest, false]
      : null;
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const inner = splitPlace(node.left);
    return inner?.[2] === true ? [inner[0], [...inner[1], node.right], true] : [node.left, [node.right], true];
  }
  const [first, ...others] = node.type === 'TemplateLiteral' ? node.expressions : [];
  if (node.type !== 'TemplateLiteral' || first === undefined || node.quasis[0]?.value.raw !== '') return null;
  const rest = node.quasis.slice(1).flatMap((quasi, index) => [quasi, ...others.slice(index, index + 1)]);
  return [first, rest, true];
}

/** `__dirname` of `path.join(path.join(__dirname, 'jobs'), file)` */
export function findFirst(node: SyntaxNode): SyntaxNode {
  const [first] = splitPlace(node) ?? [];
  return first === undefined ? node : findFirst(first);
}

/** Project-relative, without a slash at its end; null where it is not known. */
export function placeFolder(evaluator: Evaluator, place: Placing, read: ReadPiece, hops = 0): string | null {
  const { module, env } = place;
  const node = peelPlace(place.node);
  if (hops > MAX_HOPS) return null;
  if (node.type === 'Identifier' && node.name === '__dirname') return findOwnFolder(module);
  if (nameMeta(node) === 'dirname' || isFolderOfFile(node)) return findOwnFolder(module);
  const relative = findRelativeUrl(node);
  const piece = relative === null ? null : read({ ...place, node: relative });
  if (piece !== null) return joinFolder(module.path, piece);
  const parts = splitPlace(node);
  if (parts !== null) {
    const [first, rest, isText] = parts;
    const start = placeFolder(evaluator, { ...place, node: first }, read, hops + 1);
    const pieces = rest.map((entry) => read({ ...place, node: entry }));
    if (start === null || pieces.includes(null)) return null;
    const behind = pieces.join(isText ? '' : '/').replace(/^\/+/, '');
    return joinFolder(start === '' ? '.' : `${start}/.`, `./${behind}`);
  }
  if (node.type !== 'Identifier') return null;
  const source = findBindingOf(module, node)?.source;
  if (source?.kind === 'value' && source.node !== null && source.steps.length === 0)
    return placeFolder(evaluator, { ...place, node: source.node }, read, hops + 1);
  if (source?.kind !== 'param' || source.steps.length > 0 || source.rest) return null;
  const given = findFrame(env, source.fn)?.args[source.index];
  if (given?.kind === 'expression') return placeFolder(evaluator, given, read, hops + 1);
  const [caller, ...others] = evaluator.index.listCallers(source.fn);
  const argument = caller !== undefined && 'arguments' in caller.node ? caller.node.arguments[source.index] : undefined;
  if (argument === undefined || others.length > 0 || caller === undefined) return null;
  return placeFolder(evaluator, { node: argument, module: caller.module, env: evaluator.anyCaller }, read, hops + 1);
}
