import { expect, test } from 'vitest';
import { readFurtherArguments } from '../../src/plan/argument-texts.ts';

test.each([
  ['f(url, body, config);', ['body', 'config']],
  ['f(url)', []],
  ['f(url, )', []],
  ['f(url, { a: [1, 2], b: "x, )" }, g(1, 2))', ['{ a: [1, 2], b: "x, )" }', 'g(1, 2)']],
  ["f(url, 'it\\'s, ) fine', `a, ${'b'}`)", ["'it\\'s, ) fine'", "`a, ${'b'}`"]],
  ['f(url as string, body)', ['body']],
  ['f(url, "never closed', []],
])('%s', (source, expected) => {
  expect(readFurtherArguments(source, source.indexOf('url') + 3)).toEqual(expected);
});
