import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordFinder } from '../../src/analyze/modules/word-finder.ts';

const WORD = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '_', '$', '7', 'é', '名'), minLength: 1, maxLength: 4 });
const GAP = fc.string({ unit: fc.constantFrom(' ', '.', '(', '\n', '-', '"'), minLength: 1, maxLength: 2 });

it('finds the whole words that a regular expression finds, and where they end', () => {
  fc.assert(
    fc.property(fc.array(WORD), fc.array(fc.tuple(WORD, GAP)), fc.nat(9), fc.nat(9), (wanted, pieces, skip, drop) => {
      const text = pieces.flat().join('');
      const [start, end] = [Math.min(skip, text.length), Math.max(0, text.length - drop)];
      const found: (readonly [string, number])[] = [];
      new WordFinder(wanted).find(text, start, end, (word, at) => found.push([word, at]));
      const words = [...text.slice(0, end).matchAll(/[\w$\u0080-\uffff]+/g)].flatMap(({ 0: word, index }) => {
        const from = Math.max(index, start);
        const own = word.slice(from - index);
        return own !== '' && wanted.includes(own) ? [[own, from + own.length] as const] : [];
      });
      expect(found).toEqual(words);
    }),
  );
});
