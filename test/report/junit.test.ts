import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { render } from '../../src/report/formats/junit.ts';
import { EMPTY_PLAN, FINDING, MANUAL, PLAN } from '../cli/fake-stages.ts';
import { HOSTILE_REPORT } from './hostile-report.ts';
import { createReport, PLAIN } from './sample-report.ts';
import { readSchema, SCHEMA_FOLDER } from './schemas.ts';

const mark = { state: 'accepted', reason: 'batch "2"', owner: null, until: null } as const;
const warning = { ...MANUAL, level: 'warning', id: 'VM-00000003' } as const;
const MIXED = { ...createReport(PLAN), findings: [{ ...FINDING, baseline: mark }, MANUAL, warning] };

const CASES = [
  ['sample', render(createReport(PLAN), PLAIN)],
  ['mixed', render(MIXED, PLAIN)],
  ['hidden', render({ ...MIXED, suppressed: [{ ...FINDING, id: 'VM-00000004' }] }, PLAIN)],
  ['empty', render(createReport(EMPTY_PLAN), PLAIN)],
  ['hostile', render(HOSTILE_REPORT, { ...PLAIN, prefix: 'packages/"a"/' })],
] as const;

describe.each(CASES)('%s', (_name, text) => {
  test('is well-formed', async () => {
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: text }],
      normalization: 'format',
    });
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  });

  test.skipIf(SCHEMA_FOLDER === null)("is valid by Jenkins' schema", async () => {
    const schema = [{ fileName: 'junit-10.xsd', contents: readSchema('junit-10.xsd') }];
    const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: text }], schema });
    expect(errors).toEqual([]);
  });

  test('names are unique, since GitLab keeps the first of equal ones', () => {
    const names = [...text.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g)].map(
      ([, suite, name]) => `${suite} ${name}`,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
  });

  test('the counts are those of the cases', () => {
    const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    const said = /<testsuites name="[^"]*" tests="(\d+)" failures="(\d+)" errors="(\d+)"/
      .exec(text)
      ?.slice(1)
      .map(Number);
    expect(said).toEqual([count(/<testcase /g), count(/<failure /g), count(/<error /g)]);
  });
});

test('what a comment hides is skipped and fails nothing', () => {
  const text = render({ ...createReport(EMPTY_PLAN), suppressed: [FINDING] }, PLAIN);
  expect(text).toContain('tests="1" failures="0" errors="0" skipped="1"');
  expect(text).toContain('<skipped message="hidden by a comment"/>');
});

test('errors fail, warnings fail where they count, the baseline is skipped with its reason', () => {
  const text = render(MIXED, PLAIN);
  expect(text.match(/<failure /g)).toHaveLength(1);
  expect(text).toContain('<skipped message="baseline: batch &quot;2&quot;"/>');
  expect(render(MIXED, { ...PLAIN, failOn: 'warning' }).match(/<failure /g)).toHaveLength(2);
});
