import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FindingCode } from '../../src/model/findings.ts';
import { runCli } from '../cli/run-cli.ts';
import expected from './dialer.expected.json' with { type: 'json' };

/** The dialer against the list of its calls that was made by hand: before, during and after its migration. */

const ROOT = resolve(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const SCOPE = ['--base-url', expected.base, '--reporter', 'json'];

type Row = (typeof expected.rows)[number];

interface Finding {
  readonly code: FindingCode;
  readonly file: string;
  readonly line: number;
  readonly legacyPath: string | null;
  readonly legacyPaths?: readonly string[];
  readonly requests: readonly { readonly file: string; readonly line: number; readonly method: string | null }[];
}

interface Report {
  readonly findings: readonly Finding[];
  readonly changes: readonly { readonly file: string; readonly edits: number }[];
  readonly errors: readonly unknown[];
}

/** Which codes a row may carry; the app has no-equivalent rows of three kinds. */
const CODES: Readonly<Record<string, readonly FindingCode[]>> = {
  rewrite: ['legacy-path'],
  'post-call-llm': ['post-call-llm-helper'],
  agents2: ['agents2'],
  unlisted: ['unlisted-path'],
  unresolved: ['unresolved-url'],
  'no-equivalent': ['campaign-no-v1', 'web-call-no-v1', 'outbound-call-no-v1'],
  alreadyV1: [],
};

let app = '';

beforeAll(() => {
  app = realpathSync(mkdtempSync(join(tmpdir(), 'v1-dialer-')));
  cpSync(join(ROOT, expected.app), app, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'));
});

afterAll(() => rmSync(app, { recursive: true, force: true }));

/** The app's own tests, as its team runs them. */
function runAppTests(): { readonly passed: number; readonly failed: number } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)),
  );
  const output = execFileSync(process.execPath, [VITEST, 'run', '--reporter=json'], {
    cwd: app,
    env,
    encoding: 'utf8',
  });
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(output);
  return { passed, failed };
}

async function runReport(...argv: readonly string[]): Promise<Report> {
  const { stdout, exitCode, stderr } = await runCli([...argv, ...SCOPE], app);
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

function readLines(folder: string, file: string): readonly string[] {
  return readFileSync(join(folder, file), 'utf8').split('\n');
}

/** The row as the finding that says it would put it; what differs is what a failure shows. */
function describeRow({ file, line, legacyPath, kind, method, at }: Row): object {
  const request = kind === 'request' && at !== undefined ? { ...at, method } : null;
  return { place: `${file}:${line}`, legacyPath, request };
}

function says({ code, file, line, legacyPath, legacyPaths = [], requests }: Finding, row: Row): boolean {
  if (file !== row.file || line !== row.line || !CODES[row.outcome]?.includes(code)) return false;
  if (![legacyPath, ...legacyPaths].includes(row.legacyPath)) return false;
  const { at } = row;
  if (row.kind === 'reference' || at === undefined) return requests.length === 0;
  return requests.some((call) => call.file === at.file && call.line === at.line && call.method === row.method);
}

test('the tests of the app pass before', () => {
  expect(runAppTests()).toEqual({ passed: 18, failed: 0 });
});

describe('the report', () => {
  const toFind = expected.rows.filter(({ outcome }) => outcome !== 'alreadyV1');
  let report: Report;
  beforeAll(async () => {
    report = await runReport('--dry-run');
  });

  test('has a finding for every call and mention on the list', () => {
    const missing = toFind.filter((row) => !report.findings.some((finding) => says(finding, row)));
    expect(missing.map(describeRow)).toEqual([]);
  });

  test('has no finding beside the list', () => {
    const surplus = report.findings.filter((finding) => !toFind.some((row) => says(finding, row)));
    expect(surplus.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([]);
  });

  test('has one finding per text, and a request for every call on the list', () => {
    const calls = report.findings.flatMap(({ requests }) => requests);
    expect(calls).toHaveLength(toFind.filter(({ kind }) => kind === 'request').length);
    expect(report.errors).toEqual([]);
  });

  test('writes nothing', () => {
    for (const { file } of report.changes)
      expect(readLines(app, file)).toEqual(readLines(join(ROOT, expected.app), file));
  });
});

describe('the migrated app', () => {
  let report: Report;
  beforeAll(async () => {
    report = await runReport();
  });

  test('has one /v1 more on exactly the lines of the list', () => {
    const listed = expected.rows
      .filter(({ outcome }) => outcome === 'rewrite')
      .map(({ file, line }) => `${file}:${line}`);
    const changed: string[] = [];
    for (const { file } of report.changes) {
      const before = readLines(join(ROOT, expected.app), file);
      for (const [index, text] of readLines(app, file).entries()) {
        if (text === before[index]) continue;
        changed.push(`${file}:${index + 1}`);
        expect(text.replaceAll('/v1', '')).toBe(before[index]);
      }
    }
    expect(changed.sort()).toEqual([...new Set(listed)].sort());
  });

  test('has every text on the list of what must stay', () => {
    for (const { file, line, text } of [...expected.untouched, ...expected.docs]) {
      expect(readLines(app, file)[line - 1]).toContain(text);
    }
  });

  test('passes its tests', () => {
    expect(runAppTests()).toEqual({ passed: 18, failed: 0 });
  });

  test('is not changed by a second run', async () => {
    expect((await runReport()).changes).toEqual([]);
  });
});
