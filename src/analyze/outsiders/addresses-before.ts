import { describeName, isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts, makeText } from '../texts/texts.ts';
import { type Host, readHost } from '../urls/hosts.ts';
import { findPieceBefore } from '../uses/larger-texts.ts';
import { readText } from '../uses/written-paths.ts';
import type { TextValue } from '../values/values.ts';

/** The address that a text is put directly behind. */

/**
 * A host that is known; a variable of the environment, with the hosts that it falls back to; or `page`, what the program itself is
 * reached at: `location.origin`, `https://${req.headers.host}`, `config.appUrl`.
 */
export type Address =
  | { readonly kind: 'host'; readonly host: Host }
  | { readonly kind: 'variable'; readonly name: string; readonly defaults: readonly Host[] }
  | { readonly kind: 'page' };

/** The address at the end of what is written in front of something: `see https://help.example` */
const ADDRESS_AT_END = /https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/i;

const READ = /^(?:Identifier|MemberExpression|OptionalMemberExpression|CallExpression)$/;

/** A page asks its own address, a server what the request that it answers was sent to. */
const PAGE =
  /(?:^|\.)location\.(?:origin|host|href)$|^(?:\w+\.)?req(?:uest)?\.(?:hostname|host|url|nextUrl(?:\.origin)?|headers\.(?:host|origin))$/;

/** `req.get('host')`, `request.headers.get('origin')` */
const HEADER_READ = /^(?:\w+\.)?req(?:uest)?\.(?:get|header|headers\.get)$/;
const HEADER = /^(?:(?:x-forwarded-)?host|origin|referer)$/i;

/** What settings call the address of something for people. */
const OF_PEOPLE =
  /\.(?:app|site|web|web_?app|web_?site|public|front_?end|dashboard|portal|docs?|help|admin)_?(?:base_?)?(?:url|origin|host)$/i;

/** What stands directly in front of the text in a template, a sum, `concat(…)`, a list, and the base of `new URL(…)`. */
function findBefore(node: SyntaxNode): SyntaxNode | null {
  const parent = getParent(node);
  if (parent?.type === 'TemplateLiteral') {
    const index = parent.expressions.findIndex((expression) => expression === node);
    const quasi = parent.quasis[index];
    if (index === -1 || quasi === undefined) return null;
    if (quasi.value.raw !== '') return quasi;
    return parent.expressions[index - 1] ?? findPieceBefore(node);
  }
  if (parent !== undefined && isCallNode(parent) && 'arguments' in parent) {
    const callee = unwrap(parent.callee);
    const index = parent.arguments.findIndex((argument) => argument === node);
    if (parent.type === 'NewExpression')
      return index === 0 && nameCallee(callee) === 'URL' ? (parent.arguments[1] ?? null) : null;
    if (index === -1 || !isMemberNode(callee) || nameMember(callee) !== 'concat') return null;
    return index === 0 ? unwrap(callee.object) : (parent.arguments[index - 1] ?? null);
  }
  if (parent?.type !== 'BinaryExpression' || parent.operator !== '+' || parent.right !== node)
    return findPieceBefore(node);
  const left = unwrap(parent.left);
  return left.type === 'BinaryExpression' && left.operator === '+' ? unwrap(left.right) : left;
}

function toHosts(texts: readonly string[] = []): readonly Host[] {
  return texts.flatMap((text) => readHost(makeText(/^\w+:\/\//.test(text) ? text : `//${text}`)) ?? []);
}

function isPage(node: SyntaxNode): boolean {
  if (node.type === 'CallExpression') {
    const [header] = node.arguments;
    return HEADER_READ.test(describeName(unwrap(node.callee))) && header !== undefined && HEADER.test(readText(header));
  }
  const name = describeName(node);
  return PAGE.test(name) || OF_PEOPLE.test(name);
}

/** `https://${host}` */
function isBehindScheme(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent?.type === 'BinaryExpression') return parent.right === node && /\/\/$/.test(readText(unwrap(parent.left)));
  if (parent?.type !== 'TemplateLiteral') return false;
  const index = parent.expressions.findIndex((expression) => expression === node);
  return /\/\/$/.test(parent.quasis[index]?.value.raw ?? '');
}

function readAddress(text: TextValue): Address | null {
  const host = readHost(text);
  if (host !== null && host.name !== '') return { kind: 'host', host };
  const first = text.atoms.find((atom) => atom.kind !== 'text' || !/^(?:https?:)?\/\/$/i.test(atom.text));
  if (first?.kind === 'env') return { kind: 'variable', name: first.name, defaults: toHosts(first.defaults) };
  return first?.kind === 'hole' && isPage(first.node) ? { kind: 'page' } : null;
}

/** What the text at the node is put directly behind, as far as that is an address. */
export function listAddressesBefore(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly Address[] {
  const before = findBefore(node);
  if (before === null) return [];
  const written = ADDRESS_AT_END.exec(readText(before))?.[0];
  if (written === undefined && !READ.test(before.type)) return [];
  const texts =
    written === undefined
      ? listTexts(evaluator.evaluate(before, module, evaluator.anyCaller), before, module)
      : [makeText(written)];
  const scheme = isBehindScheme(before) ? makeText('//').atoms : [];
  return texts.flatMap((text) => readAddress({ ...text, atoms: [...scheme, ...text.atoms] }) ?? []);
}
