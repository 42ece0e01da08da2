import type { Certainty } from './bases.ts';
import type { Piece } from './code.ts';

/** Ways in which code writes the path of a request. */

export interface PathContext {
  /** Declares one statement at the top of a file and answers how to name it where the request is made. */
  declare(name: string, code: string): string;
  /** A name of this item's own. */
  name(stem: string): string;
  quote(text: string): string;
  text(pieces: readonly Piece[]): string;
  sum(pieces: readonly Piece[]): string;
  typed(annotation: string): string;
  readonly isTyped: boolean;
  /** `/`, or nothing where the base or the wrapper brings the slash. */
  readonly lead: '' | '/';
  /** Expression of an id, in scope where the request is made. */
  readonly id: string;
  /** Paths of the platform with `{id}`. */
  readonly endpoints: readonly [string, string, string];
  /** The expression that makes the request. */
  call(...path: readonly Piece[]): string;
  /** The whole URL, and the expression that requests it; null where only paths are handed over. */
  readonly whole: { url(...path: readonly Piece[]): string; call(url: string): string } | null;
}

export interface PathValue {
  /** Statements of the function that makes the requests. */
  readonly body: readonly string[];
  readonly params?: string;
  /** Arguments of each call of that function; default: one call without any. */
  readonly calls?: readonly string[];
  /** A text that other code can use as well: a declared name and what follows it, or how it is read of that. */
  readonly shared?: { readonly name: string; readonly tail: string | ((source: string) => string) };
}

export interface PathForm {
  readonly certainty: Certainty;
  /** Its paths hold a query. */
  readonly hasQuery?: true;
  /** One of its texts serves something else, too, so it need not move. */
  readonly isShared?: true;
  readonly build: (context: PathContext) => PathValue;
}

/** The path with a literal id. */
export function fixed(c: PathContext, index = 0): string {
  return c.lead + (c.endpoints[index] ?? '').replace('{id}', 'ag_7').slice(1);
}

/** The path of the list that an endpoint belongs to. */
export function plain(c: PathContext, index = 0): string {
  return c.lead + (c.endpoints[index] ?? '').replace(/\/\{id\}.*$/, '').slice(1);
}

/** The path with the id as an expression; `id` replaces the one in scope. */
export function pieces(c: PathContext, index = 0, id: string = c.id): readonly Piece[] {
  const [head = '', tail] = (c.endpoints[index] ?? '').split('{id}');
  const start = c.lead + head.slice(1);
  return tail === undefined ? [start] : [start, { code: id }, tail];
}

export function quoted(c: PathContext, index = 0): string {
  return c.quote(fixed(c, index));
}

export const code = (text: string): Piece => ({ code: text });

export function must(build: PathForm['build']): PathForm {
  return { certainty: 'must', build };
}

export function withQuery(form: PathForm): PathForm {
  return { ...form, hasQuery: true };
}

export function may(build: PathForm['build']): PathForm {
  return { certainty: 'may', build };
}

/** Declares `const NAME = …` and answers its name and how to write it at the request. */
export function constant(c: PathContext, stem: string, expression: string) {
  const name = c.name(stem);
  return { name, ref: c.declare(name, `const ${name} = ${expression};`) };
}

export const TEXT_FORMS: Readonly<Record<string, PathForm>> = {
  literal: must((c) => ({ body: [`await ${c.call(fixed(c))};`] })),
  template: must((c) => ({ body: [`await ${c.call(...pieces(c))};`] })),
  'template in a const': must((c) => ({
    body: [`const path = ${c.text(pieces(c))};`, `await ${c.call(code('path'))};`],
  })),
  const: must((c) => {
    const { name, ref } = constant(c, 'PATH', quoted(c));
    return { body: [`await ${c.call(code(ref))};`], shared: { name, tail: '' } };
  }),
  'const with id behind': must((c) => {
    const { name, ref } = constant(c, 'PATH', c.quote(plain(c)));
    return { body: [`await ${c.call(code(ref), '/', code(c.id))};`], shared: { name, tail: '' } };
  }),
  concat: must((c) => ({ body: [`await ${c.call(code(c.sum([plain(c), '/', code(c.id)])))};`] })),
  'concat method': must((c) => ({
    body: [`await ${c.call(code(`${c.quote(plain(c))}.concat('/', ${c.id})`))};`],
  })),
  join: must((c) => {
    const segments = [
      ...(c.lead === '' ? [] : ['']),
      ...plain(c)
        .split('/')
        .filter((text) => text !== ''),
    ];
    return { body: [`await ${c.call(code(`[${segments.map(c.quote).join(', ')}, ${c.id}].join('/')`))};`] };
  }),
  'slash and join': must((c) => {
    const segments = plain(c)
      .split('/')
      .filter((text) => text !== '');
    const joined = `[${[...segments.map(c.quote), c.id].join(', ')}].join('/')`;
    return { body: [`await ${c.call(code(c.lead === '' ? joined : `'/' + ${joined}`))};`] };
  }),
  append: must((c) => ({
    body: [
      `let path = ${c.quote(plain(c))};`,
      `path += ${c.text(['/', code(c.id)])};`,
      `await ${c.call(code('path'))};`,
    ],
  })),
  'append in a branch': must((c) => ({
    params: `full${c.typed(': boolean')}`,
    calls: ['true', 'false'],
    body: [
      `let path = ${c.quote(plain(c))};`,
      `if (full) path += ${c.text(['/', code(c.id)])};`,
      `await ${c.call(code('path'))};`,
    ],
  })),
  'optional segment': must((c) => ({
    params: `id${c.typed('?: string')}`,
    calls: ['', `'ag_3'`],
    body: [`await ${c.call(plain(c), code(`id ? ${c.text(['/', code('id')])} : ''`))};`],
  })),
  'trailing slash': must((c) => ({ body: [`await ${c.call(`${fixed(c)}/`)};`] })),
  'query literal': withQuery(must((c) => ({ body: [`await ${c.call(`${fixed(c)}?limit=20&page=1`)};`] }))),
  'query tail': withQuery(
    must((c) => ({
      params: `qs${c.typed('?: string')}`,
      calls: ['', `'limit=5'`],
      body: [`await ${c.call(fixed(c), code(`qs ? ${c.text(['?', code('qs')])} : ''`))};`],
    })),
  ),
  'search params': withQuery(
    must((c) => ({
      body: [
        `const query = new URLSearchParams({ limit: '5', page: '2' });`,
        `await ${c.call(`${fixed(c)}?`, code('query.toString()'))};`,
      ],
    })),
  ),
  pages: withQuery(
    must((c) => ({
      body: [`for (let page = 1; page <= 2; page += 1) await ${c.call(`${fixed(c)}?page=`, code('page'))};`],
    })),
  ),
  'next link': must((c) => ({
    body: [
      `let next${c.typed(': any')} = ${quoted(c)};`,
      'while (next) {',
      `  const page${c.typed(': any')} = await ${c.call(code('next'))};`,
      '  next = page?.links?.next ?? null;',
      '}',
    ],
  })),
  encoded: must((c) => ({ body: [`await ${c.call(...pieces(c, 0, `encodeURIComponent(${c.id})`))};`] })),
  'replaced placeholder': must((c) => {
    const { name, ref } = constant(c, 'PATH', c.quote(c.lead + c.endpoints[0].replace('{id}', ':id').slice(1)));
    return { body: [`await ${c.call(code(`${ref}.replace(':id', ${c.id})`))};`], shared: { name, tail: '' } };
  }),
  'resource name': must((c) => {
    const [first = '', ...rest] = fixed(c)
      .split('/')
      .filter((text) => text !== '');
    const { name, ref } = constant(c, 'resource', c.quote(first));
    const tail = rest.map((segment) => `/${segment}`).join('');
    return { body: [`await ${c.call(c.lead, code(ref), tail)};`], shared: { name, tail: '' } };
  }),
  'resource names': must((c) => {
    const names = [0, 1].map(
      (index) =>
        plain(c, index)
          .split('/')
          .find((text) => text !== '') ?? '',
    );
    const { name, ref } = constant(c, 'RESOURCES', `[${names.map(c.quote).join(', ')}]`);
    return {
      body: [`for (const resource of ${ref}) await ${c.call(c.lead, code('resource'), '/', code(c.id))};`],
      shared: { name, tail: '[0]' },
    };
  }),
  'nested template': must((c) => {
    const { name, ref } = constant(c, 'PATH', c.quote(plain(c)));
    const inner = c.text([code(ref), '/', code(c.id)]);
    return {
      body: [`const path = ${inner};`, `await ${c.call(code('path'), '/history')};`],
      shared: { name, tail: '' },
    };
  }),
  'no interpolation': must((c) => ({ body: [`await ${c.call(code(`\`${fixed(c)}\``))};`] })),
  'id with a prefix': must((c) => ({ body: [`await ${c.call(plain(c), '/ag_', code(c.id))};`] })),
  'unknown from outside': may((c) => {
    const value = JSON.stringify({ path: fixed(c) });
    return { body: [`const { path } = JSON.parse('${value}');`, `await ${c.call(code('path'))};`] };
  }),
};
