import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { render } from '../../src/report/formats/json.ts';
import { CHANGE, EMPTY_PLAN, FINDING, MANUAL, PLAN } from '../cli/fake-stages.ts';
import { createReport } from './sample-report.ts';

const PROBLEM = { code: 'unparsed-file', file: 'old.js', line: 4, column: 12, message: 'Unexpected token' } as const;
const SKIPPED = { file: 'dist/a.js', reason: 'build-output' } as const;

const FULL = createReport(
  {
    ...PLAN,
    findings: [MANUAL, { ...FINDING, legacyPaths: ['/calls', '/calls/{id}'] }],
    errors: [PROBLEM, { code: 'unreadable-file', file: 'a.ts', message: 'not UTF-8' }],
    skipped: [SKIPPED],
  },
  [CHANGE],
);

const ajv = new Ajv({ strict: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8')));

test.each([
  ['full', FULL],
  ['empty', createReport(EMPTY_PLAN)],
])('a report that is %s is valid', (_name, report) => {
  validate(JSON.parse(render(report)));
  expect(validate.errors).toBeNull();
});

test.each([
  ['an unknown key', { ...FULL, extra: 1 }],
  ['an unknown code', { ...FULL, findings: [{ ...FINDING, code: 'nope' }] }],
  ['a line 0', { ...FULL, findings: [{ ...FINDING, line: 0 }] }],
  [
    'a request without its method',
    { ...FULL, findings: [{ ...FINDING, requests: [{ file: 'a', line: 1, column: 1 }] }] },
  ],
])('%s is not', (_name, report) => expect(validate(report)).toBe(false));

test('keys have the order of the contract, whatever the order was before', () => {
  const reversed = {
    ...FULL,
    findings: FULL.findings.map((finding) => Object.fromEntries(Object.entries(finding).reverse())),
  };
  expect(render(reversed as unknown as typeof FULL)).toBe(render(FULL)); // fromEntries forgets the type
  const text = render(FULL);
  const keys = ['schemaVersion', 'tool', 'command', 'dryRun', 'cutoff', 'bases', 'accounting', 'findings', 'changes'];
  expect(Object.keys(JSON.parse(text)).slice(0, 9)).toEqual(keys);
  expect(Object.keys(JSON.parse(text).findings[0])).toEqual([
    'id',
    'code',
    'level',
    'fix',
    'file',
    'line',
    'column',
    'endLine',
    'endColumn',
    'legacyPath',
    'legacyPaths',
    'v1Path',
    'v1Method',
    'evidence',
    'requests',
    'trail',
    'message',
    'hint',
    'edits',
  ]);
});

test('findings, changes and errors are sorted', () => {
  const { findings, errors } = JSON.parse(render(FULL));
  expect(findings.map(({ line }: { line: number }) => line)).toEqual([2, 40]);
  expect(errors.map(({ file }: { file: string }) => file)).toEqual(['a.ts', 'old.js']);
});
