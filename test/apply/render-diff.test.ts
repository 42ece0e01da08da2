import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderDiff } from '../../src/apply/render-diff.ts';
import { applyTextEdits } from '../../src/syntax/text-edits.ts';
import { makeFolder, migrate, planEdits, unmark } from './planned-tree.ts';

function applyWithGit(file: string, before: string, patch: string): string {
  const cwd = makeFolder();
  mkdirSync(dirname(join(cwd, file)), { recursive: true });
  writeFileSync(join(cwd, file), before);
  execFileSync('git', ['apply', '--check', '-'], { cwd, input: patch, stdio: 'pipe' });
  execFileSync('git', ['apply', '-'], { cwd, input: patch, stdio: 'pipe' });
  return readFileSync(join(cwd, file), 'utf8');
}

describe('git takes the diff of a file with', () => {
  test.each([
    ['CRLF', 'a();\r\nb();\r\nfetch("¦/calls");\r\nc();\r\n'],
    ['mixed line ends', 'a();\nb();\r\nfetch("¦/calls");\rc();\r\nd();\n'],
    ['no newline at the end', 'a();\nfetch("¦/calls")'],
    ['no newline at the end, far from the edit', `fetch("¦/calls");\n${'a();\n'.repeat(9)}b()`],
    ['no newline at the end, as context', 'fetch("¦/calls");\r\nb()'],
    ['BOM', '\uFEFFfetch("¦/calls");\r\n'],
    ['one line', 'fetch("¦/calls")'],
    ['blanks at line ends', 'a(); \nfetch("¦/calls");\t\n \n'],
    ['a line that looks like a header', '--- a b\nfetch("¦/calls");\n+++ c d\n'],
    ['line separators that are not lines to git', 'a("\u2028\u2029\x0b\x0c");\nfetch("¦/calls");\n'],
    ['two hunks', `fetch("¦/calls");\n${'a();\n'.repeat(20)}fetch("¦/agents");\n`],
  ])('%s', (_name, marked) => {
    const patch = renderDiff('src/a.js', unmark(marked), planEdits('src/a.js', marked));
    expect(applyWithGit('src/a.js', unmark(marked), patch)).toBe(migrate(marked));
  });
});

describe('git takes the diff of a file named', () => {
  test.each([
    'a.js',
    'sp ace/na me.js',
    ' leading and trailing ',
    'a b/b a/x.js',
    'tab\there.js',
    'new\nline.js',
    'quo"te.js',
    "apos'trophe.js",
    'back\\slash.js',
    'nön-äscii 漢 😀.js',
    '-dash.js',
    '[id].tsx',
    '$(x) & y.js',
  ])('%j', (file) => {
    expect(applyWithGit(file, 'old\n', renderDiff(file, 'old\n', [{ start: 0, end: 3, text: 'new' }]))).toBe('new\n');
  });
});

test('several diffs make one patch', () => {
  const cwd = makeFolder();
  const files = ['a.js', 'b c.js', 'd.js'];
  for (const file of files) writeFileSync(join(cwd, file), 'old');
  const patch = files.map((file) => renderDiff(file, 'old', [{ start: 0, end: 3, text: 'new' }])).join('');
  execFileSync('git', ['apply', '-'], { cwd, input: patch, stdio: 'pipe' });
  expect(files.map((file) => readFileSync(join(cwd, file), 'utf8'))).toEqual(['new', 'new', 'new']);
});

/** Any text, with edits in order that do not overlap. */
const edited = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', 'c\n'), { maxLength: 40 }),
    fc.array(fc.nat(60), { maxLength: 8 }),
  )
  .chain(([pieces, places]) => {
    const text = pieces.join('');
    const offsets = [...new Set(places.map((place) => Math.min(place, text.length)))].sort((x, y) => x - y);
    const spans = offsets.flatMap((start, index) =>
      index % 2 === 0 ? [[start, offsets[index + 1] ?? start] as const] : [],
    );
    return fc.tuple(...spans.map(() => fc.constantFrom('', 'x', 'x\n', '\n\ny', 'a', 'b\n'))).map((inserted) => ({
      text,
      edits: spans.map(([start, end], index) => ({ start, end, text: inserted[index] ?? '' })),
    }));
  });

test('what the diff says is what the edits make', () => {
  fc.assert(
    fc.property(edited, ({ text, edits }) => {
      const after = applyTextEdits(text, edits);
      const patch = renderDiff('a.js', text, edits);
      expect(after === text ? text : applyPatch(text, patch, { autoConvertLineEndings: false })).toBe(after);
    }),
    { numRuns: 1000 },
  );
});
