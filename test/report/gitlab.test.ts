import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { render } from '../../src/report/formats/gitlab.ts';
import { EMPTY_PLAN, FINDING, PLAN } from '../cli/fake-stages.ts';
import { HOSTILE_FILE, HOSTILE_REPORT } from './hostile-report.ts';
import { createReport, PLAIN } from './sample-report.ts';

/** What GitLab's documentation asks of each entry; its parser stops at the first that is wrong. */
const SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!\\./|/)[\\s\\S]+$' },
          lines: { type: 'object', required: ['begin'], properties: { begin: { type: 'integer', minimum: 1 } } },
        },
      },
    },
  },
};
const validate = new Ajv({ strict: false }).compile(SCHEMA);

function parse(report: Parameters<typeof render>[0]) {
  const text = render(report, PLAIN);
  expect(text.charCodeAt(0)).not.toBe(0xfeff);
  const entries = JSON.parse(text) as { fingerprint: string; severity: string; location: { path: string } }[];
  validate(entries);
  expect(validate.errors).toBeNull();
  expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(entries.length);
  return entries;
}

describe('what GitLab takes', () => {
  test('nothing to say is an empty list', () => expect(parse(createReport(EMPTY_PLAN))).toEqual([]));
  test('a sample', () => expect(parse(createReport(PLAN)).map(({ severity }) => severity)).toEqual(['major', 'major']));
  test('hostile names come back as they were', () => {
    const entries = parse(HOSTILE_REPORT);
    expect(entries[0]?.location.path).toBe(`${HOSTILE_FILE}.js`);
    expect(entries.at(-1)?.location.path).toBe(HOSTILE_FILE);
  });
});

test('a line that moves keeps the fingerprint, and equal ids do not overwrite each other', () => {
  const sample = createReport(PLAN);
  const moved = { ...sample, findings: [{ ...FINDING, line: 99, endLine: 99 }] };
  expect(parse(moved)[0]?.fingerprint).toBe(parse({ ...sample, findings: [FINDING] })[0]?.fingerprint);
  expect(parse({ ...sample, findings: [FINDING, FINDING] })).toHaveLength(2);
});

test('the baseline hides what it accepts; what has expired is critical', () => {
  const mark = { reason: 'r', owner: null, until: '2026-01-01' };
  const [accepted, expired] = (['accepted', 'expired'] as const).map((state) => ({
    ...createReport(PLAN),
    findings: [{ ...FINDING, baseline: { ...mark, state } }],
  }));
  expect(accepted && parse(accepted)).toEqual([]);
  expect(expired && parse(expired)[0]?.severity).toBe('critical');
});
