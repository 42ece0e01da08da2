import { nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** `app.listen(4010)`, `serve({ fetch, port: 4010 })`: the ports at which a server of the project is asked. */

const LISTENING = /^(?:listen|serve)$/;
const MAX_HOPS = 3;

/** `4010`, `process.env.PORT ?? 4010`, be it under a name. */
function listNumbers(node: SyntaxNode, module: Module, hops = 0): readonly string[] {
  const found: string[] = [];
  someNode(node, (at) => {
    if (at.type === 'NumericLiteral') found.push(String(at.value));
    if (at.type === 'StringLiteral' && /^\d{2,5}$/.test(at.value)) found.push(at.value);
    const source = at.type === 'Identifier' && hops < MAX_HOPS ? findBindingOf(module, at)?.source : undefined;
    if (source?.kind === 'value' && source.node !== null) found.push(...listNumbers(source.node, module, hops + 1));
    return false;
  });
  return found;
}

/** The port among what is given: the first argument, or a member of options. */
function findPort(given: SyntaxNode): SyntaxNode | null {
  const options = unwrap(given);
  if (options.type !== 'ObjectExpression') return /Function/.test(options.type) ? null : options;
  const member = options.properties.find((one) => nameKey(one) === 'port');
  return member?.type === 'ObjectProperty' ? member.value : null;
}

export function listServedPorts(module: Module): readonly string[] {
  const ports = module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      if (call.type !== 'CallExpression' || !LISTENING.test(nameCallee(call.callee) ?? '')) return [];
      const port = call.arguments[0] === undefined ? null : findPort(call.arguments[0]);
      return port === null ? [] : listNumbers(port, module);
    }),
  );
  return [...new Set(ports)].filter((port) => port !== '0');
}
