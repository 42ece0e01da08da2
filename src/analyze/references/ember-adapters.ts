import type { HttpRequest } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import { type ClassNode, getEnd, getStart, nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { toParts } from '../chains/collect-requests.ts';
import { findInheritedMember } from '../classes/instances.ts';
import { evaluateSuperclass, MAX_ANCESTORS } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { isNullish } from '../values/missing.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { type ClassValue, NO_PROVENANCE, type Value } from '../values/values.ts';

/**
 * Adapters of Ember Data: `class Agent extends RESTAdapter { host = 'https://…'; namespace = 'v2'; pathForType() { return 'agents'; } }`
 * send to `host/namespace/path`, and the path is the name of a model unless `pathForType` says one.
 */

const PACKAGE = /^(?:@ember-data\/adapter|ember-data)(?:\/|$)/;
const ADAPTER = /['"](?:@ember-data\/adapter|ember-data)[/'"]/;
const OWN_ADDRESS = ['buildURL', 'urlForQuery', 'urlForFindAll', 'urlForFindRecord'];

interface Adapter {
  readonly node: SyntaxNode;
  readonly read: (name: string) => Value | null;
}

function isAdapter(evaluator: Evaluator, of: ClassValue): boolean {
  let parent = evaluateSuperclass(evaluator, of);
  for (let above = 0; parent?.type === 'class' && above < MAX_ANCESTORS; above += 1)
    parent = evaluateSuperclass(evaluator, parent);
  return parent?.type === 'external' && PACKAGE.test(parent.made?.by.module ?? parent.module);
}

function listClasses(evaluator: Evaluator, module: Module): readonly Adapter[] {
  return flatMap(module.scripts, ({ classes }) =>
    flatMap(classes, (node: ClassNode): readonly Adapter[] => {
      const of: ClassValue = { type: 'class', node, module, env: null, ...NO_PROVENANCE };
      if (!node.superClass || !isAdapter(evaluator, of)) return [];
      const instance = { type: 'instance', of, construction: null, any: true, ...NO_PROVENANCE } as const;
      return [{ node: node.superClass, read: (name) => findInheritedMember(evaluator, instance, name) }];
    }),
  );
}

/** `DS.RESTAdapter.extend({ host })` */
function listExtended(evaluator: Evaluator, module: Module): readonly Adapter[] {
  return flatMap(module.scripts, ({ calls }) =>
    flatMap(calls, (call): readonly Adapter[] => {
      const given =
        call.type === 'CallExpression' && nameCallee(call.callee) === 'extend' ? call.arguments.at(-1) : null;
      if (given?.type !== 'ObjectExpression' || !('callee' in call)) return [];
      const callee = evaluator.evaluate(call.callee, module, null);
      if (callee.type !== 'external' || !PACKAGE.test(callee.module)) return [];
      const members = evaluator.evaluate(given, module, null);
      return [{ node: call.callee, read: (name) => evaluator.getProperty(members, name, given, module) }];
    }),
  );
}

function readPath(evaluator: Evaluator, { node, read }: Adapter, module: Module): Value {
  const reason = 'the names of models are its paths';
  const maker = read('pathForType');
  if (maker?.type !== 'function') return makeUnknown(node, module, reason);
  const args = maker.fn.params.map((param) => ({ kind: 'value', value: makeUnknown(param, module, reason) }) as const);
  return evaluateReturn(evaluator, maker, { args, call: null, from: null }, true);
}

/** What adapters of a module send to, each to one path. */
export function findEmberAdapters(evaluator: Evaluator, module: Module): readonly HttpRequest[] {
  if (!mentions(module, ADAPTER) && !/extends\s+\w+Adapter\b/.test(module.text)) return [];
  return flatMap([...listClasses(evaluator, module), ...listExtended(evaluator, module)], (adapter) => {
    const { node, read } = adapter;
    const host = read('host');
    if (host === null || isNullish(host) || OWN_ADDRESS.some((name) => read(name)?.type === 'function')) return [];
    const namespace = read('namespace');
    const base = namespace === null || isNullish(namespace) ? host : joinUrl(host, namespace, 'slash', node, module);
    const url = joinUrl(base, readPath(evaluator, adapter, module), 'slash', node, module);
    const request: HttpRequest = {
      site: getLocation(module, getStart(node)),
      siteSpan: { file: module.path, start: getStart(node), end: getEnd(node) },
      client: 'ember-data',
      methods: null,
      urls: listTexts(url, node, module).map((text) => ({
        parts: toParts(text.atoms),
        trail: listTrail(text.trail),
        references: listRefs(text.refs),
      })),
      expression: getRegion(module, getStart(node), getEnd(node)),
    };
    return [request];
  });
}
