import AjvDraft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { ReportedFinding } from '../../src/model/report.ts';
import { listOmissions, render } from '../../src/report/formats/sarif.ts';
import { EMPTY_PLAN, FINDING, PLAN } from '../cli/fake-stages.ts';
import { HOSTILE_FILE, HOSTILE_REPORT, HOSTILE_SOURCE } from './hostile-report.ts';
import { createReport, PLAIN } from './sample-report.ts';
import { readSchema, SCHEMA_FOLDER } from './schemas.ts';

const SAMPLE = createReport(PLAN);
const CONTEXT = { ...PLAIN, readSource: () => HOSTILE_SOURCE, prefix: 'packages/a b/' };
const CASES = [
  ['sample', render(SAMPLE, { ...PLAIN, readSource: () => '\n'.repeat(40) })],
  ['empty', render(createReport(EMPTY_PLAN), PLAIN)],
  ['hostile', render(HOSTILE_REPORT, CONTEXT)],
] as const;

type Node = Readonly<Record<string, unknown>>;

function at(node: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Node | undefined)?.[key], node);
}

/** The properties of GitHub's table that it asks for, each with a value that is not empty. */
const REQUIRED = {
  run: ['tool.driver.name', 'tool.driver.rules', 'results', 'automationDetails.id'],
  rule: ['id', 'shortDescription.text', 'fullDescription.text', 'help.text', 'defaultConfiguration.level'],
  result: [
    'ruleId',
    'message.text',
    'locations.0.physicalLocation.artifactLocation.uri',
    'locations.0.physicalLocation.region.startLine',
    'locations.0.physicalLocation.region.startColumn',
    'locations.0.physicalLocation.region.endLine',
    'locations.0.physicalLocation.region.endColumn',
    'partialFingerprints.primaryLocationLineHash',
  ],
};

describe.each(CASES)('%s', (_name, text) => {
  const [run] = (JSON.parse(text) as { runs: { tool: { driver: { rules: Node[] } }; results: Node[] }[] }).runs;

  test.skipIf(SCHEMA_FOLDER === null)('is valid', () => {
    const ajv = new AjvDraft04.default({ strict: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(JSON.parse(readSchema('sarif-2.1.0.schema.json')));
    validate(JSON.parse(text));
    expect(validate.errors).toBeNull();
  });

  test('holds what GitHub asks for', () => {
    const isMissing = (node: unknown) => (path: string) => [undefined, null, ''].includes(at(node, path) as '');
    expect(REQUIRED.run.filter(isMissing(run))).toEqual([]);
    expect(run?.tool.driver.rules.flatMap((rule) => REQUIRED.rule.filter(isMissing(rule)))).toEqual([]);
    expect(run?.results.flatMap((result) => REQUIRED.result.filter(isMissing(result)))).toEqual([]);
    for (const rule of run?.tool.driver.rules ?? []) {
      expect(String(at(rule, 'shortDescription.text')).length).toBeLessThanOrEqual(1024);
      expect(String(at(rule, 'fullDescription.text')).length).toBeLessThanOrEqual(1024);
      expect(at(rule, 'properties.security-severity')).toBeUndefined();
    }
  });

  test('names files by relative references that lead back to the name', () => {
    for (const result of run?.results ?? []) {
      const uri = String(at(result, 'locations.0.physicalLocation.artifactLocation.uri'));
      expect(uri).toMatch(/^[\w.~!*'()%/-]+$/);
      expect(uri).not.toMatch(/^\/|^\w+:/);
    }
  });
});

test('a hostile name comes back as it was', () => {
  const { runs } = JSON.parse(render(HOSTILE_REPORT, CONTEXT));
  const uri: string = runs[0].results.at(-1).locations[0].physicalLocation.artifactLocation.uri;
  expect(decodeURIComponent(uri)).toBe(`packages/a b/${HOSTILE_FILE}`);
});

describe('what a result carries', () => {
  const edits = [{ file: 'src/calls.ts', line: 2, column: 14, endLine: 2, endColumn: 14, text: '/v1' }];
  const baseline = { state: 'accepted', reason: 'batch 2', owner: '@data', until: '2027-01-01' } as const;
  const report = { ...SAMPLE, findings: [{ ...FINDING, edits, baseline }] };
  const [result] = JSON.parse(render(report, PLAIN)).runs[0].results;

  test('the fix', () => {
    expect(result.fixes[0].artifactChanges).toEqual([
      {
        artifactLocation: { uri: 'src/calls.ts' },
        replacements: [
          {
            deletedRegion: { startLine: 2, startColumn: 14, endLine: 2, endColumn: 14 },
            insertedContent: { text: '/v1' },
          },
        ],
      },
    ]);
  });

  test('the way from the base to the text', () => {
    const { locations } = result.codeFlows[0].threadFlows[0];
    expect(locations.map((step: Node) => at(step, 'location.physicalLocation.artifactLocation.uri'))).toEqual([
      'src/config.ts',
      'src/calls.ts',
    ]);
  });

  test('the request, the id, and what the baseline says', () => {
    expect(result.relatedLocations).toHaveLength(1);
    expect(result.partialFingerprints['v1MigrateFinding/v1']).toBe('VM-3f2a91c0');
    expect(result.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'baseline: batch 2, owner @data, until 2027-01-01' },
    ]);
  });

  test('no hash of a line that cannot be read: GitHub computes its own', () => {
    const [bare] = JSON.parse(render(report, { ...PLAIN, readSource: () => null })).runs[0].results;
    expect(Object.keys(bare.partialFingerprints)).toEqual(['v1MigrateFinding/v1']);
  });
});

test('more than GitHub shows is cut, the worst kept, and said', () => {
  const many = (level: ReportedFinding['level'], count: number): ReportedFinding[] =>
    Array.from({ length: count }, (_, index) => ({ ...FINDING, level, id: `VM-${level.length}${index + 10000}` }));
  const report = { ...SAMPLE, findings: [...many('note', 3000), ...many('error', 3000)] };
  const { results } = JSON.parse(render(report, PLAIN)).runs[0];
  const levels = results.map(({ level }: { level: string }) => level);
  expect([levels.length, levels.filter((level: string) => level === 'error').length]).toEqual([5000, 3000]);
  expect(listOmissions(report)).toEqual([
    'the sarif holds 5000 of 6000 findings, the worst first: GitHub shows no more',
  ]);
  expect(listOmissions(SAMPLE)).toEqual([]);
});

test('shards of one run do not replace each other', () => {
  const categorise = (index: number): string =>
    JSON.parse(render({ ...SAMPLE, shard: { index, count: 2 } }, PLAIN)).runs[0].automationDetails.id;
  expect([categorise(1), categorise(2)]).toEqual(['v1-migrate/shard-1-of-2/', 'v1-migrate/shard-2-of-2/']);
});
