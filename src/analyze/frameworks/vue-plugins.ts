import { type FunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { listByName } from '../clients/setting-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `app.use(plugin, { baseURL })`: what Vue hands to `install(app, options)`, or to a plugin that is a function itself. */

function nameFunction(fn: FunctionNode): string | null {
  if (fn.type === 'ObjectMethod') return nameKey(fn);
  if (fn.type === 'FunctionDeclaration') return fn.id?.name ?? null;
  const parent = getParent(fn);
  if (parent?.type === 'ObjectProperty') return nameKey(parent);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  // A whole module: `export default (app, options) => { … }`
  return parent?.type === 'ExportDefaultDeclaration' ? 'install' : null;
}

/** The options that the project gives where it uses the plugin; null for any other parameter. */
export function evaluatePluginOptions(evaluator: Evaluator, fn: FunctionNode, index: number): Value | null {
  if (index !== 1 || !/install|plugin/i.test(nameFunction(fn) ?? '')) return null;
  const given = listByName(evaluator.index, 'use').flatMap(({ node, module }): readonly Value[] => {
    if (!('arguments' in node) || node.arguments.length !== 2) return [];
    const [plugin, options] = node.arguments;
    if (plugin === undefined || options === undefined || plugin.type === 'StringLiteral') return [];
    const isIt = listOptions(evaluator.evaluate(plugin, module, null)).some((option) => {
      const isHolder = option.type === 'object' || option.type === 'module';
      const install = isHolder ? evaluator.getProperty(option, 'install', node, module) : option;
      return install.type === 'function' && install.fn === fn;
    });
    return isIt ? [evaluator.evaluate(options, module, null)] : [];
  });
  return given.length === 0 ? null : unite(given);
}
