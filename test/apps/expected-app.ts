import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';

/** An app of many files against a list, made by hand, of what becomes of each of its platform calls. */

export const ROOT = resolve(import.meta.dirname, '../..');

interface Row {
  readonly file: string;
  /** A part of exactly one line. */
  readonly text: string;
  /** The same part afterwards; null where it stays. */
  readonly becomes: string | null;
  readonly code: string;
  readonly paths: readonly string[];
  readonly methods?: readonly string[];
}

export interface ExpectedApp {
  readonly app: string;
  readonly bases: readonly string[];
  readonly rows: readonly Row[];
  /** Look-alikes: text that stays on each line that has it. */
  readonly untouched: readonly { readonly file: string; readonly text: string; readonly why: string }[];
}

interface Finding {
  readonly id: string;
  readonly code: string;
  readonly fix: string;
  readonly file: string;
  readonly line: number;
  readonly legacyPath: string | null;
  readonly legacyPaths?: readonly string[];
  readonly requests: readonly { readonly method: string | null }[];
}

interface Report {
  readonly findings: readonly Finding[];
  readonly changes: readonly { readonly file: string }[];
  readonly errors: readonly unknown[];
}

export function copyApp(app: string): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'v1-app-')));
  cpSync(join(ROOT, app), copy, { recursive: true });
  return copy;
}

export async function runReport(folder: string, { bases }: ExpectedApp, ...argv: readonly string[]): Promise<Report> {
  const scope = bases.flatMap((base) => ['--base-url', base]);
  const { stdout, exitCode, stderr } = await runCli([...argv, ...scope, '--reporter', 'json'], folder);
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

function readLines(folder: string, file: string): readonly string[] {
  return readFileSync(join(folder, file), 'utf8').split('\n');
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

function sort(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort();
}

/** Names of parameters say nothing here: `/agents/{id}` is `/agents/{}`. */
function listPaths({ legacyPath, legacyPaths = [] }: Finding): readonly string[] {
  return sort([legacyPath ?? [], legacyPaths].flat().map((path) => path.replace(/\{[^}]*\}/g, '{}')));
}

function describeRow({ file, text, becomes, code, paths, methods }: Row): object {
  return {
    place: `${file}: ${text}`,
    code,
    isAutomatic: becomes !== null,
    paths: sort(paths),
    methods: sort(methods ?? []),
  };
}

function describeFinding(finding: Finding, { text, methods }: Row): object {
  return {
    place: `${finding.file}: ${text}`,
    code: finding.code,
    isAutomatic: finding.fix === 'auto',
    paths: listPaths(finding),
    methods: methods === undefined ? [] : sort(finding.requests.map(({ method }) => method ?? '*')),
  };
}

/** The tests that every such app has. */
export function testApp(expected: ExpectedApp): void {
  const original = join(ROOT, expected.app);

  /** The lines that have the text, 1-based. */
  function findLines({ file, text }: Pick<Row, 'file' | 'text'>): readonly number[] {
    return readLines(original, file).flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  }

  let app = '';
  beforeAll(() => {
    app = copyApp(expected.app);
  });
  afterAll(() => rmSync(app, { recursive: true, force: true }));

  test('each row of the list names one line, and each look-alike some', () => {
    expect(expected.rows.filter((row) => findLines(row).length !== 1)).toEqual([]);
    expect(expected.untouched.filter((entry) => findLines(entry).length === 0)).toEqual([]);
  });

  describe('the report', () => {
    let report: Report;
    beforeAll(async () => {
      report = await runReport(app, expected, '--dry-run');
    });

    const isAt = (finding: Finding, row: Row): boolean =>
      finding.file === row.file && findLines(row).includes(finding.line);

    test('says of every call and mention on the list what the list says', () => {
      const said = expected.rows.map((row) => {
        const finding = report.findings.find((entry) => isAt(entry, row) && entry.code === row.code);
        return finding === undefined ? { place: `${row.file}: ${row.text}` } : describeFinding(finding, row);
      });
      expect(said).toEqual(expected.rows.map(describeRow));
    });

    test('says nothing beside the list', () => {
      const surplus = report.findings.filter(
        (finding) => !expected.rows.some((row) => isAt(finding, row) && finding.code === row.code),
      );
      expect(surplus.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([]);
      expect(report.errors).toEqual([]);
    });
  });

  describe('the migrated app', () => {
    beforeAll(async () => {
      await runReport(app, expected);
    });

    test('is the app with exactly the edits of the list', () => {
      for (const file of listFiles(original)) {
        const rows = expected.rows.filter((row) => row.file === file);
        const lines = readLines(original, file).map((line) =>
          rows.reduce((text, row) => text.replace(row.text, () => row.becomes ?? row.text), line),
        );
        expect(readLines(app, file), file).toEqual(lines);
      }
    });

    test('has the look-alikes as they were', () => {
      for (const entry of expected.untouched) {
        const places = readLines(app, entry.file).flatMap((line, index) =>
          line.includes(entry.text) ? [index + 1] : [],
        );
        expect(places, `${entry.file}: ${entry.text}`).toEqual(findLines(entry));
      }
    });

    test('parses, and is not changed by a second run', async () => {
      const { changes, errors } = await runReport(app, expected);
      expect({ changes, errors }).toEqual({ changes: [], errors: [] });
    });
  });
}
