import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endsSoon } from '../../src/analyze/texts/regexp-steps.ts';

/** As programs ask them of URLs and paths. */
const COMMON = [
  /^https?:\/\//,
  /\/+$/,
  /^\/?(?:api\/)?(\w+)(?:\/([^/?#]+))?(?:\?(.*))?$/,
  /^(https?):\/\/([^/]+)(\/[^?#]*)?(\?[^#]*)?(#.*)?$/,
  /(?:calls|agents)\/[\w-]+/,
  /^\/v\d+(?:\/|$)/,
  /[^/]+$/g,
  /:(\w+)/g,
  /^[a-z]{2,5}-\d{4}$/i,
];

/** Whose time doubles with each character, or nearly so. */
const ENDLESS = [
  /^(?:[a-z]+|\/)+$/,
  /^(?:\/[a-z]+)+$/,
  /^(a|ab)*$/,
  /(?:(?:a?){30})+b/,
  /(x+x+)+y/,
  /^(?:a|b|ab){2,}$/,
  /.*.*.*.*.*.*.*.*!/,
];

describe('an expression of a program', () => {
  test.each(COMMON)('%s ends soon on a URL', (expression) => {
    expect(endsSoon(expression.source, 'https://api.voice.example/agents/a_1/calls?limit=10'.length)).toBe(true);
  });

  test.each(ENDLESS)('%s may not', (expression) => {
    expect(endsSoon(expression.source, 60)).toBe(false);
  });

  test('is not run on a long text', () => {
    expect(endsSoon('a', 201)).toBe(false);
  });

  test('ends where it is said to', () => {
    const atom = fc.constantFrom('a', '[ab]', '.', '\\w', 'ab', '\\/');
    const piece = fc.tuple(atom, fc.constantFrom('', '+', '*', '?', '{1,9}', '+?')).map((pair) => pair.join(''));
    const sequence = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
    const group = fc
      .tuple(fc.array(sequence, { minLength: 1, maxLength: 2 }), fc.constantFrom('', '+', '*', '?', '{2,}'))
      .map(([choices, quantifier]) => `(?:${choices.join('|')})${quantifier}`);
    const expression = fc.array(fc.oneof(piece, group), { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
    const said: boolean[] = [];
    fc.assert(
      fc.property(expression, fc.boolean(), (source, isAnchored) => {
        const pattern = `${isAnchored ? '^' : ''}${source}!`;
        const soon = endsSoon(pattern, 34);
        said.push(soon);
        // One that takes too long is seen as a test that does not end.
        if (soon) expect(new RegExp(pattern).test(`${'a'.repeat(33)}/`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
    expect(new Set(said)).toEqual(new Set([true, false]));
  });
});
