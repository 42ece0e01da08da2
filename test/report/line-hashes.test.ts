import { expect, test } from 'vitest';
import { computeLineHashes } from '../../src/report/line-hashes.ts';

/** The values that GitHub's upload step states for these texts. */
test.each([
  ['', ['c129715d7a2bc9a3:1']],
  [' a\nb\n  \t\tc\n d', ['271789c17abda88f:1', '54703d4cd895b18:1', '180aee12dab6264:1', 'a23a3dc5e078b07b:1']],
])('%j', (text, hashes) => expect(computeLineHashes(text)).toEqual(hashes));

test('line ends and blanks do not count', () => {
  const text = 'const a = 1;\nconst b = 2;\n\nconst a = 1;\n';
  expect(computeLineHashes(text.replaceAll('\n', '\r\n'))).toEqual(computeLineHashes(text));
  expect(computeLineHashes(text.replaceAll('\n', '\r'))).toEqual(computeLineHashes(text));
  expect(computeLineHashes(text.replaceAll(' ', '\t  '))).toEqual(computeLineHashes(text));
});

test('equal lines with equal followers are counted', () => {
  const hashes = computeLineHashes('x\n'.repeat(300));
  expect(hashes.slice(0, 3).map((hash) => hash.split(':')[1])).toEqual(['1', '2', '3']);
});
