import { isTestFile } from '../../model/test-files.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/**
 * Files that say for all requests of a library where they go: an interceptor, a default that is assigned, a base that is
 * provided for a token. That may stand elsewhere, and no word of the catalogue in them.
 */

interface Setup {
  /** What a file is written with that sends by the library, or has something injected. */
  readonly asks: RegExp;
  readonly named: readonly string[];
  /** What a test provides stands in for what the program has. */
  readonly isProvided?: true;
}

const SETUPS: readonly Setup[] = [
  { asks: /@angular\/common\/http/, named: ['HttpInterceptor', 'HttpHandlerFn', 'withInterceptors'] },
  { asks: /\bHttpService\b/, named: ['HttpModule.register'] },
  { asks: /axios/, named: ['defaults.baseURL', 'interceptors.request'] },
  {
    asks: /@[iI]nject\(|\binject[<(]/,
    named: ['useValue', 'useFactory', 'toConstantValue', 'toDynamicValue'],
    isProvided: true,
  },
  // What a server, a plugin, a store or a component above hands to all that is below it.
  { asks: /\binject\(/, named: ['.provide('], isProvided: true },
  { asks: /\buseContext\b/, named: ['.Provider'], isProvided: true },
  { asks: /\bfastify\b/i, named: ['.decorate('], isProvided: true },
  { asks: /\bextra\b/, named: ['extraArgument', 'withExtraArgument'], isProvided: true },
];

/** Libraries whose setups were looked for. */
const asked = new WeakMap<ModuleGraph, Set<Setup>>();

/** Loads them for the libraries that the loaded files send by; each is looked for once. */
export function loadSetups(graph: ModuleGraph): void {
  const known = asked.get(graph) ?? new Set<Setup>();
  asked.set(graph, known);
  const open = SETUPS.filter((setup) => !known.has(setup) && graph.loaded.some(({ text }) => setup.asks.test(text)));
  for (const setup of open) known.add(setup);
  if (open.length === 0) return;
  for (const { named, isProvided } of open) {
    for (const { path } of graph.project.findMentions(named)) if (!isProvided || !isTestFile(path)) graph.load(path);
  }
}
