import {
  code,
  constant,
  fixed,
  may,
  must,
  type PathContext,
  type PathForm,
  pieces,
  plain,
  quoted,
  withQuery,
} from './paths.ts';

/** Paths that stand in tables, lists and functions that build them. */

const quotedPlain = (c: PathContext, index = 0): string => c.quote(plain(c, index));

/** `{ first: '/agents', second: '/calls' }` */
function table(c: PathContext): string {
  return `{ first: ${quoted(c, 0)}, second: ${quoted(c, 1)} }`;
}

function list(c: PathContext): string {
  return `[${quoted(c, 0)}, ${quoted(c, 1)}]`;
}

/** A table with a name, and both of its entries requested. */
function tableForm(make: (c: PathContext) => string, first: string, second: string): PathForm {
  return must((c) => {
    const { name, ref } = constant(c, 'PATHS', make(c));
    const body = [first, second].map((member) => `await ${c.call(code(ref + member))};`);
    return { body, shared: { name, tail: first } };
  });
}

/** Statements that go through a named list or table. */
function loop(make: (c: PathContext) => string, body: (c: PathContext, ref: string) => readonly string[]): PathForm {
  return must((c) => {
    const { name, ref } = constant(c, 'PATHS', make(c));
    return { body: body(c, ref), shared: { name, tail: make === list ? '[0]' : '.first' } };
  });
}

const send = (c: PathContext, expression: string): string => c.call(code(expression));

export const TABLE_FORMS: Readonly<Record<string, PathForm>> = {
  table: tableForm(table, '.first', '.second'),
  'table by bracket': tableForm(table, `['first']`, `["second"]`),
  'nested table': tableForm(
    (c) => `{ voice: { list: ${quoted(c, 0)} }, other: { list: ${quoted(c, 1)}, retries: 3 } }`,
    '.voice.list',
    '.other.list',
  ),
  'frozen table': tableForm((c) => `Object.freeze(${table(c)})`, '.first', '.second'),
  'constant table': tableForm((c) => `${table(c)}${c.typed(' as const')}`, '.first', '.second'),
  enum: must((c) => {
    const name = c.name('Path');
    const members = `First${c.isTyped ? ' =' : ':'} ${quoted(c, 0)}, Second${c.isTyped ? ' =' : ':'} ${quoted(c, 1)}`;
    const ref = c.declare(
      name,
      c.isTyped ? `enum ${name} { ${members} }` : `const ${name} = Object.freeze({ ${members} });`,
    );
    const body = ['.First', '.Second'].map((member) => `await ${send(c, ref + member)};`);
    return { body, shared: { name, tail: '.First' } };
  }),
  'spread table': must((c) => {
    const common = constant(c, 'COMMON', `{ first: ${quoted(c, 0)} }`);
    const { name, ref } = constant(c, 'PATHS', `{ ...${common.name}, second: ${quoted(c, 1)} }`);
    return {
      body: [`await ${send(c, `${ref}.first`)};`, `await ${send(c, `${ref}.second`)};`],
      shared: { name, tail: '.first' },
    };
  }),
  'table by key': must((c) => {
    const { name, ref } = constant(c, 'PATHS', table(c));
    return {
      params: `key${c.typed(`: 'first' | 'second'`)}`,
      calls: [`'first'`, `'second'`],
      body: [`await ${send(c, `${ref}[key]`)};`],
      shared: { name, tail: '.first' },
    };
  }),
  'table by constant key': must((c) => {
    const { name, ref } = constant(c, 'PATHS', table(c));
    return { body: [`const key = 'first';`, `await ${send(c, `${ref}[key]`)};`], shared: { name, tail: '.first' } };
  }),
  'table, list and by id': must((c) => {
    const { name, ref } = constant(c, 'PATHS', `{ first: ${quotedPlain(c)} }`);
    return {
      body: [`await ${send(c, `${ref}.first`)};`, `await ${c.call(code(`${ref}.first`), '/', code(c.id))};`],
      shared: { name, tail: '.first' },
    };
  }),
  'table destructured': must((c) => {
    const { name, ref } = constant(c, 'PATHS', table(c));
    return {
      body: [`const { first, second: next } = ${ref};`, `await ${send(c, 'first')};`, `await ${send(c, 'next')};`],
      shared: { name, tail: '.first' },
    };
  }),
  'static fields': must((c) => {
    const name = c.name('Paths');
    const ref = c.declare(
      name,
      `class ${name} {\n  static first = ${quoted(c, 0)};\n  static second = ${quoted(c, 1)};\n}`,
    );
    return {
      body: [`await ${send(c, `${ref}.first`)};`, `await ${send(c, `${ref}.second`)};`],
      shared: { name, tail: '.first' },
    };
  }),
  'list in a loop': loop(list, (c, ref) => [`for (const path of ${ref}) await ${send(c, 'path')};`]),
  'literals in a loop': must((c) => ({ body: [`for (const path of ${list(c)}) await ${send(c, 'path')};`] })),
  'list by index': loop(list, (c, ref) => [`await ${send(c, `${ref}[0]`)};`, `await ${send(c, `${ref}[1]`)};`]),
  'list by counter': loop(list, (c, ref) => [
    `for (let index = 0; index < ${ref}.length; index += 1) await ${send(c, `${ref}[index]`)};`,
  ]),
  'list destructured': loop(list, (c, ref) => [
    `const [first, second] = ${ref};`,
    `await ${send(c, 'first')};`,
    `await ${send(c, 'second')};`,
  ]),
  'list with forEach': loop(list, (c, ref) => [
    `const jobs${c.typed(': Promise<unknown>[]')} = [];`,
    `${ref}.forEach((path) => {`,
    `  jobs.push(${send(c, 'path')});`,
    '});',
    'await Promise.all(jobs);',
  ]),
  'list with map': loop(list, (c, ref) => [`await Promise.all(${ref}.map((path) => ${send(c, 'path')}));`]),
  'list mapped to paths': must((c) => {
    const names = [plain(c, 0), plain(c, 1)].map((path) => c.quote(path));
    return {
      body: [
        `const paths = [${names.join(', ')}].map((path) => ${c.text([code('path'), '/', code(c.id)])});`,
        `for (const path of paths) await ${send(c, 'path')};`,
      ],
    };
  }),
  'list with entries': withQuery(
    loop(list, (c, ref) => [
      `for (const [index, path] of ${ref}.entries()) await ${c.call(code('path'), '?index=', code('index'))};`,
    ]),
  ),
  'list filtered': loop(list, (c, ref) => [`for (const path of ${ref}.filter(Boolean)) await ${send(c, 'path')};`]),
  'list spread': must((c) => {
    const first = constant(c, 'FIRST', `[${quoted(c, 0)}]`);
    return {
      body: [`for (const path of [...${first.ref}, ${quoted(c, 1)}]) await ${send(c, 'path')};`],
      shared: { name: first.name, tail: '[0]' },
    };
  }),
  'list reduced': loop(list, (c, ref) => [
    `await ${ref}.reduce(async (before${c.typed(': Promise<unknown>')}, path) => {`,
    '  await before;',
    `  await ${send(c, 'path')};`,
    '}, Promise.resolve());',
  ]),
  'Object.entries': withQuery(
    loop(table, (c, ref) => [
      `for (const [name, path] of Object.entries(${ref})) await ${c.call(code('path'), '?name=', code('name'))};`,
    ]),
  ),
  'Object.values': loop(table, (c, ref) => [`for (const path of Object.values(${ref})) await ${send(c, 'path')};`]),
  'Object.keys': loop(table, (c, ref) => [
    `for (const key of Object.keys(${ref})) await ${send(c, `${ref}[key${c.typed(" as 'first'")}]`)};`,
  ]),
  rows: must((c) => {
    const rows = [0, 1].map((index) => `{ name: 'row ${index}', path: ${quoted(c, index)} }`);
    const { name, ref } = constant(c, 'ROWS', `[\n  ${rows.join(',\n  ')},\n]`);
    return { body: [`for (const { path } of ${ref}) await ${send(c, 'path')};`], shared: { name, tail: '[0].path' } };
  }),
  'rows by member': must((c) => {
    const rows = [0, 1].map((index) => `{ list: ${quoted(c, index)}, remove: ${quotedPlain(c, index)} }`);
    const { name, ref } = constant(c, 'ROWS', `[${rows.join(', ')}]`);
    return {
      body: [
        `for (const row of ${ref}) {`,
        `  await ${send(c, 'row.list')};`,
        `  await ${c.call(code('row.remove'), '/', code(c.id))};`,
        '}',
      ],
      shared: { name, tail: '[0].list' },
    };
  }),
  'tuples in a loop': withQuery(
    must((c) => {
      const rows = [0, 1].map((index) => `['row ${index}', ${quoted(c, index)}]`);
      return {
        body: [
          `for (const [name, path] of [${rows.join(', ')}]) await ${c.call(code('path'), '?name=', code('encodeURIComponent(name)'))};`,
        ],
      };
    }),
  ),
  'path function': must((c) => {
    const name = c.name('makePath');
    const body = `return ${c.text(pieces(c, 0, 'id'))};`;
    const ref = c.declare(name, `function ${name}(id${c.typed(': string')}) {\n  void id;\n  ${body}\n}`);
    return { body: [`await ${send(c, `${ref}(${c.id})`)};`], shared: { name, tail: `('ag_1')` } };
  }),
  'path builders': must((c) => {
    const id = `id${c.typed(': string')}`;
    const members = [
      `  list: () => ${quotedPlain(c, 0)},`,
      `  one: (${id}) => ${c.text([plain(c, 0), '/', code('id')])},`,
      `  leads(${id}) {\n    const encoded = encodeURIComponent(id);\n    return ${c.sum([plain(c, 1), '/', code('encoded')])};\n  },`,
    ];
    const { name, ref } = constant(c, 'paths', `{\n${members.join('\n')}\n}`);
    const body = ['.list()', `.one(${c.id})`, `.leads(${c.id})`].map((use) => `await ${send(c, ref + use)};`);
    return { body, shared: { name, tail: '.list()' } };
  }),
  'builder of a builder': must((c) => {
    const resource = c.name('resource');
    c.declare(
      resource,
      `const ${resource} = (root${c.typed(': string')}) => ({ list: root, one: (id${c.typed(': string')}) => ${c.text([code('root'), '/', code('id')])} });`,
    );
    const { name, ref } = constant(c, 'first', `${resource}(${quotedPlain(c, 0)})`);
    const second = constant(c, 'second', `${resource}(${quotedPlain(c, 1)})`);
    return {
      body: [`await ${send(c, `${ref}.list`)};`, `await ${send(c, `${second.ref}.one(${c.id})`)};`],
      shared: { name, tail: '.list' },
    };
  }),
  'getter of an object': must((c) => {
    const { name, ref } = constant(c, 'paths', `{\n  get first() {\n    return ${quoted(c, 0)};\n  },\n}`);
    return { body: [`await ${send(c, `${ref}.first`)};`], shared: { name, tail: '.first' } };
  }),
  'derived table': must((c) => {
    const root = constant(c, 'ROOT', quotedPlain(c));
    const { name, ref } = constant(
      c,
      'PATHS',
      `{ list: ${root.name}, one: (id${c.typed(': string')}) => ${c.text([code(root.name), '/', code('id')])} }`,
    );
    return {
      body: [`await ${send(c, `${ref}.list`)};`, `await ${send(c, `${ref}.one(${c.id})`)};`],
      shared: { name, tail: '.list' },
    };
  }),
  'Map of paths': may((c) => {
    const { name, ref } = constant(c, 'PATHS', `new Map([['first', ${quoted(c, 0)}]])`);
    return {
      body: [`await ${send(c, `${ref}.get('first')${c.typed('!')}`)};`],
      shared: { name, tail: `.get('first')` },
    };
  }),
  'table from names': may((c) => {
    const names = `[${[fixed(c, 0), fixed(c, 1)].map((path) => c.quote(path.replace(/^\//, ''))).join(', ')}]`;
    const { name, ref } = constant(
      c,
      'PATHS',
      `Object.fromEntries(${names}.map((name) => [name, ${c.text([c.lead, code('name')])}]))`,
    );
    return {
      body: [`for (const path of Object.values(${ref})) await ${send(c, 'path')};`],
      shared: { name, tail: (source) => `Object.values(${source})[0]` },
    };
  }),
};
