import { describe, expect, test } from 'vitest';
import { acceptChanges } from '../../src/decisions/accept-changes.ts';
import type { ReportedFinding } from '../../src/model/report.ts';
import { readFileDiff } from '../../src/report/change-lines.ts';
import { computeFingerprint } from '../../src/report/fingerprint.ts';
import { FINDING, MANUAL, PLAN } from '../cli/fake-stages.ts';
import { createReport } from '../report/sample-report.ts';

function createFinding(index: number, line: number): ReportedFinding {
  const edit = { file: FINDING.file, line, column: 5, endLine: line, endColumn: 5, text: '/v1' };
  return { ...FINDING, id: `VM-0000000${index}`, line, endLine: line, edits: [edit] };
}

function createDiff(start: number, paths: readonly string[]): string {
  const head = `--- a/src/calls.ts\n+++ b/src/calls.ts\n@@ -${start},${paths.length} +${start},${paths.length} @@\n`;
  return `${head}${paths.map((path) => `-get(${path})\n`).join('')}${paths.map((path) => `+get(/v1${path})\n`).join('')}`;
}

/** Three findings on neighbouring lines, the last without a change. */
function createSample(start: number, paths: readonly string[]) {
  const findings = [createFinding(1, start), createFinding(2, start + 1), { ...MANUAL, id: 'VM-00000003' }];
  return {
    ...createReport(PLAN),
    findings,
    changes: [{ file: 'src/calls.ts', edits: 2, diff: createDiff(start, paths) }],
  };
}

function readPrints({ findings, changes }: ReturnType<typeof createSample>): readonly (string | null)[] {
  return findings.map((finding) => computeFingerprint(finding, readFileDiff(changes[0]?.diff ?? '')));
}

const SAMPLE = createSample(10, ['/calls', '/agents']);
const [FIRST = null, SECOND = null] = readPrints(SAMPLE);
const accept = { id: 'VM-00000001', fingerprint: FIRST, decision: 'accept' } as const;
const reject = { id: 'VM-00000002', fingerprint: SECOND, decision: 'reject' } as const;

describe('a fingerprint', () => {
  test('is there where something changes', () => {
    expect(FIRST).toMatch(/^[0-9a-f]{16}$/);
    expect(readPrints(SAMPLE)[2]).toBeNull();
  });

  test('does not count lines', () =>
    expect(readPrints(createSample(90, ['/calls', '/agents']))).toEqual(readPrints(SAMPLE)));

  test('is of its own lines, not of its neighbours', () => {
    const [first, second] = readPrints(createSample(10, ['/calls', '/voices']));
    expect(first).toBe(FIRST);
    expect(second).not.toBe(SECOND);
  });
});

describe('what is made', () => {
  test('is what was accepted and nothing else', () => {
    const { ids, notices } = acceptChanges(SAMPLE, [accept, reject]);
    expect([...ids]).toEqual(['VM-00000001']);
    expect(notices).toEqual(['2 changes: 1 accepted, 1 rejected, 0 not decided; only the accepted ones are made']);
  });

  test('is nothing at all when one accepted change is not what was reviewed', () => {
    const changed = createSample(10, ['/calls?x', '/agents']);
    expect(() => acceptChanges(changed, [accept, reject])).toThrow(
      '1 accepted change is not what was reviewed: VM-00000001',
    );
    const gone = { ...accept, id: 'VM-99999999' };
    expect(() => acceptChanges(SAMPLE, [accept, gone])).toThrow('VM-99999999');
    expect(() => acceptChanges(SAMPLE, [{ ...accept, fingerprint: null }])).toThrow('VM-00000001');
  });

  test('may lack what was rejected', () => {
    expect([...acceptChanges(SAMPLE, [accept, { ...reject, fingerprint: 'gone' }]).ids]).toEqual(['VM-00000001']);
  });
});
