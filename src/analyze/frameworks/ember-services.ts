import { nameCallee, nameKey } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateExport } from '../modules/exports.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { Value } from '../values/values.ts';

/** `@service voice`, `@service('voice-api') api` of Ember: the class that `app/services/voice.js` exports. */

const PACKAGES: ReadonlySet<string> = new Set(['@ember/service', 'ember-service']);

/** Under which name the service is asked for; null for a decorator of another kind. */
function nameService(decorator: SyntaxNode, field: SyntaxNode, module: Module): string | null {
  const isCall = decorator.type === 'CallExpression';
  const callee = isCall ? decorator.callee : decorator;
  if (!/^(?:service|inject)$/.test(nameCallee(callee) ?? '')) return null;
  const source = findBindingOf(module, callee)?.source;
  if (source?.kind !== 'import' || !PACKAGES.has(source.specifier)) return null;
  const [given] = isCall ? decorator.arguments : [];
  if (given?.type === 'StringLiteral') return given.value;
  return given === undefined && field.type === 'ClassProperty' ? nameKey(field) : null;
}

function toDashes(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

export function evaluateService(
  evaluator: Evaluator,
  decorator: SyntaxNode,
  field: SyntaxNode,
  module: Module,
): Value | null {
  const name = nameService(decorator, field, module);
  if (name === null) return null;
  const file = new RegExp(`(?:^|/)services/${toDashes(name).replace(/[^\w/-]/g, '')}\\.[jt]s$`);
  const { graph } = evaluator;
  const [path, ...others] = graph.project.seen.filter((seen) => file.test(seen));
  const declaring = path === undefined || others.length > 0 ? null : graph.load(path);
  const service = declaring === null ? undefined : evaluateExport(evaluator, declaring, 'default');
  return service === undefined ? null : instantiate(service);
}
