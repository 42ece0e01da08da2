import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/model/plan.ts';
import type { Report } from '../../src/model/report.ts';
import { render } from '../../src/report/formats/text.ts';
import { CHANGE, EMPTY_PLAN, FINDING, MANUAL, PLAN } from '../cli/fake-stages.ts';
import { createReport, PLAIN } from './sample-report.ts';

function listHeads(report: Report): readonly string[] {
  return render(report, PLAIN)
    .split('\n')
    .filter((line) => /^(\S+:\d+:\d+ {2}| {2}@@)/.test(line))
    .map((line) => line.trim().split('  ')[0] ?? '');
}

describe('findings and hunks', () => {
  const hunk = (line: number): string => `@@ -${line},1 +${line},1 @@\n-get("/calls");\n+get("/v1/calls");\n`;
  const diff = `--- a/src/calls.ts\n+++ b/src/calls.ts\n${hunk(2)}${hunk(9)}${hunk(20)}`;
  const at = (line: number, column = 1): Finding => ({ ...FINDING, line, column });

  test('a hunk stands behind the last finding it explains, one without a finding at the end', () => {
    const findings = [at(2), at(2, 9), at(5), at(9)];
    expect(listHeads(createReport({ ...PLAN, findings }, [{ file: 'src/calls.ts', edits: 3, diff }]))).toEqual([
      'src/calls.ts:2:1',
      'src/calls.ts:2:9',
      '@@ -2,1 +2,1 @@',
      'src/calls.ts:5:1',
      'src/calls.ts:9:1',
      '@@ -9,1 +9,1 @@',
      '@@ -20,1 +20,1 @@',
    ]);
  });

  test('a change in a file without findings is shown too', () => {
    const other = { file: 'src/other.ts', edits: 1, diff: diff.replaceAll('calls.ts', 'other.ts') };
    expect(render(createReport({ ...PLAN, findings: [] }, [other]), PLAIN)).toContain('src/other.ts\n  @@ -2,1');
  });
});

describe('what a finding line says', () => {
  test.each([
    [FINDING, 'GET /calls/{id} -> /v1/calls/{id}  (family)'],
    [MANUAL, '? /agents2 -> /v1/agents  (documented)'],
    [{ ...FINDING, requests: [] }, 'reference /calls/{id} -> /v1/calls/{id}'],
    [{ ...FINDING, legacyPaths: ['/calls', '/calls/{id}'] }, 'GET /calls | /calls/{id} -> '],
    [{ ...FINDING, v1Method: 'PATCH', v1Path: '/v1/agents/{id}' }, 'GET /calls/{id} -> PATCH /v1/agents/{id}'],
    [{ ...FINDING, v1Path: null, evidence: 'assumed' as const }, 'GET /calls/{id}  (assumed)'],
  ])('%#', (finding, text) => expect(render(createReport({ ...PLAN, findings: [finding] }), PLAIN)).toContain(text));
});

test('a reason is given once, and who shares it is told from what is edited', () => {
  const [first, second] = [MANUAL, { ...MANUAL, line: 30, id: 'VM-00000002' }];
  const text = render(createReport({ ...PLAN, findings: [first, FINDING, second] }), PLAIN);
  expect(text.split(MANUAL.message)).toHaveLength(2);
  expect(text).toMatch(/VM-00000002 .*\n {4}By hand, as VM-\w+\.\n/);
  expect(text.match(/By hand, as/g)).toHaveLength(1);
});

test('control characters and turned text are shown, not obeyed', () => {
  const file = 'src/a\u001b[2Jb\u202e.ts\n::error::x';
  const diff = `--- a/x\n+++ b/x\n@@ -2,1 +2,1 @@\n-get("/calls\u001b[31m");\r\n+get("/v1/calls\u2028");\r\n`;
  const finding = { ...MANUAL, file, line: 2, message: 'a\nb' };
  const text = render(createReport({ ...PLAN, findings: [finding] }, [{ file, edits: 1, diff }]), PLAIN);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
  expect(text).toContain('src/a\\x1b[2Jb\\u{202e}.ts\\x0a::error::x:2:8');
  expect(text).toContain('-get("/calls\\x1b[31m");\n');
  expect(text).toContain('    a\\x0ab\n');
});

describe('the summary', () => {
  const DAYS = [
    ['2026-11-20', '2026-07-31, 112 days ago'],
    ['2026-08-01', '2026-07-31, 1 day ago'],
    ['2026-07-31', '2026-07-31, today'],
    ['2026-07-30', '2026-07-31, in 1 day'],
  ] as const;

  test.each(DAYS)('on %s the cut-off is %s', (today, text) => {
    const report = createReport(EMPTY_PLAN);
    const daysLeft = Math.round((Date.parse('2026-07-31') - Date.parse(today)) / 86_400_000);
    expect(render({ ...report, cutoff: { date: '2026-07-31', daysLeft } }, PLAIN)).toContain(`Cut-off    ${text}\n`);
  });

  test('each column adds up', () => {
    const { accounting } = createReport(PLAN);
    for (const group of [accounting.files, accounting.requests, accounting.references]) {
      const [total, ...parts] = Object.values(group);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    }
  });

  test('what was left out is counted, and named when asked', () => {
    const skipped = [
      { file: 'dist/a.js', reason: 'build-output' as const },
      { file: 'b.min.js', reason: 'minified' as const },
      { file: 'c.min.js', reason: 'minified' as const },
    ];
    const report = createReport({ ...EMPTY_PLAN, skipped });
    expect(render(report, PLAIN)).toContain('Skipped    1 build-output, 2 minified\n');
    expect(render(report, PLAIN)).not.toContain('b.min.js');
    expect(render(report, { ...PLAIN, verbosity: 'verbose' })).toContain('  b.min.js  minified\n');
  });

  test('a clean check proposes nothing', () => {
    const report = { ...createReport(EMPTY_PLAN), command: 'check' as const };
    expect(render(report, PLAIN)).toMatch(/Findings {3}none\n$/);
  });

  test('the next command can be pasted', () => {
    const text = render(createReport(PLAN, [CHANGE]), {
      ...PLAIN,
      scope: "'my src' --base-url env:API",
      again: "'my src' --base-url env:API",
    });
    expect(text).toContain("npx v1-migrate 'my src' --base-url env:API --dry-run --reporter patch | git apply");
  });
});

test('a key that looks like none is hidden wherever it shows', async () => {
  const { maskReport } = await import('../../src/report/mask-report.ts');
  const diff =
    "--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n const login = 'plainword';\n-get('/calls', 'plainword');\n+get('/v1/calls', 'plainword');\n";
  const masked = maskReport(createReport(PLAN, [{ file: 'a.ts', edits: 1, diff }]), ['plainword']);
  expect(JSON.stringify(masked)).not.toContain('plainword');
  expect(masked.changes[0]?.diff).toContain("+get('/v1/calls', '***');");
});
