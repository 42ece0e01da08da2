import { nameCallee } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { findKnownText } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import { type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';

/** `app.register(fastifyEnv, { confKey: 'settings', schema })`: the checked environment, as `app.settings`, and else as `app.config`. */

const PACKAGE = /['"](?:@fastify\/env|fastify-env)['"]/;
const BY: ExternalValue = { type: 'external', module: '@fastify/env', path: [], made: null, ...NO_PROVENANCE };

const listSites = gatherFromCalls(
  (): CallSite[] => [],
  (found, site) => {
    const { node, module } = site;
    if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'register') return;
    if (mentions(module, PACKAGE)) found.push(site);
  },
);

function isPackage(value: Value | undefined): boolean {
  return value?.type === 'external' && /^(?:@fastify\/env|fastify-env)$/.test(value.module);
}

/** What the server has of the environment by this name, and by which rules it was checked; null where it has none. */
export function findServerEnvironment(evaluator: Evaluator, name: string, asking: Module): Value | null {
  const found = keepMeeting(evaluator, listSites(evaluator), asking).flatMap(({ node, module }) => {
    if (node.type !== 'CallExpression') return [];
    const args = evaluator.index.listCallArguments(node, module, null);
    const [plugin, options] = [0, 1].map((index) => evaluator.getArgument(args, index));
    if (!isPackage(plugin)) return [];
    const key = options?.type === 'object' ? evaluator.getProperty(options, 'confKey', node, module) : undefined;
    if ((findKnownText(key) ?? 'config') !== name) return [];
    const given = options === undefined ? [] : [{ kind: 'value', value: options } as const];
    return [{ ...BY, made: { by: BY, args: given, call: node, module } }];
  });
  if (found.length > 0) return unite(found);
  // What registers it may not be known yet.
  const isUsed = name === 'config' && evaluator.graph.loaded.some((module) => mentions(module, PACKAGE));
  return isUsed ? { type: 'env-object', ...NO_PROVENANCE } : null;
}
