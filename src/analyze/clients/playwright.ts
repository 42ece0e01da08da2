import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { nameCallee } from '../../syntax/nodes.ts';
import { listElements } from '../objects.ts';
import type { CallSite, ProjectIndex } from '../project-index.ts';
import { unite } from '../unions.ts';
import { resolveUrl } from '../urls.ts';
import type { Value } from '../values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  firstOption,
  type HttpLibrary,
  makeClient,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** Playwright's requests: `page.request`, the `request` fixture, and contexts made by `request.newContext`. */

const FIXTURE = /^fixtures\(\)\.(?:(?:page|context)\.)?request\.(\w+)$/;

/** Calls by these names that may set the base of the fixtures: told by their callees when asked. */
interface Settings {
  taken: number;
  readonly configs: CallSite[];
  readonly uses: CallSite[];
}

const settings = new WeakMap<ProjectIndex, Settings>();

function listSettings(index: ProjectIndex): Settings {
  const known = settings.get(index) ?? { taken: 0, configs: [], uses: [] };
  settings.set(index, known);
  for (const site of index.calls.slice(known.taken)) {
    const name = 'callee' in site.node ? nameCallee(site.node.callee) : null;
    if (name === 'defineConfig') known.configs.push(site);
    else if (name === 'use') known.uses.push(site);
  }
  known.taken = index.calls.length;
  return known;
}

function isPlaywright(callee: Value | undefined, name: string): boolean {
  return (
    callee?.type === 'external' &&
    (callee.made?.by.module ?? callee.module) === '@playwright/test' &&
    callee.path.at(-1) === name
  );
}

/** Not what `...devices['Desktop Chrome']` may have: no device has a base. */
function readKnown(base: Value | undefined): readonly Value[] {
  return base === undefined || base.type === 'unknown' || base.type === 'external' ? [] : [base];
}

function readBase(call: ClientCall, { node, module }: CallSite, list: (options: Value) => readonly Value[]) {
  const { evaluator } = call;
  const options = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
  const site = { ...call, node, module };
  return options === undefined ? [] : list(options).flatMap((use) => readKnown(firstOption(site, use, ['baseURL'])));
}

/** `use: { baseURL }` of `defineConfig` in the project, when there is one config, and what its projects have instead. */
function findConfiguredBase(call: ClientCall): Value | undefined {
  const { evaluator } = call;
  const sites = listSettings(evaluator.index).configs.filter(({ node }) =>
    isPlaywright(evaluator.index.getCallee(node), 'defineConfig'),
  );
  const [bases = [], ...others] = sites
    .map((site) =>
      readBase(call, site, (config) => {
        const at = { ...call, node: site.node, module: site.module };
        const projects = option(at, config, 'projects');
        const parts = [config, ...(projects === undefined ? [] : (listElements(evaluator, projects) ?? []))];
        return parts.flatMap((part) => option(at, part, 'use') ?? []);
      }),
    )
    .filter((found) => found.length > 0);
  return bases.length === 0 || others.length > 0 ? undefined : unite(bases);
}

/** `test.use({ baseURL })` of the file or of the `describe` around the request: the innermost, and of two the last. */
function findUsedBase(call: ClientCall): Value | undefined {
  const { evaluator, module } = call;
  const around = listFunctionsAround(call.node);
  const found = listSettings(evaluator.index).uses.flatMap((site) => {
    if (site.module !== module || !isPlaywright(evaluator.index.getCallee(site.node), 'use')) return [];
    const [block] = listFunctionsAround(site.node);
    const depth = block === undefined ? around.length : around.indexOf(block);
    return depth === -1 ? [] : readBase(call, site, (use) => [use]).map((base) => ({ base, depth }));
  });
  return found.reduce<(typeof found)[number] | undefined>(
    (best, one) => (best === undefined || one.depth <= best.depth ? one : best),
    undefined,
  )?.base;
}

function findFixtureBase(call: ClientCall): Value | undefined {
  return findUsedBase(call) ?? findConfiguredBase(call);
}

function sendMethod(call: ClientCall, name: string, base: Value | undefined): SentRequest | null {
  const url = argument(call, 0);
  if (url === undefined || (name !== 'fetch' && !VERBS.includes(name))) return null;
  const options = argument(call, 1);
  return {
    client: 'playwright',
    url: base === undefined ? url : resolveUrl(url, base, call.node, call.module),
    urlNode: argumentNode(call, 0),
    method: name === 'fetch' ? (option(call, options, 'method') ?? null) : verb(name),
    message: {
      isVerb: name !== 'fetch',
      options,
      optionsIndex: 1,
      bodyName: 'data',
      encoding: 'object',
      bodyIndex: null,
    },
  };
}

export const playwrightLibrary: HttpLibrary = {
  name: 'playwright',
  modules: ['@playwright/test', 'playwright', 'playwright-core'],
  create: (call) => {
    if (!/(?:^|\.)request\.newContext$/.test(call.target.path.join('.'))) return null;
    const options = argument(call, 0);
    return makeClient('playwright', options === undefined ? [] : [options], call.node);
  },
  send: (call) => {
    const path = call.target.path.join('.');
    if (call.target.type === 'client')
      return sendMethod(call, path, configured(call, ['baseURL']) ?? findFixtureBase(call));
    const name = FIXTURE.exec(path)?.[1];
    return name === undefined ? null : sendMethod(call, name, findFixtureBase(call));
  },
};
