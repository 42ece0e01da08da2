import type { HttpRequest } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl, splitAtPath } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import type { TextValue } from '../values/values.ts';

/**
 * `res.redirect(307, BASE + req.originalUrl)`, `res.writeHead(307, { Location: BASE + req.url })`: whoever asks the own server is sent on
 * to the host with the path that they asked for. Where all of it is written, it is a text that names a URL, as others are.
 */

const REDIRECTING = /redirect\s*\(|\bLocation\b/i;
const REDIRECT = /^(?:redirect|permanentRedirect|temporaryRedirect|sendRedirect|rewrite)$/;
const SETTING = /^(?:set|header|setHeader|append|location)$/;

/** What a call or a header says of where to go on. */
function listTargets(module: Module): readonly SyntaxNode[] {
  return flatMap(module.scripts, ({ calls, identifiers }) => [
    ...flatMap(calls, (call): readonly SyntaxNode[] => {
      if (call.type !== 'CallExpression') return [];
      const name = nameCallee(call.callee) ?? '';
      if (REDIRECT.test(name)) return call.arguments;
      const [first, second] = call.arguments;
      if (!SETTING.test(name) || first === undefined) return [];
      if (name === 'location') return [first];
      const isLocation = first.type === 'StringLiteral' && /^location$/i.test(first.value);
      return isLocation && second !== undefined ? [second] : [];
    }),
    ...flatMap([...identifiers.get('Location'), ...identifiers.get('location')], (key): readonly SyntaxNode[] => {
      const member = getParent(key);
      if (member?.type === 'ObjectProperty' && member.key === key && nameKey(member) !== null) return [member.value];
      const assigned = member !== undefined && isMemberNode(member) ? getParent(member) : undefined;
      if (assigned?.type !== 'AssignmentExpression' || assigned.left !== member) return [];
      // `headers.Location = …`
      const isHeader =
        member !== undefined && isMemberNode(member) && /header/i.test(nameCallee(unwrap(member.object)) ?? '');
      return isHeader ? [assigned.right] : [];
    }),
  ]);
}

/** A known host, and a path that begins with something open. */
function isOpen(text: TextValue): boolean {
  if (!isAbsoluteUrl(text) && text.atoms[0]?.kind !== 'env') return false;
  const [first] = splitAtPath(text.atoms)[1].filter((atom) => atom.kind !== 'text' || !/^\/*$/.test(atom.text));
  return first?.kind === 'hole' && first.query !== true;
}

function toRequest(evaluator: Evaluator, node: SyntaxNode, module: Module): HttpRequest | null {
  evaluator.ask(undefined, module);
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  if (!texts.some(isOpen)) return null;
  return {
    site: getLocation(module, getStart(node)),
    siteSpan: { file: module.path, start: getStart(node), end: getEnd(node) },
    client: 'redirect',
    methods: null,
    urls: texts.map((text) => ({
      parts: toParts(text.atoms),
      trail: listTrail(text.trail),
      references: listRefs(text.refs),
    })),
    expression: getRegion(module, getStart(node), getEnd(node)),
  };
}

/** Redirections of a module to a path that is not written there. */
export function findOpenRedirects(evaluator: Evaluator, module: Module): readonly HttpRequest[] {
  if (!mentions(module, REDIRECTING) || isTestFile(module.path)) return [];
  return [...new Set(listTargets(module))].flatMap((node) => toRequest(evaluator, node, module) ?? []);
}
