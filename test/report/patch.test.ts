import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { renderDiff } from '../../src/apply/render-diff.ts';
import { listOmissions, render } from '../../src/report/formats/patch.ts';
import type { TextEdit } from '../../src/syntax/text-edits.ts';
import { PLAN } from '../cli/fake-stages.ts';
import { createReport, PLAIN } from './sample-report.ts';

const BEFORE = 'a\nget("/calls");\nb\n';
const TEXTS: readonly (readonly [string, string])[] = [
  ['plain.ts', BEFORE],
  ['crlf.ts', BEFORE.replaceAll('\n', '\r\n')],
  ['mixed.ts', 'a\r\nget("/calls");\nb\r\n'],
  ['no end.ts', BEFORE.trimEnd()],
  ['last-line.ts', 'a\nget("/calls");'],
  ['with space/a b.ts', BEFORE],
  ['quotes "and\' more.ts', BEFORE],
  ['back\\slash.ts', BEFORE],
  ['tab\there.ts', BEFORE],
  ['grün/日本.ts', BEFORE],
  ['bom.ts', `\uFEFF${BEFORE}`],
  ['[id].ts', BEFORE],
  ['-dash.ts', BEFORE],
  ['minus.sql.ts', '-- a\nget("/calls");\n++ b\n'],
];

function migrate(text: string): string {
  return text.replace('/calls', '/v1/calls');
}

function planMigration(text: string): readonly TextEdit[] {
  const start = text.indexOf('/calls');
  return start === -1 ? [] : [{ start, end: start, text: '/v1' }];
}

/** Applies the patch of all files in `folder` of a repository and says what each then holds. */
function applyAll(folder: string, stopCommands: string | null): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'v1-patch-'));
  const cwd = join(root, folder);
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const [file, text] of TEXTS) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  const changes = TEXTS.map(([file, text]) => ({ file, edits: 1, diff: renderDiff(file, text, planMigration(text)) }));
  const patch = render(createReport(PLAN, changes), { stopCommands });
  execFileSync('git', ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn'], { cwd, input: patch });
  return TEXTS.map(([file]) => readFileSync(join(cwd, file), 'utf8'));
}

// A folder below the root is where `git apply` skips what it does not understand, and exits 0.
test.each([
  ['.', null],
  ['packages/a', null],
  // In a log of GitHub, between two commands that are no part of any file.
  ['.', 'abcdef0123456789'],
  ['packages/a', 'abcdef0123456789'],
])('git applies it byte for byte in %s, %s', (folder, stopCommands) => {
  expect(applyAll(folder, stopCommands)).toEqual(TEXTS.map(([, text]) => migrate(text)));
});

test('no change is an empty patch', () => expect(render(createReport(PLAN), { stopCommands: 'abcdef' })).toBe(''));

test('git takes no path that leads out of its folder, and who asked for the patch is told', () => {
  const change = { file: '../other/a.ts', edits: 1, diff: '' };
  const report = createReport(PLAN);
  expect(listOmissions({ ...report, changes: [change] }, PLAIN)).toEqual([expect.stringContaining('git apply')]);
  expect(listOmissions({ ...report, changes: [{ ...change, file: 'src/a.ts' }] }, PLAIN)).toEqual([]);
});
