import type { Project } from '../../model/project.ts';
import { isTestFile } from '../../model/test-files.ts';
import { mentions } from '../modules/mentions.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/**
 * Files that say for all requests of a library where they go: an interceptor, a default that is assigned, a base that is
 * provided for a token, the function that queries run. That may stand elsewhere, and no word of the catalogue in them.
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
  {
    asks: /\bfetch\s*\(/,
    named: [
      ...['globalThis', 'window', 'global'].flatMap((name) => [`Object.assign(${name},`, `defineProperty(${name},`]),
      // What stands in the place of `fetch` sees what is asked for.
      '.fetch =',
      '.fetch=',
      "['fetch'] =",
      '["fetch"] =',
    ],
    isProvided: true,
  },
  { asks: /\$fetch\b/, named: ['.$fetch =', '.$fetch='], isProvided: true },
  // Nobody imports by name what a folder is loaded with.
  {
    asks: /\bexport\s+(?:default|const|function|async)\b/,
    named: ['import.meta.glob', 'require.context(', 'import(`./'],
  },
  // What is left empty there is set by a variable of its name.
  { asks: /\buseRuntimeConfig\b/, named: ['runtimeConfig'] },
  { asks: /\baurelia\b.*\b(?:fetch|http)-client\b/, named: ['withBaseUrl'], isProvided: true },
  { asks: /\bHttpService\b/, named: ['HttpModule'] },
  {
    asks: /axios/,
    named: [
      'defaults.baseURL',
      'defaults.headers',
      "['defaults']",
      '["defaults"]',
      'interceptors.re',
      'interceptors[',
      'interceptors?.',
      "['interceptors']",
      '["interceptors"]',
    ],
  },
  {
    asks: /@[iI]nject\(|\binject[<(]/,
    named: ['useValue', 'useFactory', 'toConstantValue', 'toDynamicValue'],
    isProvided: true,
  },
  // What a server, a plugin, a store or a component above hands to all that is below it.
  { asks: /\binject(?:\(|:)/, named: ['.provide(', 'provide('], isProvided: true },
  { asks: /\buseContext\b/, named: ['.Provider'], isProvided: true },
  { asks: /\bfastify\b/i, named: ['.decorate('], isProvided: true },
  {
    asks: /\bthis\s*\.\s*(?:\$(?:http|resource)|axios)\b/,
    named: ['vue-resource', 'Vue.http.options', 'vue-axios'],
    isProvided: true,
  },
  // What is told to a module of AngularJS is injected in any file of the app.
  {
    asks: /\bangular\s*\.\s*module\s*\(/,
    named: ['angular.module(', 'angular[', '.factory(', '.service(', '.constant('],
    isProvided: true,
  },
  // What is set there is sent with every request.
  { asks: /\$http\b/, named: ['$http.defaults', '$httpProvider'], isProvided: true },
  {
    asks: /(?:\$|\bjQuery)\.(?:ajax|get|post|getJSON)\b/,
    named: ['.ajaxSetup(', '.ajaxPrefilter(', '.ajaxSend('],
    isProvided: true,
  },
  // What a query runs that brings no function of its own.
  { asks: /\buseSWR/, named: ['SWRConfig'], isProvided: true },
  { asks: /\buse\w*Query\b|\bqueryOptions\b/, named: ['new QueryClient', 'setDefaultOptions'], isProvided: true },
  { asks: /\bredux-observable\b/, named: ['createEpicMiddleware'], isProvided: true },
  { asks: /\bextra\b/, named: ['extraArgument', 'withExtraArgument'], isProvided: true },
];

interface Asked {
  /** Libraries whose setups were looked for. */
  readonly setups: Set<Setup>;
  /** Files of which it is known whether they ask for more. */
  readonly seen: Set<string>;
}

const asked = new WeakMap<Project, Asked>();

/** Loads them for the libraries that the loaded files send by; each is looked for once. */
export function loadSetups(graph: ModuleGraph): void {
  const known: Asked = asked.get(graph.project) ?? { setups: new Set(), seen: new Set() };
  asked.set(graph.project, known);
  const fresh = graph.loaded.filter(({ path }) => !known.seen.has(path));
  for (const { path } of fresh) known.seen.add(path);
  const open = SETUPS.filter(
    (setup) => !known.setups.has(setup) && fresh.some((module) => mentions(module, setup.asks)),
  );
  for (const setup of open) known.setups.add(setup);
  for (const { named, isProvided } of open) {
    for (const { path } of graph.project.findMentions(named)) if (!isProvided || !isTestFile(path)) graph.load(path);
  }
}
