import type { Span } from '../../model/location.ts';
import type { Seam } from '../../model/url-value.ts';
import { contains, getEnd, getStart, isCallNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';

/** ``const get = (path) => fetch(BASE + path); get(`/${kind}`)``: does what is put together for a call go to the URL alone? */

/** The name that enters the URL at the seam, where it is a parameter of `fn` and read there only. */
function isReadThereOnly(fn: SyntaxNode, { start }: Seam, module: Module): boolean {
  return module.scripts.some((script) =>
    listParamNames(fn).some((name) =>
      script.identifiers.get(name).some((node) => {
        if (node.type !== 'Identifier' || getStart(node) !== start || !contains(fn, node)) return false;
        const binding = findBindingOf(module, node);
        if (binding?.source.kind !== 'param' || binding.source.fn !== fn || binding.assignments.length > 0)
          return false;
        return listReadings(node, module).every((use) => use === node || use === binding.declaration);
      }),
    ),
  );
}

function listParamNames(fn: SyntaxNode): readonly string[] {
  if (!('params' in fn)) return [];
  return (fn.params as readonly SyntaxNode[]).flatMap((param) => (param.type === 'Identifier' ? [param.name] : []));
}

/** `site`: the call that hands over the text, which enters that one by the first of the seams, and the URL by the second. */
export function isHandedAlone(evaluator: Evaluator, site: Span, [inner, outer]: readonly [Seam, Seam]): boolean {
  const from = evaluator.graph.load(site.file);
  const to = evaluator.graph.load(outer.file);
  if (from === null || to === null || inner.file !== site.file) return false;
  const calls = from.scripts.flatMap((script) => script.calls);
  const call = calls.find((one) => getStart(one) === site.start && getEnd(one) === site.end);
  if (call === undefined || !isCallNode(call) || !('arguments' in call)) return false;
  const isArgument = call.arguments.some((given) => {
    const node = unwrap(given);
    return node.type === 'TemplateLiteral' && getStart(node) < inner.start && inner.start < getEnd(node);
  });
  const callees = evaluator.index.listCallees(call);
  if (!isArgument || callees.length === 0) return false;
  return callees.every(
    (option) => option.type === 'function' && option.module === to && isReadThereOnly(option.fn, outer, to),
  );
}
