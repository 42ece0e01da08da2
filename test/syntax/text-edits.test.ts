import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyTextEdits, isUnchangedOutside, type TextEdit } from '../../src/syntax/text-edits.ts';

/** A text with non-overlapping edits of it, at whole characters, in any order. */
const editedText = fc
  .array(
    fc.record({
      kept: fc.string({ unit: 'binary' }),
      removed: fc.string({ unit: 'binary' }),
      text: fc.string({ unit: 'binary' }),
    }),
  )
  .chain((pieces) => {
    const edits: TextEdit[] = [];
    let text = '';
    for (const { kept, removed, text: inserted } of pieces) {
      text += kept;
      edits.push({ start: text.length, end: text.length + removed.length, text: inserted });
      text += removed;
    }
    const expected = pieces.map((piece) => piece.kept + piece.text).join('');
    return fc.record({
      text: fc.constant(text),
      expected: fc.constant(expected),
      // Two insertions at one place keep their order, so only edits that differ in place may be shuffled.
      edits:
        new Set(edits.map((edit) => edit.start)).size === edits.length
          ? fc.shuffledSubarray(edits, { minLength: edits.length })
          : fc.constant(edits),
    });
  });

describe('random edits that do not overlap', () => {
  test('change nothing outside of them', () => {
    fc.assert(
      fc.property(editedText, ({ text, expected, edits }) => {
        const after = applyTextEdits(text, edits);
        expect(after).toBe(expected);
        expect(isUnchangedOutside(text, after, edits)).toBe(true);
      }),
    );
  });

  test('and any other change is seen', () => {
    fc.assert(
      fc.property(editedText, fc.nat(), ({ text, edits }, seed) => {
        const before = `${text}outside`;
        const after = applyTextEdits(before, edits);
        const at = after.length - 1 - (seed % 'outside'.length);
        expect(isUnchangedOutside(before, `${after.slice(0, at)}X${after.slice(at + 1)}`, edits)).toBe(false);
        expect(isUnchangedOutside(before, after.slice(0, at), edits)).toBe(false);
      }),
    );
  });
});

test('edits of one place keep their order, and an insertion stands before what is replaced there', () => {
  const edits = [
    { start: 1, end: 2, text: 'B' },
    { start: 1, end: 1, text: '1' },
    { start: 1, end: 1, text: '2' },
  ];
  expect(applyTextEdits('abc', edits)).toBe('a12Bc');
});

test('an edit that splits a surrogate pair is seen, since it would write U+FFFD', () => {
  const edits = [{ start: 1, end: 1, text: 'x' }];
  expect(isUnchangedOutside('😀', applyTextEdits('😀', edits), edits)).toBe(false);
});

test.each([
  [
    'overlapping',
    [
      { start: 0, end: 2, text: '' },
      { start: 1, end: 3, text: '' },
    ],
  ],
  ['outside the text', [{ start: 2, end: 4, text: '' }]],
  ['before the text', [{ start: -1, end: 0, text: '' }]],
  ['turned around', [{ start: 2, end: 1, text: '' }]],
])('edits that are %s are refused', (_name, edits) => {
  expect(() => applyTextEdits('abc', edits)).toThrow(RangeError);
});
