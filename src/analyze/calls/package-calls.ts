import type { Evaluator } from '../evaluator.ts';
import { evaluateToken } from '../frameworks/injected-tokens.ts';
import { callCopier } from '../members/copiers.ts';
import { callMerger } from '../members/mergers.ts';
import { listElements } from '../members/objects.ts';
import { readPath } from '../members/path-readers.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { callFormatter } from '../texts/formatters.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { getTextHead, listTexts, makeText } from '../texts/texts.ts';
import { assembleUrl } from '../urls/assembled-urls.ts';
import { parseUrl } from '../urls/parsed-urls.ts';
import { joinUrl, resolveUrl } from '../urls/urls.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { evaluateReturn } from './calls.ts';
import { globalCall, makeQuery } from './global-calls.ts';
import { givePartly } from './partly-given.ts';
import { readContext } from './react-contexts.ts';
import { keepState } from './state-holders.ts';
import { callInject } from './vue-provide.ts';
import { callWrapper, findWrapped } from './wrappers.ts';

/** Helpers of well-known packages: what joins paths, wraps functions, or hands out instances. */

/** Joins its arguments with slashes: the function name by package. */
const JOINERS: Readonly<Record<string, readonly string[]>> = {
  'node:path': ['posix.join', 'join'],
  path: ['posix.join', 'join'],
  'node:path/posix': ['join'],
  'path/posix': ['join'],
  'url-join': ['', 'urlJoin'],
  urljoin: [''],
  'proper-url-join': [''],
  'url-joiner': [''],
  ufo: ['joinURL'],
  upath: ['join'],
};

const QUERY_BUILDERS: Readonly<Record<string, readonly string[]>> = {
  qs: ['stringify'],
  querystring: ['stringify'],
  'node:querystring': ['stringify'],
  'query-string': ['stringify'],
};

/** Makes a path of its arguments that begins with the last one that is absolute. */
const RESOLVERS: Readonly<Record<string, readonly string[]>> = {
  'node:path': ['posix.resolve', 'resolve'],
  path: ['posix.resolve', 'resolve'],
  'node:path/posix': ['resolve'],
  'path/posix': ['resolve'],
};

function layOutValues(evaluator: Evaluator, call: BuiltinCall): readonly Value[] {
  return call.args.flatMap((argument) => {
    const value = evaluator.evaluateArgument(argument);
    return value.type === 'array' ? (listElements(evaluator, value) ?? [value]) : [value];
  });
}

function joinValues([first, ...rest]: readonly Value[], call: BuiltinCall): Value | null {
  if (first === undefined) return null;
  return rest.reduce((base, part) => joinUrl(base, part, 'slash', call.node, call.module), first);
}

/** Null where only some of its texts are absolute. */
function isAbsolute(value: Value, call: BuiltinCall): boolean | null {
  const heads = new Set(listTexts(value, call.node, call.module).map((text) => getTextHead(text).startsWith('/')));
  const [answer = null] = heads;
  return heads.size === 1 ? answer : null;
}

/** `path.posix.resolve('/', 'agents', id)`; without an absolute argument the directory says what it is. */
function resolveValues(values: readonly Value[], call: BuiltinCall): Value | null {
  const answers = values.map((value) => isAbsolute(value, call));
  const first = answers.lastIndexOf(true);
  return first === -1 || answers.includes(null) ? null : joinValues(values.slice(first), call);
}

/** `urlcat(base, '/agents/:id', { id })`, and `withBase('/agents', base)` of ufo. */
function joinBase(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const path = callee.path.join('.');
  const [first, second] = [evaluator.getArgument(call.args, 0), evaluator.getArgument(call.args, 1)];
  if (first === undefined || second === undefined) return null;
  const isText = listOptions(second).every(({ type }) => type === 'text' || type === 'param');
  if (callee.module === 'urlcat' && /^(?:default)?$/.test(path))
    return isText ? joinUrl(first, second, 'slash', call.node, call.module) : null;
  if (callee.module === 'ufo' && path === 'withBase') return joinUrl(second, first, 'slash', call.node, call.module);
  return null;
}

/** `withQuery('/calls', { page: 2 })` of ufo: a query behind the text. */
function addQuery(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const text = evaluator.getArgument(call.args, 0);
  if (text === undefined) return null;
  const behind = [makeText('?'), makeQuery(call.node, call.module)];
  const parts = [text, ...behind].map((value) => listTexts(value, call.node, call.module));
  return concatTexts(parts, call.node, call.module);
}

/** An instance of the token, as in Angular's `inject(HttpClient)` and `inject(VoiceApi)`. */
function injectToken(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const token = evaluator.getArgument(call.args, 0);
  const provided = token === undefined ? null : evaluateToken(evaluator, token, call.module);
  if (provided !== null) return provided;
  if (token?.type === 'class')
    return { type: 'instance', of: token, construction: null, any: call.env?.any === true, ...NO_PROVENANCE };
  return token?.type === 'external' ? { ...token, path: [...token.path, 'instance()'] } : null;
}

/** `mock(Http)` of ts-mockito has the methods of the class, whose calls a test names: `when(http.get('/calls'))`; `instance(http)` is it. */
function mockClass(evaluator: Evaluator, name: string, call: BuiltinCall): Value | null {
  const given = evaluator.getArgument(call.args, 0);
  if (name === 'instance') return given?.type === 'instance' ? given : null;
  if (name !== 'mock' || given?.type !== 'class') return null;
  return { type: 'instance', of: given, construction: null, any: call.env?.any === true, ...NO_PROVENANCE };
}

const MEMO = /^(?:default\.)?useMemo$/;

/** `useMemo(() => value, [])` */
function remember(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const made = findWrapped(evaluator, call.args);
  if (made?.type !== 'function') return null;
  return evaluateReturn(evaluator, made, { args: [], call: null, from: call.env }, false);
}

const CONTAINERS = /^(?:@nestjs\/.*|@angular\/core(?:\/testing)?|inversify|tsyringe|typedi)$/;

/** Containers: `module.get(VoiceApi)`, `container.get(TYPES.Api)`, `TestBed.inject(VoiceApi)`, also what `await createTestingModule(…).compile()` gives. */
export function resolveProvider(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  if (!CONTAINERS.test(callee.module) || !/^(?:get|resolve|inject)$/.test(callee.path.at(-1) ?? '')) return null;
  const provider = injectToken(evaluator, call);
  return provider?.type === 'external' && provider.path.at(-1) === 'instance()' ? null : provider;
}

/** `url.format({ protocol, host, pathname })`, `url.format(new URL(…))` */
function formatUrl(evaluator: Evaluator, { args, node, module }: BuiltinCall): Value | null {
  const given = evaluator.getArgument(args, 0);
  if (given === undefined) return null;
  const read = (option: Value) => (names: readonly string[]) =>
    names
      .map((name) => evaluator.getProperty(option, name, node, module))
      .find((value) => value.type !== 'primitive' || value.value != null);
  const urls = listOptions(given).map((option) => {
    if (option.type === 'url') return option.href;
    if (option.type !== 'object') return null;
    const readMember = read(option);
    const whole = assembleUrl(readMember, 'https:', node, module, true);
    return whole ?? readMember(['pathname']) ?? null;
  });
  return urls.some((url) => url === null) ? null : unite(urls.flatMap((url) => url ?? []));
}

/** What a function of a package gives back; null where that is not known. */
export function packageCall(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const path = callee.path.join('.');
  if (JOINERS[callee.module]?.includes(path)) return joinValues(layOutValues(evaluator, call), call);
  if (RESOLVERS[callee.module]?.includes(path)) return resolveValues(layOutValues(evaluator, call), call);
  const based = joinBase(evaluator, callee, call);
  if (based !== null) return based;
  if (callee.module === 'ufo' && path === 'withQuery') return addQuery(evaluator, call);
  if (QUERY_BUILDERS[callee.module]?.includes(path)) return makeQuery(call.node, call.module);
  if (callee.module === '#imports' || callee.module === 'nuxt/app' || callee.module === '#app')
    return globalCall(evaluator, path, call);
  const merged =
    callMerger(evaluator, callee, call) ?? callCopier(evaluator, callee, call) ?? readPath(evaluator, callee, call);
  if (merged !== null) return merged;
  if (callee.module === '@angular/core' && path === 'inject') return injectToken(evaluator, call);
  if (callee.module === 'ts-mockito') return mockClass(evaluator, path, call);
  const partly = givePartly(evaluator, callee, call);
  if (partly !== null) return partly;
  const wrapped = callWrapper(evaluator, callee, call);
  if (wrapped !== null) return wrapped;
  if (callee.module === 'react' && MEMO.test(path)) return remember(evaluator, call);
  const kept = keepState(evaluator, callee, call);
  if (kept !== null) return kept;
  const context = readContext(evaluator, callee, call) ?? callInject(evaluator, callee, call);
  if (context !== null) return context;
  const provider = resolveProvider(evaluator, callee, call);
  if (provider !== null) return provider;
  const formatted = callFormatter(evaluator, callee, call);
  if (formatted !== null) return formatted;
  // Whoever exports a class of that name (whatwg-url, universal-url, polyfills) does as the standard says.
  if (path === 'URL' && call.node.type === 'NewExpression') return globalCall(evaluator, 'URL', call);
  if (/^(?:node:)?url$/.test(callee.module)) {
    if (path === 'format') return formatUrl(evaluator, { ...call, args: [...(callee.bound ?? []), ...call.args] });
    const [base, relative] = [evaluator.getArgument(call.args, 0), evaluator.getArgument(call.args, 1)];
    if ((path === 'parse' || path === 'urlToHttpOptions') && base !== undefined) return parseUrl(base, call);
    if (path === 'resolve' && base !== undefined && relative !== undefined)
      return resolveUrl(relative, base, call.node, call.module);
  }
  return null;
}
