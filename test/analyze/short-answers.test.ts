import { parseExpression } from '@babel/parser';
import { expect, test } from 'vitest';
import { ShortAnswers } from '../../src/analyze/short-answers.ts';
import type { Memo } from '../../src/analyze/unsettled.ts';

test('an answer for which steps ran out is worked out again with twice as many, until they are enough', () => {
  const short = new ShortAnswers();
  const node = parseExpression('a.b');
  const [own, other]: [Memo, Memo] = [new Map(), new Map()];
  expect(short.isShort(node, own, 8_000)).toBe(false);
  short.note(node, own, 3_000);
  expect([5_999, 6_000].map((left) => short.isShort(node, own, left))).toEqual([false, true]);
  expect(short.isShort(node, other, 8_000)).toBe(false);
  short.note(node, own, null);
  expect(short.isShort(node, own, 8_000)).toBe(false);
});
