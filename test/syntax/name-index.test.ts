import { expect, it } from 'vitest';
import { NameIndex } from '../../src/syntax/name-index.ts';

it('gives the same nodes in the same order to whoever asks once and to whoever asks often', () => {
  const index = new NameIndex<{ readonly name: string | null; readonly place: number }>(({ name }) => name);
  ['a', 'b', null, 'a', 'constructor'].forEach((name, place) => {
    index.add({ name, place });
  });
  const asked = Array.from({ length: 100 }, () => index.get('a').map(({ place }) => place));
  expect(new Set(asked.map(String))).toEqual(new Set(['0,3']));
  expect(index.get('constructor')).toHaveLength(1);
  expect(index.get('c')).toEqual([]);
});
