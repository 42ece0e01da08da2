import AjvDraft04 from 'ajv-draft-04';
import { describe, expect, test } from 'vitest';
import { render } from '../../src/report/formats/rdjson.ts';
import { EMPTY_PLAN, FINDING, PLAN } from '../cli/fake-stages.ts';
import { HOSTILE_REPORT, HOSTILE_SOURCE } from './hostile-report.ts';
import { createReport, PLAIN } from './sample-report.ts';
import { readSchema, SCHEMA_FOLDER } from './schemas.ts';

const CASES = [
  ['sample', render(createReport(PLAN), PLAIN)],
  ['empty', render(createReport(EMPTY_PLAN), PLAIN)],
  ['hostile', render(HOSTILE_REPORT, { ...PLAIN, readSource: () => HOSTILE_SOURCE })],
] as const;

describe.each(CASES)('%s', (_name, text) => {
  test.skipIf(SCHEMA_FOLDER === null)('is valid', () => {
    const validate = new AjvDraft04.default({ strict: false }).compile(JSON.parse(readSchema('rdjson.schema.json')));
    validate(JSON.parse(text));
    expect(validate.errors).toBeNull();
  });

  test('says what the loose schema does not ask for', () => {
    for (const diagnostic of JSON.parse(text).diagnostics) {
      expect(diagnostic.message).not.toBe('');
      expect(['ERROR', 'WARNING', 'INFO']).toContain(diagnostic.severity);
      expect(diagnostic.location.path).not.toMatch(/^\.?\//);
      expect(diagnostic.location.range.start.line).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('columns count bytes of UTF-8', () => {
  const source = '\ufeffconst ü = "😀/calls";\r\n';
  const finding = { ...FINDING, line: 1, column: 14, endLine: 1, endColumn: 20 };
  const edit = { file: FINDING.file, line: 1, column: 14, endLine: 1, endColumn: 14, text: '/v1' };
  const report = { ...createReport(PLAN), findings: [{ ...finding, edits: [edit] }] };

  test('and suggestions stand inside the range', () => {
    const [diagnostic] = JSON.parse(render(report, { ...PLAIN, readSource: () => source })).diagnostics;
    const bytes = Buffer.from(source.slice(1));
    const { start, end } = diagnostic.location.range;
    expect(bytes.subarray(start.column - 1, end.column - 1).toString()).toBe('/calls');
    expect(diagnostic.suggestions).toEqual([
      { range: { start: { line: 1, column: start.column }, end: { line: 1, column: start.column } }, text: '/v1' },
    ]);
  });

  test('without the source there are none', () => {
    const [diagnostic] = JSON.parse(render(report, { ...PLAIN, readSource: () => null })).diagnostics;
    expect(diagnostic.location.range).toEqual({ start: { line: 1 }, end: { line: 1 } });
    expect(diagnostic.suggestions).toBeUndefined();
  });

  test('a finding with several edits has no suggestion: reviewdog would offer each alone', () => {
    const several = { ...report, findings: [{ ...finding, edits: [edit, { ...edit, line: 2 }] }] };
    const [diagnostic] = JSON.parse(render(several, { ...PLAIN, readSource: () => source })).diagnostics;
    expect(diagnostic.suggestions).toBeUndefined();
  });
});
