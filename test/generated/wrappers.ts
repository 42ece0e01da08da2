import type { Certainty } from './bases.ts';
import type { Owner, Part, Piece } from './code.ts';
import type { Transport } from './transports.ts';

/** Ways in which code wraps an HTTP library. */

export interface WrapperContext {
  readonly part: Part;
  readonly owner: Owner;
  readonly transport: Transport;
  name(stem: string): string;
  /** How `from` names something that the wrapper's part declares. */
  ref(from: Part, name: string): string;
  /** Base of the platform, and of another vendor if that is asked for, as code of a part. */
  readonly bases: { readonly voice: (from: Part) => string; readonly other: ((from: Part) => string) | null };
  /** A statement that uses the path for something else before it is sent; empty for none. */
  readonly tap: string;
}

export type Target = 'voice' | 'other';

/** What requests are made with. */
export interface Access {
  /** The function, instance or base that requests go through, as code of a part. */
  handle(from: Part, target: Target): string;
  call(from: Part, handle: string, method: string, path: readonly Piece[]): string;
  readonly hasOther: boolean;
  /** The two halves of a call, where a whole URL is handed over. */
  url?(from: Part, handle: string, path: readonly Piece[]): string;
  callUrl?(from: Part, url: string, method: string): string;
  /** A class whose methods can be called on `this`, and the arguments that make it one of the platform. */
  readonly superclass?: (from: Part) => { readonly name: string; readonly args: string };
}

export interface WrapperForm {
  readonly certainty: Certainty;
  readonly build: (context: WrapperContext) => Access;
}

export interface Typed {
  typed(annotation: string): string;
}

/** Parameters and body of the function that sends. */
export function sender(c: WrapperContext, handle: string, method: string): string {
  const sent = c.transport.send(c.part, handle, [{ code: 'path' }], method);
  return `${c.tap === '' ? '' : `  ${c.tap}\n`}  return ${sent};`;
}

/** The thing a fixed wrapper sends with: the base, or an instance that it declares first. */
export function openFixed(c: WrapperContext): string {
  const base = c.bases.voice(c.part);
  if (!c.transport.isOpened) return base;
  const name = c.name('http');
  c.part.declare(`const ${name} = ${c.transport.open(c.part, base)};`, c.owner, name);
  return name;
}

/** A function that is declared in the wrapper's part and sends to the platform only. */
function fixedFunction(
  make: (c: WrapperContext, name: string, handle: string) => string,
  call: (fn: string, method: string, path: string) => string,
): WrapperForm {
  return {
    certainty: 'must',
    build: (c) => {
      const handle = openFixed(c);
      const name = c.name('send');
      c.part.declare(make(c, name, handle), c.owner, name);
      return {
        hasOther: false,
        handle: (from) => c.ref(from, name),
        call: (from, fn, method, path) => call(fn, method, from.text(path)),
      };
    },
  };
}

/** Declares one handle for each base. */
export function declareHandles(
  c: WrapperContext,
  make: (base: string) => string,
  call: (from: Part, handle: string, method: string, path: readonly Piece[]) => string,
): Access {
  const voice = c.name('voice');
  c.part.declare(`const ${voice} = ${make(c.bases.voice(c.part))};`, c.owner, voice);
  const other = c.name('other');
  if (c.bases.other !== null) c.part.declare(`const ${other} = ${make(c.bases.other(c.part))};`, c.owner, other);
  return {
    hasOther: c.bases.other !== null,
    handle: (from, target) => c.ref(from, target === 'voice' ? voice : other),
    call,
  };
}

const s = (c: WrapperContext): string => c.part.typed(': string');

function request(c: WrapperContext, name: string, handle: string): string {
  return `async function ${name}(method${s(c)}, path${s(c)}) {\n${sender(c, handle, 'method')}\n}`;
}

/** Declares a plain `request(method, path)` and, from it, another function. */
function derived(
  make: (c: WrapperContext, name: string, inner: string) => readonly string[],
  call: (fn: string, method: string, path: string) => string,
  inner: (c: WrapperContext, name: string, handle: string) => string = request,
): WrapperForm {
  return {
    certainty: 'must',
    build: (c) => {
      const handle = openFixed(c);
      const innerName = c.name('request');
      c.part.declare(inner(c, innerName, handle), c.owner, innerName);
      const name = c.name('send');
      const statements = make(c, name, innerName);
      for (const [index, statement] of statements.entries())
        c.part.declare(statement, c.owner, index === statements.length - 1 ? name : undefined);
      return {
        hasOther: false,
        handle: (from) => c.ref(from, name),
        call: (from, fn, method, path) => call(fn, method, from.text(path)),
      };
    },
  };
}

const callPath = (fn: string, _method: string, path: string) => `${fn}(${path})`;
const callBoth = (fn: string, method: string, path: string) => `${fn}(${method}, ${path})`;

function get(c: WrapperContext, name: string, handle: string): string {
  return `async function ${name}(path${s(c)}) {\n${sender(c, handle, `'GET'`)}\n}`;
}

function retry(c: WrapperContext, name: string): string {
  const loop = `    for (let attempt = 0; ; attempt += 1) {\n      try {\n        return await run(...args);\n      } catch (error) {\n        if (attempt >= 2) throw error;\n      }\n    }`;
  const [fn, rest] = [c.part.typed(': (...args: any[]) => any'), c.part.typed(': any[]')];
  return `function ${name}(run${fn}) {\n  return async (...args${rest}) => {\n${loop}\n  };\n}`;
}

const NONE: WrapperForm = {
  certainty: 'must',
  build: (c) => {
    const { transport, bases } = c;
    const call: Access['call'] = (from, handle, method, path) => transport.send(from, handle, path, method);
    if (transport.isOpened) return declareHandles(c, (base) => transport.open(c.part, base), call);
    const other = bases.other;
    const { whole } = transport;
    return {
      ...(whole === undefined ? {} : { url: whole.compose, callUrl: whole.send }),
      hasOther: other !== null,
      handle: (from, target) => (target === 'other' && other !== null ? other(from) : bases.voice(from)),
      call,
    };
  },
};

export const FUNCTION_WRAPPERS: Readonly<Record<string, WrapperForm>> = {
  none: NONE,
  'function(path)': fixedFunction(get, callPath),
  'function(method, path)': fixedFunction(request, callBoth),
  'function(path, method)': fixedFunction(
    (c, name, handle) => `async function ${name}(path${s(c)}, method = 'GET') {\n${sender(c, handle, 'method')}\n}`,
    (fn, method, path) => `${fn}(${path}, ${method})`,
  ),
  'function(path, init)': fixedFunction(
    (c, name, handle) =>
      `async function ${name}(path${s(c)}, init${c.part.typed(': { method?: string }')} = {}) {\n${sender(c, handle, `init.method ?? 'GET'`)}\n}`,
    (fn, method, path) => `${fn}(${path}, { method: ${method} })`,
  ),
  'function({ path, method })': fixedFunction(
    (c, name, handle) =>
      `async function ${name}({ path, method = 'GET' }${c.part.typed(': { path: string; method?: string }')}) {\n${sender(c, handle, 'method')}\n}`,
    (fn, method, path) => `${fn}({ method: ${method}, path: ${path} })`,
  ),
  'function(options)': fixedFunction(
    (c, name, handle) =>
      `async function ${name}(options${c.part.typed(': { path: string; method: string }')}) {\n  const path = options.path;\n${sender(c, handle, 'options.method')}\n}`,
    (fn, method, path) => `${fn}({ path: ${path}, method: ${method} })`,
  ),
  arrow: fixedFunction(
    (c, name, handle) => `const ${name} = async (path${s(c)}) => {\n${sender(c, handle, `'GET'`)}\n};`,
    callPath,
  ),
  'function expression': fixedFunction(
    (c, name, handle) =>
      `const ${name} = async function (method${s(c)}, path${s(c)}) {\n${sender(c, handle, 'method')}\n};`,
    callBoth,
  ),
  'function(url)': {
    certainty: 'must',
    build: (c) => {
      const { transport, bases } = c;
      const { whole } = transport;
      if (whole === undefined) return NONE.build(c);
      const name = c.name('fetchJson');
      const tap = c.tap === '' ? '' : `  const path = String(url);\n  ${c.tap}\n`;
      const body = `${tap}  return ${whole.send(c.part, 'url', 'method')};`;
      const type = c.part.typed(': any');
      c.part.declare(`async function ${name}(url${type}, method = 'GET') {\n${body}\n}`, c.owner, name);
      const other = bases.other;
      return {
        hasOther: other !== null,
        handle: (from, target) => (target === 'other' && other !== null ? other(from) : bases.voice(from)),
        call: (from, base, method, path) => `${c.ref(from, name)}(${whole.compose(from, base, path)}, ${method})`,
        url: (from, base, path) => whole.compose(from, base, path),
        callUrl: (from, url, method) => `${c.ref(from, name)}(${url}, ${method})`,
      };
    },
  },
  'curried by method': fixedFunction(
    (c, name, handle) =>
      `const ${name} = (method${s(c)}) => async (path${s(c)}) => {\n${sender(c, handle, 'method')}\n};`,
    (fn, method, path) => `${fn}(${method})(${path})`,
  ),
  'curried by base': {
    certainty: 'must',
    build: (c) => {
      const name = c.name('connect');
      const opened = c.transport.isOpened ? `  const http = ${c.transport.open(c.part, 'base')};\n` : '';
      const inner = sender(c, c.transport.isOpened ? 'http' : 'base', 'method').replace(/^/gm, '  ');
      c.part.declare(
        `function ${name}(base${s(c)}) {\n${opened}  return async (path${s(c)}, method = 'GET') => {\n${inner}\n  };\n}`,
        c.owner,
        name,
      );
      return declareHandles(
        c,
        (base) => `${name}(${base})`,
        (from, fn, method, path) => `${fn}(${from.text(path)}, ${method})`,
      );
    },
  },
  'function(base, path)': {
    certainty: 'must',
    build: (c) => {
      const name = c.name('send');
      const { transport, bases } = c;
      const opened = transport.isOpened ? `  const http = ${transport.open(c.part, 'base')};\n` : '';
      const body = sender(c, transport.isOpened ? 'http' : 'base', 'method');
      c.part.declare(
        `async function ${name}(base${s(c)}, path${s(c)}, method = 'GET') {\n${opened}${body}\n}`,
        c.owner,
        name,
      );
      const other = bases.other;
      return {
        hasOther: other !== null,
        handle: (from, target) => (target === 'other' && other !== null ? other(from) : bases.voice(from)),
        call: (from, base, method, path) => `${c.ref(from, name)}(${base}, ${from.text(path)}, ${method})`,
      };
    },
  },
  'bound method': derived((_c, name, inner) => [`const ${name} = ${inner}.bind(null, 'GET');`], callPath),
  'bound base': {
    certainty: 'must',
    build: (c) => {
      const name = c.name('request');
      const { transport } = c;
      const opened = transport.isOpened ? `  const http = ${transport.open(c.part, 'base')};\n` : '';
      const body = sender(c, transport.isOpened ? 'http' : 'base', 'method');
      c.part.declare(`async function ${name}(base${s(c)}, method${s(c)}, path${s(c)}) {\n${opened}${body}\n}`, c.owner);
      return declareHandles(
        c,
        (base) => `${name}.bind(null, ${base})`,
        (from, fn, method, path) => `${fn}(${method}, ${from.text(path)})`,
      );
    },
  },
  'rest and spread': derived(
    (c, name, inner) => [`const ${name} = (...args${c.part.typed(': [string, string]')}) => ${inner}(...args);`],
    callBoth,
  ),
  'rest behind the method': derived(
    (c, name, inner) => [`const ${name} = (...rest${c.part.typed(': [string]')}) => ${inner}('GET', ...rest);`],
    callPath,
  ),
  'two levels': derived((c, name, inner) => [`const ${name} = (path${s(c)}) => ${inner}('GET', path);`], callPath),
  'three levels': derived(
    (c, name, inner) => [
      `async function ${name}Inner(method${s(c)}, path${s(c)}) {\n  const response = await ${inner}(method, path);\n  return response;\n}`,
      `async function ${name}(options${c.part.typed(': { path: string; method: string }')}) {\n  return ${name}Inner(options.method, options.path);\n}`,
    ],
    (fn, method, path) => `${fn}({ path: ${path}, method: ${method} })`,
  ),
  'higher order': derived(
    (c, name, inner) => [retry(c, `${name}Retry`), `const ${name} = ${name}Retry(${inner});`],
    callBoth,
  ),
  'thunk inside': derived(
    (c, name, inner) => [
      `async function ${name}Try(task${c.part.typed(': () => any')}) {\n  try {\n    return await task();\n  } catch {\n    return task();\n  }\n}`,
      `function ${name}(method${s(c)}, path${s(c)}) {\n  return ${name}Try(() => ${inner}(method, path));\n}`,
    ],
    callBoth,
  ),
  'call and apply': derived(
    (c, name, inner) => [
      `function ${name}(method${s(c)}, path${s(c)}) {\n  return ${inner}.call(null, method, path);\n}`,
    ],
    (fn, method, path) => `${fn}.apply(null, [${method}, ${path}])`,
  ),
  'object of verbs': derived(
    (c, name, inner) => [
      `const ${name} = {\n  get: (path${s(c)}) => ${inner}('GET', path),\n  async post(path${s(c)}) {\n    return ${inner}('POST', path);\n  },\n};`,
    ],
    (object, method, path) => `${object}.${/POST/.test(method) ? 'post' : 'get'}(${path})`,
  ),
  'object with this': {
    certainty: 'must',
    build: (c) => {
      const handle = openFixed(c);
      const name = c.name('api');
      const inner = sender(c, 'this.handle', 'method').replace(/^/gm, '  ');
      const members = [`  handle: ${handle},`, `  request(method${s(c)}, path${s(c)}) {\n${inner}\n  },`];
      members.push(`  get(path${s(c)}) {\n    return this.request('GET', path);\n  },`);
      c.part.declare(`const ${name} = {\n${members.join('\n')}\n};`, c.owner, name);
      return {
        hasOther: false,
        handle: (from) => c.ref(from, name),
        call: (from, object, method, path) =>
          /GET/.test(method) ? `${object}.get(${from.text(path)})` : `${object}.request(${method}, ${from.text(path)})`,
      };
    },
  },
  generator: derived(
    (c, name, inner) => [
      `async function* ${name}Pages(path${s(c)}) {\n  yield await ${inner}('GET', path);\n}`,
      `async function ${name}(path${s(c)}) {\n  for await (const page of ${name}Pages(path)) void page;\n}`,
    ],
    callPath,
  ),
  'optional id behind the path': derived(
    (c, name, inner) => [
      `const ${name} = (path${s(c)}, id${c.part.typed('?: string')}) => ${inner}('GET', id ? ${c.part.text([{ code: 'path' }, '/', { code: 'id' }])} : path);`,
    ],
    callPath,
  ),
};
