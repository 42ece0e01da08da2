import type { ModuleGraph } from '../modules/modules.ts';

/**
 * Files that say for all requests of a library where they go: an interceptor, a default that is assigned. Their base may stand
 * elsewhere, and no word of the catalogue in them.
 */

interface Setup {
  /** What a file is written with that sends by the library. */
  readonly library: string;
  readonly named: readonly string[];
}

const SETUPS: readonly Setup[] = [
  { library: '@angular/common/http', named: ['HttpInterceptor', 'HttpHandlerFn', 'withInterceptors'] },
  { library: 'axios', named: ['defaults.baseURL', 'interceptors.request'] },
];

/** Libraries whose setups were looked for. */
const asked = new WeakMap<ModuleGraph, Set<Setup>>();

/** Loads them for the libraries that the loaded files send by; each is looked for once. */
export function loadSetups(graph: ModuleGraph): void {
  const known = asked.get(graph) ?? new Set<Setup>();
  asked.set(graph, known);
  const open = SETUPS.filter(
    (setup) => !known.has(setup) && graph.loaded.some(({ text }) => text.includes(setup.library)),
  );
  for (const setup of open) known.add(setup);
  if (open.length === 0) return;
  for (const { path } of graph.project.findMentions(open.flatMap(({ named }) => named))) graph.load(path);
}
