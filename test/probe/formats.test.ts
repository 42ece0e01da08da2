import AjvDraft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { CheckedEndpoint, ProbeResult, Verdict } from '../../src/model/probe-result.ts';
import { countUnplaced } from '../../src/probe/issues.ts';
import { renderAnnotations } from '../../src/probe/render-annotations.ts';
import { renderGitlab } from '../../src/probe/render-gitlab.ts';
import { renderHtml } from '../../src/probe/render-html.ts';
import { renderJunit } from '../../src/probe/render-junit.ts';
import { renderMarkdown } from '../../src/probe/render-markdown.ts';
import { renderRdjson } from '../../src/probe/render-rdjson.ts';
import { renderSarif } from '../../src/probe/render-sarif.ts';
import { NASTY } from '../report/hostile-report.ts';
import { readSchema, SCHEMA_FOLDER } from '../report/schemas.ts';

/** The same verdicts in the formats of other tools, with names of files that try to be more than names. */

const WORDS: readonly (readonly [Verdict, string])[] = [
  ['confirmed', 'documented-envelope'],
  ['exists', 'asks-for-the-key'],
  ['absent', 'unknown-route'],
  ['drift', 'items: missing, expected array'],
  ['denied', 'forbidden'],
  ['unverified', 'shielded'],
  ['not-sent', 'method-never-sent'],
];

function createEndpoint([verdict, reason]: readonly [Verdict, string], usedAt: readonly string[]): CheckedEndpoint {
  return { method: 'GET', path: `/v1/${verdict}`, verdict, reason, status: 404, usedAt, notes: [] };
}

function createResult(checked: readonly CheckedEndpoint[]): ProbeResult {
  const accounting = { requestsSent: 9, keylessUnsafe: 2 };
  const baseUrl = 'https://api.voice.example';
  return { schemaVersion: 1, command: 'probe', baseUrl, stopped: null, checked, accounting, notices: [] };
}

const SAMPLE = createResult(WORDS.map((word) => createEndpoint(word, ['src/a b.ts:3', 'src/c.ts:14'])));
const HOSTILE = createResult(NASTY.map((text) => createEndpoint(['absent', 'unknown-route'], [`src/${text}.ts:7`])));
const CASES = [
  ['sample', SAMPLE, 8],
  ['hostile', HOSTILE, NASTY.length],
] as const;

describe.each(CASES)('%s', (_name, result, entries) => {
  test('sarif', () => {
    const text = renderSarif(result, 'packages/x/', '1.0.0');
    expect(JSON.parse(text).runs[0].results).toHaveLength(entries);
    if (SCHEMA_FOLDER === null) return;
    const ajv = new AjvDraft04.default({ strict: false });
    formats.default(ajv as never); // its types name another version of the same class
    const validate = ajv.compile(JSON.parse(readSchema('sarif-2.1.0.schema.json')));
    validate(JSON.parse(text));
    expect(validate.errors).toBeNull();
  });

  test('rdjson', () => {
    const text = renderRdjson(result, 'packages/x/');
    expect(JSON.parse(text).diagnostics).toHaveLength(entries);
    if (SCHEMA_FOLDER === null) return;
    const validate = new AjvDraft04.default({ strict: false }).compile(JSON.parse(readSchema('rdjson.schema.json')));
    validate(JSON.parse(text));
    expect(validate.errors).toBeNull();
  });

  test('gitlab: fingerprints of their own, places that exist', () => {
    const list = JSON.parse(renderGitlab(result, 'packages/x/')) as readonly {
      readonly fingerprint: string;
      readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
    }[];
    expect(list).toHaveLength(entries);
    expect(new Set(list.map(({ fingerprint }) => fingerprint)).size).toBe(entries);
    for (const { location } of list) {
      expect(location.path).toMatch(/^packages\/x\/src\//);
      expect(location.lines.begin).toBeGreaterThan(0);
    }
  });

  test('junit', async () => {
    const text = renderJunit(result);
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'probe.xml', contents: text }],
      normalization: 'format',
    });
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    expect(text.match(/<testcase /g)).toHaveLength(result.checked.length);
  });

  test.skipIf(SCHEMA_FOLDER === null)("junit is valid by Jenkins' schema", async () => {
    const schema = [{ fileName: 'junit-10.xsd', contents: readSchema('junit-10.xsd') }];
    const xml = [{ fileName: 'probe.xml', contents: renderJunit(result) }];
    expect((await validateXML({ xml, schema })).errors).toEqual([]);
  });

  test('github, markdown and html keep to their lines and their tags', () => {
    const commands = renderAnnotations(result, 'packages/x/').trimEnd().split('\n');
    expect(commands).toHaveLength(entries);
    for (const line of commands)
      expect(line).toMatch(/^::(?:error|warning) file=packages\/x\/src[^:]*,line=\d+,title=[^:]*::/);
    const rows = renderMarkdown(result).split('\n');
    expect(rows.filter((line) => line.startsWith('| '))).toHaveLength(result.checked.length + 1);
    expect(rows.join('\n')).not.toMatch(/<(?:script|img)/);
    const page = renderHtml(result);
    expect(page.match(/<tr>/g)).toHaveLength(result.checked.length + 1);
    expect(page).not.toMatch(/<(?:script|img)|<[^>]*\son\w+=/);
  });
});

test('an endpoint without a place in code is an annotation, and is counted for the formats that need one', () => {
  const result = createResult(WORDS.map((word) => createEndpoint(word, [])));
  expect(renderAnnotations(result, '').split('\n')).toHaveLength(5);
  expect(countUnplaced(result)).toBe(4);
  expect(JSON.parse(renderGitlab(result, ''))).toEqual([]);
});
