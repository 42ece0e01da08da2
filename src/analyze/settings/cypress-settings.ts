import type { SyntaxNode } from '../../syntax/tree.ts';
import { listSettingCalls } from '../clients/setting-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateImport } from '../modules/exports.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { Value } from '../values/values.ts';

/** What `Cypress.env('apiUrl')` stands for: `env: { apiUrl }` of the config, `cypress.json` and `cypress.env.json` of older projects. */

/** How far below the project's own files a test may stand. */
const MAX_LEVELS = 6;

function readConfig(evaluator: Evaluator, name: string, asking: Module): readonly Value[] {
  const configs = keepMeeting(evaluator, listSettingCalls(evaluator.index, 'cypress', 'defineConfig'), asking);
  return configs.flatMap(({ node, module }) => {
    const config = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    if (config === undefined) return [];
    const read = (path: readonly string[]): Value =>
      path.reduce((at, part) => evaluator.getProperty(at, part, node, module), config);
    return [read(['env', name]), read(['e2e', 'env', name])];
  });
}

function readFiles(evaluator: Evaluator, name: string, node: SyntaxNode, module: Module): readonly Value[] {
  return Array.from({ length: MAX_LEVELS }, (_, level) => '../'.repeat(level) || './').flatMap((above) => {
    const read = (file: string, path: readonly string[]): Value =>
      path.reduce<Value>(
        (at, part) => evaluator.getProperty(at, part, node, module),
        evaluateImport(evaluator, module, `${above}${file}`, 'default'),
      );
    return [
      read('cypress.env.json', [name]),
      read('cypress.json', ['env', name]),
      // A config that is a plain object.
      read('cypress.config', ['env', name]),
      read('cypress.config', ['e2e', 'env', name]),
    ];
  });
}

/** The texts that files of the project give to a variable of Cypress. */
export function listCypressSettings(
  evaluator: Evaluator,
  name: string,
  node: SyntaxNode,
  module: Module,
): readonly Value[] {
  return [...readConfig(evaluator, name, module), ...readFiles(evaluator, name, node, module)].filter(
    ({ type }) => type === 'text',
  );
}
