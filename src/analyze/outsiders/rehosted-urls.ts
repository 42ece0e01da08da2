import { isCallNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { getTextHead, listTexts } from '../texts/texts.ts';
import type { Place } from '../uses/places.ts';

/**
 * `url.replace(API, 'https://app.example')`, `link.host = 'app.example'`: the URL of a request becomes a page of another host, which has
 * the same path and no version.
 */

const ORIGIN = /^https?:\/\/([^/?#]+)/i;
const HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/;
const HOST_MEMBER = /^(?:host|hostname)$/;
/** What gives the whole of a URL object. */
const WHOLE = /^(?:toString|toJSON)$/;

function listHeads(evaluator: Evaluator, node: SyntaxNode | undefined, module: Module): readonly string[] {
  if (node === undefined || node.type === 'SpreadElement') return [];
  return listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module).map(getTextHead);
}

function listHosts(heads: readonly string[]): readonly string[] {
  return heads.flatMap((head) => ORIGIN.exec(head)?.[1]?.toLowerCase() ?? []);
}

/** `url.replace('https://api.example', 'https://app.example')`, `url.replace('api.example', 'app.example')` */
function isReplaced(evaluator: Evaluator, url: SyntaxNode, member: SyntaxNode, module: Module): boolean {
  const call = getParent(member);
  if (call?.type !== 'CallExpression' || call.callee !== member) return false;
  if (!/^replace(?:All)?$/.test(nameMember(member) ?? '')) return false;
  const [from, to] = call.arguments;
  const own = listHosts(listHeads(evaluator, url, module));
  const given = listHeads(evaluator, to, module);
  const isHost = listHeads(evaluator, from, module).some((head) => own.includes(head));
  const hosts = isHost ? given.filter((head) => HOST.test(head)) : listHosts(given);
  return hosts.some((host) => !own.includes(host.toLowerCase()));
}

/** `link.host = …`, and `Object.assign(new URL(url), { host })` behind the name. */
export function isNamedAnother(url: SyntaxNode, module: Module): boolean {
  const binding = findBindingOf(module, url);
  if (binding === undefined) return false;
  const { source } = binding;
  const made = source.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  if (made?.type === 'CallExpression' && nameCallee(made.callee) === 'assign') {
    const given = made.arguments.flatMap((argument) =>
      argument.type === 'ObjectExpression' ? argument.properties : [],
    );
    if (given.some((member) => member.type === 'ObjectProperty' && HOST_MEMBER.test(nameKey(member) ?? '')))
      return true;
  }
  return findScript(module, url).memberAssignments.some(
    ({ object, name }) => HOST_MEMBER.test(name) && findBindingOf(module, unwrap(object)) === binding,
  );
}

/** Is the whole URL read where it is one of another host? */
export function isRehosted(evaluator: Evaluator, { node, module }: Place, parent: SyntaxNode): boolean {
  // `link.href`
  if (isMemberNode(node) && nameMember(node) === 'href' && isNamedAnother(unwrap(node.object), module)) return true;
  const isMember = isMemberNode(parent) && parent.object === node;
  if (isMember && isReplaced(evaluator, node, parent, module)) return true;
  if (isMember && !WHOLE.test(nameMember(parent) ?? '')) return false;
  // `new URL(link)` is another one, of which it may be asked for its path.
  const isParsed = isCallNode(parent) && 'callee' in parent && nameCallee(parent.callee) === 'URL';
  return !isParsed && isNamedAnother(node, module);
}
