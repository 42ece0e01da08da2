import { listFunctionsAround } from '../../syntax/enclosing.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateFixture } from '../frameworks/test-fixtures.ts';
import { listElements } from '../members/objects.ts';
import { keepMeeting } from '../modules/programs.ts';
import { selectsTest } from '../settings/selected-tests.ts';
import { listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl, namesUrl, resolveUrl } from '../urls/urls.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
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
import { listSettingCalls } from './setting-calls.ts';

/** Playwright's requests: `page.request`, the `request` fixture, and contexts made by `request.newContext`. */

const FIXTURE = /^fixtures\(\)\.(?:(?:page|context)\.)?request\.(\w+)$/;

/** What the config and `test.use` say of a test: its base, or the headers of all its requests. */
type Setting = 'baseURL' | 'extraHTTPHeaders';

/** Not what `...devices['Desktop Chrome']` may have: no device has a base. */
function readKnown(base: Value | undefined): readonly Value[] {
  return base === undefined || base.type === 'unknown' || base.type === 'external' ? [] : [base];
}

function readSetting(
  call: ClientCall,
  setting: Setting,
  { node, module }: CallSite,
  list: (options: Value) => readonly Value[],
): readonly Value[] {
  const { evaluator } = call;
  const options = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
  const site = { ...call, node, module };
  return options === undefined ? [] : list(options).flatMap((use) => readKnown(firstOption(site, use, [setting])));
}

/** What the config has for a test: that of the projects which run it, or its own where those have none. */
function listParts(call: ClientCall, setting: Setting, config: Value, at: ClientCall): readonly Value[] {
  const projects = option(at, config, 'projects');
  const all = projects === undefined ? [] : (listElements(call.evaluator, projects) ?? []);
  const own = all.filter((part) => selectsTest(call.evaluator, part, at, call.module.path));
  const isComplete = own.length > 0 && own.every((part) => firstOption(at, option(at, part, 'use'), [setting]));
  return isComplete ? own : [config, ...own];
}

/** `use: { baseURL }` of `defineConfig` in the project, when one config runs the test, and what its projects have instead. */
function findConfigured(call: ClientCall, setting: Setting): Value | undefined {
  const { evaluator } = call;
  const configs = listSettingCalls(evaluator.index, '@playwright/test', 'defineConfig');
  const sites = keepMeeting(evaluator, configs, call.module);
  const [bases = [], ...others] = sites
    .map((site) =>
      readSetting(call, setting, site, (config) => {
        const at = { ...call, node: site.node, module: site.module };
        if (!selectsTest(evaluator, config, at, call.module.path)) return [];
        return listParts(call, setting, config, at).flatMap((part) => option(at, part, 'use') ?? []);
      }),
    )
    .filter((found) => found.length > 0);
  return bases.length === 0 || others.length > 0 ? undefined : unite(bases);
}

/** `test.use({ baseURL })` of the file or of the `describe` around the request: the innermost, and of two the last. */
function findUsed(call: ClientCall, setting: Setting): Value | undefined {
  const { evaluator, module } = call;
  const around = listFunctionsAround(call.node);
  const found = listSettingCalls(evaluator.index, '@playwright/test', 'use').flatMap((site) => {
    if (site.module !== module) return [];
    const [block] = listFunctionsAround(site.node);
    const depth = block === undefined ? around.length : around.indexOf(block);
    return depth === -1 ? [] : readSetting(call, setting, site, (use) => [use]).map((value) => ({ value, depth }));
  });
  return found.reduce<(typeof found)[number] | undefined>(
    (best, one) => (best === undefined || one.depth <= best.depth ? one : best),
    undefined,
  )?.value;
}

/** The headers of all requests of the `request` fixture, and of a context that says nothing of them. */
function findFixtureHeaders(call: ClientCall): Value | undefined {
  return findUsed(call, 'extraHTTPHeaders') ?? findConfigured(call, 'extraHTTPHeaders');
}

/** `base.extend({ baseURL: 'https://…' })`: the base of the tests that this makes. */
function findExtendedBase({ evaluator, module, node }: ClientCall): Value | undefined {
  for (const fn of listFunctionsAround(node)) {
    const base = evaluateFixture(evaluator, fn, 'baseURL', module, null);
    if (base !== null && base !== 'own') return base;
  }
  return undefined;
}

function findFixtureBase(call: ClientCall): Value | undefined {
  return findUsed(call, 'baseURL') ?? findExtendedBase(call) ?? findConfigured(call, 'baseURL');
}

function sendMethod(call: ClientCall, name: string, base: Value | undefined): SentRequest | null {
  const url = argument(call, 0);
  if (url === undefined || (name !== 'fetch' && !VERBS.includes(name))) return null;
  const options = argument(call, 1);
  // Pages are opened with those of the config as well: of a whole address nobody says that it is of the same host.
  const isBelow = base !== undefined && listTexts(url, call.node, call.module).every((text) => !isAbsoluteUrl(text));
  const extra = configured(call, ['extraHTTPHeaders']) ?? (isBelow ? findFixtureHeaders(call) : undefined);
  return {
    client: 'playwright',
    ...(extra === undefined ? {} : { headers: [extra] }),
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

const WATCHES = /^(?:un)?route$|^waitFor(?:Request|Response)$/;

/** `page.route(url, …)`, `page.waitForResponse(url)`: a URL that the page is expected to send. */
function watch(call: ClientCall): SentRequest | null {
  const url = argument(call, 0);
  if (!WATCHES.test(call.target.path.at(-1) ?? '') || url === undefined) return null;
  if (!listTexts(url, call.node, call.module).every(namesUrl)) return null;
  return { client: 'mock', url, urlNode: argumentNode(call, 0), method: null, isMock: true };
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
    return name === undefined ? watch(call) : sendMethod(call, name, findFixtureBase(call));
  },
};
