import { nameLibrary } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';

/** Calls of packages that give back the function that they are given, or one that is called in the same way. */

const WHOLE = /^$/;
const LODASH = /^(?:once|memoize|debounce|throttle)$/;

/** A rejected promise becomes a value: called, it is the same. */
const TRYING = /^tryCatchK$/;

const WRAPPERS: Readonly<Record<string, RegExp>> = {
  react: /^(?:default\.)?(?:memo|forwardRef|useCallback|cache|useEffectEvent)$/,
  'fastify-plugin': /^(?:default|fp|fastifyPlugin)?$/,
  bluebird: /^(?:default\.)?(?:method|coroutine|promisify(?:All)?)$/,
  util: /^(?:promisify|callbackify)$/,
  'node:util': /^(?:promisify|callbackify)$/,
  'fp-ts/Reader': /^asks$/,
  'fp-ts/ReaderTask': /^asks$/,
  'fp-ts/ReaderTaskEither': /^asks$/,
  'fp-ts/TaskEither': TRYING,
  'fp-ts/lib/TaskEither': TRYING,
  'fp-ts/es6/TaskEither': TRYING,
  'fp-ts': /^taskEither\.tryCatchK$/,
  'mobx-react': /^observer$/,
  'mobx-react-lite': /^observer$/,
  'next/cache': /^unstable_cache$/,
  '@solidjs/router': /^(?:query|cache|action)$/,
  '@vueuse/core': /^use(?:Debounce|Throttle)Fn$/,
  tsyringe: /^instance(?:PerContainer)?CachingFactory$/,
  'use-debounce': /^useDebouncedCallback$/,
  ahooks: /^(?:useMemoizedFn|usePersistFn|useLockFn)$/,
  neverthrow: /^(?:ResultAsync\.)?fromThrowable$/,
  lodash: LODASH,
  'lodash-es': LODASH,
  underscore: LODASH,
  'es-toolkit': LODASH,
  'es-toolkit/function': LODASH,
  'es-toolkit/compat': LODASH,
  'lodash.debounce': WHOLE,
  'lodash.throttle': WHOLE,
  'lodash.memoize': WHOLE,
  'lodash/debounce': WHOLE,
  'lodash/throttle': WHOLE,
  'lodash/memoize': WHOLE,
  'lodash.once': WHOLE,
  'lodash/once': WHOLE,
  'lodash-es/once': WHOLE,
  once: WHOLE,
  onetime: WHOLE,
  'throttle-debounce': /^(?:debounce|throttle)$/,
  debounce: /^(?:debounce)?$/,
  'memoize-one': WHOLE,
  'p-memoize': WHOLE,
  memoize: WHOLE,
  mem: WHOLE,
  moize: WHOLE,
  memoizee: WHOLE,
  'fast-memoize': WHOLE,
  'micro-memoize': WHOLE,
  '@babel/runtime/helpers/asyncToGenerator': /^(?:default)?$/,
  '@babel/runtime/helpers/esm/asyncToGenerator': /^(?:default)?$/,
  '@babel/runtime/helpers/createClass': /^(?:default)?$/,
  '@babel/runtime/helpers/esm/createClass': /^(?:default)?$/,
};

/** The same of what a package makes: `new Bottleneck().wrap(fn)`, `pThrottle({ … })(fn)`. */
const MADE_WRAPPERS: Readonly<Record<string, string>> = { bottleneck: 'wrap', 'p-throttle': '', 'p-debounce': '' };

/** Nitro has these without an import. */
const GLOBAL = /^(?:defineCachedFunction|cachedFunction)$/;

/** What is given: the first argument, or the second behind a delay. */
export function findWrapped(evaluator: Evaluator, args: readonly Argument[]): Value | null {
  const [first, second] = [evaluator.getArgument(args, 0), evaluator.getArgument(args, 1)];
  const given = first?.type === 'primitive' ? second : first;
  if (given?.type === 'function' || given?.type === 'client') return given;
  // `promisify(request)`, `promisifyAll(request)`: it sends what it sent before.
  if (given?.type !== 'external') return null;
  const isFetch = given.module === 'global' && given.path.at(-1) === 'fetch';
  return isFetch || (given.module !== 'global' && nameLibrary(given) !== undefined) ? given : null;
}

export function callWrapper(evaluator: Evaluator, { module, path }: ExternalValue, call: BuiltinCall): Value | null {
  const isNitro = module === '#imports' && GLOBAL.test(path.join('.'));
  const isWrapper = isNitro || WRAPPERS[module]?.test(path.join('.')) === true;
  return isWrapper ? findWrapped(evaluator, call.args) : null;
}

export function callMadeWrapper(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const method = MADE_WRAPPERS[callee.made?.by.module ?? ''];
  return method !== undefined && callee.path.join('.') === method ? findWrapped(evaluator, call.args) : null;
}

export function callGlobalWrapper(evaluator: Evaluator, { path }: ExternalValue, call: BuiltinCall): Value | null {
  return GLOBAL.test(path.join('.')) ? findWrapped(evaluator, call.args) : null;
}
