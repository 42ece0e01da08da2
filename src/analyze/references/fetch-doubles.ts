import { findMemberRoot, isCallNode, isFunctionNode, isMemberNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { spellOut } from '../callers/spelled-out.ts';
import { findBindingOf, findScript, type Module, readCode } from '../modules/module.ts';
import { listHeld } from './handed-urls.ts';
import { listNameReadings } from './path-keys.ts';

/**
 * `vi.stubGlobal('fetch', async (url) => …)`, `fetch: vi.fn(…)`, `expect(new URL(fetch.mock.calls[0][0]).pathname)`: is the URL that a test
 * looks at one that is sent, and not one that a route, a callback or a page is handed?
 */

const DOUBLE = /fetch|adapter|transport|dispatch/i;
const RECORDED =
  /fetch|\bmock\b|\bcalls\b|last(?:Url|Call)|(?:first|second|third)Call|getCalls?\b|\brequests?\b|mostRecent/i;
/** What a request carries is no address that it is sent to. */
const CARRIED = /body|json|payload|callback|hook|redirect|param|header|location|href/i;
const MAX_HOPS = 3;
const MAX_SOURCES = 12;

/** What a place is called, or is done with: the name of a variable, a key, what is assigned, what is called with which words. */
function nameHolder(parent: SyntaxNode, node: SyntaxNode, module: Module): string {
  if (parent.type === 'VariableDeclarator') return parent.init === node ? readCode(module, parent.id) : '';
  if (parent.type === 'AssignmentExpression') return parent.right === node ? readCode(module, parent.left) : '';
  if (parent.type === 'ObjectProperty' || parent.type === 'ClassProperty') return nameKey(parent) ?? '';
  if (!isCallNode(parent) || !('arguments' in parent) || parent.callee === node) return '';
  const words = parent.arguments.flatMap((one) => (one.type === 'StringLiteral' ? [one.value] : []));
  return [readCode(module, parent.callee), ...words].join(' ');
}

function nameFunction(node: SyntaxNode): string {
  if (!isFunctionNode(node)) return '';
  return 'id' in node && node.id ? node.id.name : 'key' in node ? (nameKey(node) ?? '') : '';
}

function isNamedSo(node: SyntaxNode, module: Module, hops = 0): boolean {
  for (let at = node, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (DOUBLE.test(nameFunction(at)) || DOUBLE.test(nameHolder(parent, at, module))) return true;
    const name = parent.type === 'VariableDeclarator' && parent.init === at ? parent.id : null;
    if (name?.type !== 'Identifier' || hops === MAX_HOPS) continue;
    if (listNameReadings(findScript(module, name), name).some((reading) => isNamedSo(reading, module, hops + 1)))
      return true;
  }
  return false;
}

/** `urls` for `url` of `urls.map((url) => …)`; any other name for itself. */
function findGoneThrough(name: SyntaxNode, module: Module): SyntaxNode {
  if (findBindingOf(module, name)?.source.kind !== 'param') return name;
  let at = spellOut(name, module);
  while (isMemberNode(at) && at.start === name.start && at.end === name.end) at = unwrap(at.object);
  return at;
}

/** What is taken as the URL, and what its names hold: `const [url] = urls` beside `urls.push(url)` in a fake, `urls.map((url) => …)`; `new URL(String(url))`. */
function listSources(url: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const found = [unwrap(url)];
  for (const node of found) {
    if (found.length >= MAX_SOURCES) break;
    const inner =
      node.type === 'Identifier'
        ? [...listHeld(findScript(module, node), node), findGoneThrough(node, module)]
        : isMemberNode(node) && !RECORDED.test(readCode(module, node))
          ? [findMemberRoot(node)]
          : isCallNode(node) && 'arguments' in node
            ? node.arguments.slice(0, 1)
            : [];
    found.push(...inner.map(unwrap).filter((one) => !found.includes(one)));
  }
  return found;
}

export function isOfFetchDouble(
  { node, url }: { readonly node: SyntaxNode; readonly url: SyntaxNode },
  module: Module,
): boolean {
  const sources = listSources(url, module);
  if (sources.some((source) => CARRIED.test(readCode(module, source)))) return false;
  return isNamedSo(node, module) || sources.some((at) => RECORDED.test(readCode(module, at)) || isNamedSo(at, module));
}
