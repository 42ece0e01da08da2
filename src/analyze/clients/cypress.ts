import { keepMeeting } from '../modules/programs.ts';
import { selectsTest } from '../settings/selected-tests.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { findKnownText, listTexts, makeText } from '../texts/texts.ts';
import { namesUrl } from '../urls/urls.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
} from './client.ts';
import { listSettingCalls } from './setting-calls.ts';

/** `e2e: { baseUrl }` of `defineConfig` in the project, when one config with a base runs the test. */
function findConfiguredBase(call: ClientCall): Value | undefined {
  const { evaluator } = call;
  const configs = keepMeeting(evaluator, listSettingCalls(evaluator.index, 'cypress', 'defineConfig'), call.module);
  const bases = configs.flatMap(({ node, module }) => {
    const at = { ...call, node, module };
    const config = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    const settings = option(at, config, 'e2e');
    if (settings !== undefined && !selectsTest(evaluator, settings, at, call.module.path)) return [];
    return option(at, settings, 'baseUrl') ?? [];
  });
  return bases.length === 1 ? bases[0] : undefined;
}

function qualify(call: ClientCall, url: Value): Value {
  return join(call, findConfiguredBase(call), url, 'slash');
}

/** `cy.intercept({ hostname: 'api.voice.example', pathname: '/voices' })` */
function interceptHost(call: ClientCall, matcher: Value): SentRequest | null {
  const hostname = option(call, matcher, 'hostname');
  const pathname = option(call, matcher, 'pathname');
  if (hostname?.type !== 'text' || pathname?.type !== 'text' || findKnownText(hostname) === null) return null;
  const base = concatTexts([[makeText('https://')], [hostname]], call.node, call.module);
  const method = option(call, matcher, 'method') ?? null;
  return {
    client: 'mock',
    url: join(call, base, pathname, 'slash'),
    urlNode: argumentNode(call, 0),
    method,
    isMock: true,
  };
}

/** `cy.intercept(url, …)`, `cy.intercept(method, url, …)` with a URL that names its host */
function intercept(call: ClientCall): SentRequest | null {
  const [first, second] = [argument(call, 0), argument(call, 1)];
  if (first !== undefined && isOptions(first)) return interceptHost(call, first);
  const namesHost = (value: Value | undefined): value is Value =>
    value !== undefined && !isOptions(value) && listTexts(value, call.node, call.module).every(namesUrl);
  if (namesHost(first))
    return { client: 'mock', url: first, urlNode: argumentNode(call, 0), method: null, isMock: true };
  if (!namesHost(second)) return null;
  return { client: 'mock', url: second, urlNode: argumentNode(call, 1), method: first ?? null, isMock: true };
}

/** Cypress: `cy.request(url)`, `cy.request(method, url)`, `cy.request({ url, method })`. */
function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  if (name === 'cy.intercept') return intercept(call);
  if (name !== 'cy.request') return null;
  const [first, second] = [argument(call, 0), argument(call, 1)];
  if (first === undefined) return null;
  if (isOptions(first)) {
    const url = option(call, first, 'url');
    return url === undefined
      ? null
      : {
          client: 'cypress',
          url: qualify(call, url),
          urlNode: argumentNode(call, 0),
          method: option(call, first, 'method') ?? null,
          options: first,
        };
  }
  if (second?.type === 'text')
    return { client: 'cypress', url: qualify(call, second), urlNode: argumentNode(call, 1), method: first };
  return { client: 'cypress', url: qualify(call, first), urlNode: argumentNode(call, 0), method: null };
}

export const cypressLibrary: HttpLibrary = { name: 'cypress', modules: [], globals: ['cy'], send };
