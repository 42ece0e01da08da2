import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitPath } from '../../src/contract/catalog.ts';
import { matchPath } from '../../src/contract/match.ts';
import { PLATFORM } from '../../src/contract/platform.ts';
import { startSandbox } from '../../src/index.ts';
import type { JournalEntry } from '../../src/sandbox/journal.ts';
import { runCli } from '../cli/run-cli.ts';
import {
  type Received,
  runScript,
  runServer,
  type Script,
  type ScriptRun,
  type ServerRun,
  type Step,
  startRecorder,
} from './run-dialer.ts';

/**
 * The migration oracle: the same app, run before the cut-off as it is and after it migrated, asks the platform for the same
 * things, row by row under the catalogue; and not migrated it fails.
 */

const ROOT = resolve(import.meta.dirname, '../..');
const BASES = ['--base-url', 'https://api.voice.example', '--base-url', 'env:VOICE_API_URL'];
/** `endsLate`: is it of use after the cut-off as it was? Campaigns and outbound calls have no v1 form and stay (§9.3). */
const SCRIPTS: readonly (Script & { readonly endsLate: boolean })[] = [
  { file: 'scripts/smoke.mjs', endsLate: true },
  { file: 'scripts/sync-voices.mjs', endsLate: true },
  { file: 'scripts/backfill-transcripts.mjs', endsLate: true },
  { file: 'scripts/import-leads.mjs', args: ['cm_1', 'leads.csv', '--call-now'], endsLate: false },
  { file: join(import.meta.dirname, 'ops-bot.mjs'), args: ['.'], endsLate: true },
];
const LEADS = 'name,phone\nAnn,+15550101\nBo,+15550102\n';

type Row = Pick<JournalEntry, 'method' | 'path' | 'query' | 'authorized' | 'json'>;

interface AppRun {
  readonly scripts: readonly ScriptRun[];
  readonly server: ServerRun;
  /** What the team's own server got of the scripts. */
  readonly own: readonly Received[];
  /** What the platform saw of each script, and of the server. */
  readonly journals: readonly (readonly JournalEntry[])[];
}

const folders: string[] = [];

function copyApp(): string {
  const app = realpathSync(mkdtempSync(join(tmpdir(), 'v1-oracle-')));
  folders.push(app);
  cpSync(join(ROOT, 'fixtures/apps/dialer'), app, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'));
  writeFileSync(join(app, 'leads.csv'), LEADS);
  return app;
}

/** A platform of its own for each part of the app, with a clock that stands still: equal requests get equal answers. */
async function withPlatform<T>(legacy: 'on' | 'removed', run: (url: string) => Promise<T>) {
  const { url, close } = await startSandbox({ legacy, now: '2026-11-20T12:00:00Z' });
  try {
    const result = await run(url);
    const journal = (await (await fetch(`${url}/__sandbox/requests`)).json()) as readonly JournalEntry[]; // its own format
    return { result, journal };
  } finally {
    await close();
  }
}

async function runApp(app: string, legacy: 'on' | 'removed'): Promise<AppRun> {
  const own = await startRecorder();
  const env = { DIALER_URL: own.url };
  const running = withPlatform(legacy, (url) => runServer(app, url));
  const scripts = await Promise.all(
    SCRIPTS.map((script) => withPlatform(legacy, (url) => runScript(app, { ...script, env }, url))),
  );
  const server = await running;
  own.close();
  return {
    scripts: scripts.map(({ result }) => result),
    server: server.result,
    own: own.received,
    journals: [...scripts, server].map(({ journal }) => journal),
  };
}

/** `/agents2` asks for another body (§9.4), so the tool leaves it to somebody, and says so. */
function isLeftToDo({ path }: Pick<Row, 'path'>): boolean {
  return path.startsWith('/agents2');
}

/** The body of a request to a path that is gone is not read. */
function toRow(entry: JournalEntry): Row {
  const { method, path, query, authorized, json } = entry;
  return { method, path, query, authorized, json: isLeftToDo(entry) ? null : json };
}

/** What the catalogue makes of a request. */
function migrateRow(row: Row): Row {
  const segments = splitPath(row.path);
  if (segments[0] === 'v1') return row;
  const { outcome } = matchPath(PLATFORM, row.method, segments);
  if (outcome === 'rewrite') return { ...row, path: `/v1${row.path}` };
  if (outcome !== 'post-call-llm') return row;
  const llm = row.method === 'DELETE' ? null : (row.json as { readonly llm_id: string }).llm_id; // the dialer's spelling
  return { ...row, method: 'PATCH', path: `/v1/agents/${segments[1]}`, json: { post_call_analysis_llm_id: llm } };
}

/** Some are sent at once, and arrive as they like. */
function sort(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

function isFine({ status }: Pick<Step, 'status'>): boolean {
  return status !== null && status < 400;
}

function isEndedEarly({ exitCode }: ScriptRun): boolean {
  return exitCode !== 0;
}

let before: AppRun;
let late: AppRun;
let after: AppRun;
let manual: readonly string[] = [];

beforeAll(async () => {
  const app = copyApp();
  [before, late] = await Promise.all([runApp(app, 'on'), runApp(app, 'removed')]);
  const { stdout, exitCode } = await runCli([...BASES, '--reporter', 'json'], app);
  expect(exitCode).toBe(0);
  const { findings } = JSON.parse(stdout) as { findings: readonly { fix: string; code: string }[] };
  manual = findings.filter(({ fix }) => fix === 'manual').map(({ code }) => code);
  after = await runApp(app, 'removed');
}, 240_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Without what the one that is left to somebody says. */
function listOutputs({ scripts }: AppRun): readonly string[] {
  return scripts.map(({ stdout }) =>
    stdout.replace(/^.* flow agents$/m, '').replaceAll(/\{"name":"flow agents","result":("[^"]*"|\{[^}]*\})\}/g, ''),
  );
}

test('before the cut-off, the app works as it is', () => {
  expect(before.scripts.filter(isEndedEarly)).toEqual([]);
  expect(before.server.steps.filter((step) => !isFine(step))).toEqual([]);
  expect(before.journals.flat().filter((row) => !isFine(row))).toEqual([]);
});

test('after the cut-off, the app as it was does not', () => {
  expect(late.scripts.map(({ exitCode }) => exitCode !== 0)).toEqual(SCRIPTS.map(({ endsLate }) => endsLate));
  expect(late.scripts[0]?.stdout).toContain('failed');
  // Its server does not even start: it registers its webhook first.
  expect(late.server.steps.filter(isFine)).toEqual([]);
});

describe('after the cut-off, the migrated app', () => {
  test('works as before', () => {
    expect(after.scripts.filter(isEndedEarly)).toEqual([]);
    expect(listOutputs(after)).toEqual(listOutputs(before));
    expect(after.server.steps.slice(0, -1)).toEqual(before.server.steps.slice(0, -1));
  });

  test('tells others what it told them', () => {
    expect(before.server.crm.map(({ request }) => request.replace(/_\w+/, ''))).toEqual([
      'POST /calls',
      'GET /calls/call',
    ]);
    expect(after.server.crm).toEqual(before.server.crm);
    // Every transcript of the sandbox's 1,250 calls.
    expect(before.own).toHaveLength(1_250);
    expect(after.own).toEqual(before.own);
  });

  test('sends what it sent, as the catalogue has it', () => {
    for (const [index, journal] of before.journals.entries()) {
      expect(journal.length).toBeGreaterThan(3);
      expect(sort((after.journals[index] ?? []).map(toRow))).toEqual(sort(journal.map(toRow).map(migrateRow)));
    }
  });

  test('meets no removed path but the one that was left to somebody', () => {
    const failed = after.journals.flat().filter((row) => !isFine(row));
    expect(failed.filter((row) => !isLeftToDo(row))).toEqual([]);
    expect(failed.length).toBeGreaterThan(0);
    expect(manual).toContain('agents2');
    expect(after.server.steps.at(-1)).toMatchObject({ name: 'POST /agents', status: 502 });
  });
});
