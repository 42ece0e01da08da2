import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { RequestFinder } from '../chains/requests.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { listLiterals } from '../references/specs.ts';
import { listFilledRegistries } from './filled-registries.ts';

/** Files with path texts for others that no request sends: whoever sends them may hold no word of the catalogue. */
export function listUnsent(graph: ModuleGraph, finder: RequestFinder, words: readonly string[]): readonly string[] {
  const { collector, evaluator } = finder;
  // `calls fail` begins a sentence.
  const path = `['"\`]=?/?(?:${words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')})(?![\\w\\s-])`;
  const isPath = new RegExp(path);
  const sent = new Map<string, number>();
  for (const literal of new Set(listLiterals([...collector.listRequests(), ...collector.listMocks()]))) {
    const found = evaluator.getIdentified(literal);
    if (found === undefined) continue;
    const { module, node } = found;
    // The text of a template begins behind its quote.
    if (!isPath.test(module.text.slice(getStart(node) - 1, getEnd(node)))) continue;
    sent.set(module.path, (sent.get(module.path) ?? 0) + 1);
  }
  const paths = new RegExp(path, 'g');
  const unsent = graph.loaded.filter(
    ({ text, path: file }) => (text.match(paths)?.length ?? 0) > (sent.get(file) ?? 0),
  );
  const shared = unsent.filter(({ exports, path: file }) => exports.size > 0 || graph.scriptGlobals.isShared(file));
  const filling = unsent.filter(({ path: file }) => !isTestFile(file));
  return [...shared.map((module) => module.path), ...listFilledRegistries(graph, filling, isPath)];
}

/**
 * Files that configure a client for others with a base that no request takes: who hands the client on, to a container or a
 * cache of queries, may hold no word of the catalogue.
 */
export function listIdleClients(graph: ModuleGraph, { collector, evaluator }: RequestFinder): readonly string[] {
  return graph.loaded
    .filter(
      ({ exports, scripts }) =>
        exports.size > 0 &&
        scripts.some(({ specs }) => specs.length > 0) &&
        !scripts.some(({ strings }) => strings.some((node) => collector.consumed.has(evaluator.identify(node)))),
    )
    .map((module) => module.path);
}
