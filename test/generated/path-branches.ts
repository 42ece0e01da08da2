import { code, constant, fixed, may, must, type PathContext, type PathForm, pieces, plain, quoted } from './paths.ts';

/** Paths that are chosen: by a condition, a default, an argument. */

const send = (c: PathContext, expression: string): string => c.call(code(expression));

export const BRANCH_FORMS: Readonly<Record<string, PathForm>> = {
  ternary: must((c) => ({
    params: `first${c.typed(': boolean')}`,
    calls: ['true', 'false'],
    body: [`await ${send(c, `first ? ${quoted(c, 0)} : ${quoted(c, 1)}`)};`],
  })),
  'ternary of list and by id': must((c) => ({
    params: `id${c.typed('?: string')}`,
    calls: ['', `'ag_2'`],
    body: [
      `const path = id ? ${c.text([plain(c), '/', code('id')])} : ${c.quote(plain(c))};`,
      `await ${send(c, 'path')};`,
    ],
  })),
  'ternary inside a template': must((c) => ({
    params: `first${c.typed(': boolean')}`,
    calls: ['true', 'false'],
    body: [`await ${c.call(code(`first ? ${c.quote(plain(c, 0))} : ${c.quote(plain(c, 1))}`), '/', code(c.id))};`],
  })),
  'let and if': must((c) => ({
    params: `first${c.typed(': boolean')}`,
    calls: ['true', 'false'],
    body: [`let path = ${quoted(c, 0)};`, `if (!first) path = ${quoted(c, 1)};`, `await ${send(c, 'path')};`],
  })),
  'let without a value': must((c) => ({
    params: `first${c.typed(': boolean')}`,
    calls: ['true', 'false'],
    body: [
      `let path${c.typed(': string')};`,
      'if (first) {',
      `  path = ${quoted(c, 0)};`,
      '} else {',
      `  path = ${c.text(pieces(c, 1))};`,
      '}',
      `await ${send(c, 'path')};`,
    ],
  })),
  'switch that returns': must((c) => {
    const name = c.name('findPath');
    const cases = [0, 1].map((index) => `    case 'kind ${index}':\n      return ${quoted(c, index)};`).join('\n');
    const body = `  switch (kind) {\n${cases}\n    default:\n      throw new Error('unknown kind');\n  }`;
    const ref = c.declare(name, `function ${name}(kind${c.typed(': string')}) {\n${body}\n}`);
    return {
      body: [`await ${send(c, `${ref}('kind 0')`)};`, `await ${send(c, `${ref}('kind 1')`)};`],
      shared: { name, tail: `('kind 0')` },
    };
  }),
  'switch that assigns': must((c) => ({
    params: `kind${c.typed(': string')}`,
    calls: [`'a'`, `'b'`],
    body: [
      `let path = '';`,
      'switch (kind) {',
      `  case 'a':`,
      `    path = ${quoted(c, 0)};`,
      '    break;',
      '  default:',
      `    path = ${quoted(c, 1)};`,
      '}',
      `await ${send(c, 'path')};`,
    ],
  })),
  'if that returns': must((c) => {
    const name = c.name('findPath');
    const body = `  if (isFirst) return ${quoted(c, 0)};\n  return ${quoted(c, 1)};`;
    const ref = c.declare(name, `const ${name} = (isFirst${c.typed(': boolean')}) => {\n${body}\n};`);
    return {
      body: [`await ${send(c, `${ref}(true)`)};`, `await ${send(c, `${ref}(false)`)};`],
      shared: { name, tail: '(true)' },
    };
  }),
  'default parameter': must((c) => ({
    params: `path = ${quoted(c, 0)}`,
    calls: ['', quoted(c, 1)],
    body: [`await ${send(c, 'path')};`],
  })),
  parameter: must((c) => ({
    params: `path${c.typed(': string')}`,
    calls: [quoted(c, 0), quoted(c, 1)],
    body: [`await ${send(c, 'path')};`],
  })),
  'parameter with id behind': must((c) => ({
    params: `root${c.typed(': string')}, id${c.typed(': string')}`,
    calls: [`${c.quote(plain(c, 0))}, 'ag_1'`, `${c.quote(plain(c, 1))}, 'ag_2'`],
    body: [`await ${c.call(code('root'), '/', code('id'))};`],
  })),
  'destructured parameter': must((c) => ({
    params: `{ path, id }${c.typed(': { path: string; id: string }')}`,
    calls: [`{ path: ${c.quote(plain(c))}, id: 'ag_4' }`],
    body: [`await ${c.call(code('path'), '/', code('id'))};`],
  })),
  'destructured with default': must((c) => ({
    params: `{ path = ${quoted(c, 0)} }${c.typed(': { path?: string }')} = {}`,
    calls: ['', `{ path: ${quoted(c, 1)} }`],
    body: [`await ${send(c, 'path')};`],
  })),
  'options member': must((c) => ({
    params: `options${c.typed(': { createPath: string; updatePath: string }')}`,
    calls: [`{ createPath: ${quoted(c, 0)}, updatePath: ${c.text([plain(c, 1), '/', code(`'ag_5'`)])} }`],
    body: [`await ${send(c, 'options.createPath')};`, `await ${send(c, 'options.updatePath')};`],
  })),
  'options with ??': must((c) => ({
    params: `options${c.typed(': { path?: string }')} = {}`,
    calls: ['', `{ path: ${quoted(c, 1)} }`],
    body: [`await ${send(c, `options.path ?? ${quoted(c, 0)}`)};`],
  })),
  'table with ??': must((c) => {
    const type = c.typed(': Record<string, string>');
    const name = c.name('PATHS');
    const ref = c.declare(name, `const ${name}${type} = { first: ${quoted(c, 0)} };`);
    return {
      params: `kind${c.typed(': string')}`,
      calls: [`'first'`, `'none'`],
      body: [`await ${send(c, `${ref}[kind] ?? ${quoted(c, 1)}`)};`],
      shared: { name, tail: '.first' },
    };
  }),
  'local function': must((c) => ({
    body: [
      `const open = (path${c.typed(': string')}) => ${send(c, 'path')};`,
      `await open(${quoted(c, 0)});`,
      `await open(${c.text(pieces(c, 1))});`,
    ],
  })),
  'function argument': must((c) => ({
    body: [
      `const visit = async (use${c.typed(': (path: string) => Promise<unknown>')}) => use(${quoted(c, 0)});`,
      `await visit((path) => ${send(c, 'path')});`,
    ],
  })),
  'rest parameter': must((c) => ({
    params: `...paths${c.typed(': string[]')}`,
    calls: [`${quoted(c, 0)}, ${quoted(c, 1)}`],
    body: [`for (const path of paths) await ${send(c, 'path')};`],
  })),
  'array parameter': must((c) => ({
    params: `paths${c.typed(': string[]')}`,
    calls: [`[${quoted(c, 0)}, ${quoted(c, 1)}]`],
    body: [`for (const path of paths) await ${send(c, 'path')};`],
  })),
  'spread arguments': must((c) => ({
    params: `first${c.typed(': string')}, second${c.typed(': string')}`,
    calls: [`...${c.isTyped ? '(' : ''}[${quoted(c, 0)}, ${quoted(c, 1)}]${c.isTyped ? ' as const)' : ''}`],
    body: [`await ${send(c, 'first')};`, `await ${send(c, 'second')};`],
  })),
  queue: must((c) => ({
    body: [
      `const queue${c.typed(': { url: string }[]')} = [];`,
      `queue.push({ url: ${quoted(c, 0)} });`,
      `queue.push({ url: ${c.text(pieces(c, 1))} });`,
      `for (const { url } of queue) await ${send(c, 'url')};`,
    ],
  })),
  // Texts that decide something beside the request: they may not move without it.
  'allowed list': {
    ...may((c) => ({
      body: [
        `const allowed${c.typed(': string[]')} = [${quoted(c, 0)}, ${quoted(c, 1)}];`,
        `const path = ${quoted(c, 0)};`,
        `if (!allowed.includes(path)) throw new Error('not allowed');`,
        `await ${send(c, 'path')};`,
      ],
    })),
    isShared: true,
  },
  'compared text': {
    ...may((c) => ({
      params: `path${c.typed(': string')}`,
      calls: [quoted(c, 0), quoted(c, 1)],
      body: [
        `document.body.append(path.startsWith(${c.quote(fixed(c, 0))}) ? 'first' : 'second');`,
        `await ${send(c, 'path')};`,
      ],
    })),
    isShared: true,
  },
  'segment of two kinds': {
    ...may((c) => ({
      params: `kind${c.typed(': string')}`,
      calls: [`true`, `false`],
      body: [`await ${c.call(`${c.lead}calls/`, code(`(kind ? 'web' : ${c.id})`))};`],
    })),
    isShared: true,
  },
  'key of a table': {
    hasQuery: true,
    ...may((c) => {
      const { name, ref } = constant(c, 'LIMITS', `{ [${quoted(c, 0)}]: 5, [${quoted(c, 1)}]: 7 }`);
      return {
        body: [
          `for (const [path, limit] of Object.entries(${ref})) await ${c.call(code('path'), '?limit=', code('limit'))};`,
        ],
        shared: { name, tail: (source) => `Object.keys(${source})[0]` },
      };
    }),
  },
  'key that is looked up': {
    ...may((c) => {
      const { ref } = constant(c, 'LIMITS', `{ ${quoted(c, 0)}: 5 }`);
      return {
        body: [`const path = ${quoted(c, 0)};`, `await ${c.call(code('path'), '?limit=', code(`${ref}[path]`))};`],
      };
    }),
    hasQuery: true,
    isShared: true,
  },
};
