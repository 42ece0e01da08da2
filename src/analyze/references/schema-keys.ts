import type { UrlReference } from '../../model/analysis.ts';
import { getEnd, getStart, nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { splitMethod } from '../clients/method-in-path.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { literalText } from '../texts/written-texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { toUrl } from './references.ts';

/**
 * `createFetch({ baseURL, schema: createSchema({ '/calls': …, '@post/calls': … }) })` of better-fetch: the client looks up in the schema
 * what it is asked for, so that the keys change with the requests.
 */

const PACKAGE = /['"]@better-fetch\/fetch['"]/;

/** The object that a schema is made of, with the routes of `{ schema, config }` below it. */
function listTables(evaluator: Evaluator, schema: Value, node: SyntaxNode, module: Module): readonly Value[] {
  const inner = evaluator.getProperty(schema, 'schema', node, module);
  return [schema, inner].flatMap((value) => listOptions(value)).filter(({ type }) => type === 'object');
}

function readKey(evaluator: Evaluator, base: Value, key: SyntaxNode, module: Module): UrlReference | null {
  if (key.type !== 'StringLiteral' || !/^(?:@\w+)?\//.test(key.value)) return null;
  const { path, method } = splitMethod(literalText(evaluator, key, module));
  const url = joinUrl(base, path, 'slash', key, module);
  return {
    expression: getRegion(module, getStart(key), getEnd(key)),
    urls: listTexts(url, key, module).map(toUrl),
    methods: method === null ? null : [method],
    isCompared: true,
  };
}

export function findSchemaKeys(evaluator: Evaluator, module: Module): readonly UrlReference[] {
  if (!PACKAGE.test(module.text)) return [];
  const calls = module.scripts.flatMap((script) => script.calls);
  return calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || nameCallee(call.callee) !== 'createFetch') return [];
    const client = evaluator.evaluate(call, module, evaluator.anyCaller);
    const [options] = client.type === 'client' ? client.options : [];
    if (options === undefined) return [];
    const base = evaluator.getProperty(options, 'baseURL', call, module);
    if (isUndefined(base)) return [];
    const schema = evaluator.getProperty(options, 'schema', call, module);
    return listTables(evaluator, schema, call, module).flatMap((table) => {
      const node = table.type === 'object' ? table.node : null;
      const owner = node === null ? undefined : evaluator.graph.findOwner(node);
      if (node?.type !== 'ObjectExpression' || owner === undefined) return [];
      return node.properties.flatMap((entry) =>
        entry.type === 'ObjectProperty' && !entry.computed ? (readKey(evaluator, base, entry.key, owner) ?? []) : [],
      );
    });
  });
}
