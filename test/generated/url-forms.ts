import { code, fixed, must, type PathContext, type PathForm, pieces, plain } from './paths.ts';

/** Code that has the whole URL in hand before it is requested. Where only paths are handed over, these are plain. */

type Whole = NonNullable<PathContext['whole']>;

function url(make: (c: PathContext, whole: Whole) => ReturnType<PathForm['build']>): PathForm {
  return must((c) => (c.whole === null ? { body: [`await ${c.call(...pieces(c))};`] } : make(c, c.whole)));
}

export const URL_FORMS: Readonly<Record<string, PathForm>> = {
  'URL in a const': url((c, whole) => ({
    body: [`const url = ${whole.url(...pieces(c))};`, `await ${whole.call('url')};`],
  })),
  'URL with id behind': url((c, whole) => ({
    body: [`const root = ${whole.url(plain(c))};`, `await ${whole.call(c.text([code('root'), '/', code(c.id)]))};`],
  })),
  'URL appended': url((c, whole) => ({
    body: [
      `let url = String(${whole.url(plain(c))});`,
      `url += ${c.text(['/', code(c.id)])};`,
      `await ${whole.call('url')};`,
    ],
  })),
  'URL with a query appended': url((c, whole) => ({
    body: [`let url = String(${whole.url(fixed(c))});`, `url += '?limit=5';`, `await ${whole.call('url')};`],
  })),
  'URLs of a condition': url((c, whole) => ({
    params: `first${c.typed(': boolean')}`,
    calls: ['true', 'false'],
    body: [
      `const url = first ? ${whole.url(fixed(c, 0))} : ${whole.url(...pieces(c, 1))};`,
      `await ${whole.call('url')};`,
    ],
  })),
  'URLs in a table': url((c, whole) => ({
    body: [
      `const endpoints = { first: ${whole.url(fixed(c, 0))}, second: ${whole.url(...pieces(c, 1))} };`,
      `await ${whole.call('endpoints.first')};`,
      `await ${whole.call('endpoints.second')};`,
    ],
  })),
  'URLs in a list': url((c, whole) => ({
    body: [`for (const url of [${whole.url(fixed(c, 0))}, ${whole.url(fixed(c, 1))}]) await ${whole.call('url')};`],
  })),
  'URL function': url((c, whole) => ({
    body: [
      `const toUrl = (path${c.typed(': string')}) => ${whole.url(code('path'))};`,
      `await ${whole.call(`toUrl(${c.quote(fixed(c, 0))})`)};`,
      `await ${whole.call(`toUrl(${c.text(pieces(c, 1))})`)};`,
    ],
  })),
  'URL object with search params': url((c, whole) => ({
    body: [
      `const url = new URL(${whole.url(fixed(c))});`,
      `url.searchParams.set('limit', '5');`,
      `await ${whole.call('url.toString()')};`,
    ],
  })),
  'URL object whose path grows': url((c, whole) => ({
    body: [
      `const url = new URL(${whole.url(plain(c))});`,
      `url.pathname += ${c.text(['/', code(c.id)])};`,
      `await ${whole.call('url.href')};`,
    ],
  })),
  'URL as a parameter': url((c, whole) => ({
    body: [
      `const open = async (url${c.typed(': any')}) => ${whole.call('url')};`,
      `await open(${whole.url(fixed(c, 0))});`,
      `await open(${whole.url(...pieces(c, 1))});`,
    ],
  })),
};
