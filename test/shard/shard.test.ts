import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { parseShard } from '../../src/shard/parse-shard.ts';
import { createTree, runCli } from '../cli/run-cli.ts';

/** Parts of a project: each file in exactly one, and together the same as without parts. */

const APP = join(import.meta.dirname, '../../fixtures/apps/dialer');
const BASE = 'https://api.voice.example';
const FLAGS = ['--base-url', BASE, '--base-url', 'env:VOICE_API_URL'];
let app = '';

beforeAll(() => {
  app = createTree();
  cpSync(APP, app, { recursive: true, filter: (path) => !path.includes('node_modules') });
  writeFileSync(join(app, 'broken.js'), "fetch('/calls'\n");
  writeFileSync(join(app, 'kept.js'), `// v1-migrate-ignore-next-line legacy-path -- kept\nfetch('${BASE}/calls');\n`);
});

function readReport(file: string): Report {
  return JSON.parse(readFileSync(join(app, file), 'utf8'));
}

async function report(args: readonly string[], file: string): Promise<Report> {
  await runCli([...args, ...FLAGS, '--reporter', `json=${file}`], app);
  return readReport(file);
}

describe.each([{ args: ['--dry-run'] }, { args: ['check'] }])('$args', ({ args }) => {
  test('three parts add up to the whole, to the byte', async () => {
    const whole = await report(args, 'whole.json');
    const parts: Report[] = [];
    for (const index of [1, 2, 3]) parts.push(await report([...args, '--shard', `${index}/3`], `${index}.json`));
    expect(parts.map(({ shard }) => shard?.index)).toEqual([1, 2, 3]);
    expect(parts.every(({ findings }) => findings.length > 0 && findings.length < whole.findings.length)).toBe(true);
    for (const { accounting } of parts) {
      const { total, ...buckets } = accounting.requests;
      expect(Object.values(buckets).reduce((sum, number) => sum + number)).toBe(total);
    }
    expect([whole.errors.length, whole.suppressed?.length]).toEqual([1, 1]);

    const merged = await runCli(['report', '--merge', '3.json', '1.json', '2.json', '--reporter', 'json'], app);
    expect(merged).toEqual({ stdout: readFileSync(join(app, 'whole.json'), 'utf8'), stderr: '', exitCode: 0 });
  });
});

test('a part keeps its files when others come and go', async () => {
  const before = await report(['check', '--shard', '1/2'], 'before.json');
  writeFileSync(join(app, 'new.js'), `fetch('${BASE}/agents');\n`);
  const after = await report(['check', '--shard', '1/2'], 'after.json');
  const ids = ({ findings }: Report) => findings.filter(({ file }) => file !== 'new.js').map(({ id }) => id);
  expect(ids(after)).toEqual(ids(before));
});

test('what must change together is one part: a path and the header of its requests', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `calls-${at}.js`);
  const cwd = createTree({
    'headers.js': "export const headers = { 'x-api-key': process.env.VOICE_KEY };\n",
    ...Object.fromEntries(
      names.map((name) => [name, `import { headers } from './headers.js';\nfetch('${BASE}/calls', { headers });\n`]),
    ),
    'free.js': `fetch('${BASE}/agents');\n`,
  });
  const found: (readonly string[])[] = [];
  for (const index of [1, 2, 3, 4]) {
    const { stdout } = await runCli(['check', '--base-url', BASE, '--shard', `${index}/4`, '--reporter', 'json'], cwd);
    found.push((JSON.parse(stdout) as Report).findings.map(({ file }) => file));
  }
  const together = found.filter((files) => files.includes('headers.js'));
  expect(together).toHaveLength(1);
  expect(together[0]).toEqual(expect.arrayContaining(names));
});

test('writes the files of its part alone, and names it in what to type next', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`src/${at}.js`, `fetch('${BASE}/calls/${at}');\n`]),
  );
  const cwd = createTree(files);
  const dry = await runCli(['src', '--base-url', BASE, '--shard', '1/2', '--dry-run'], cwd);
  expect(dry.stdout).toContain(`npx v1-migrate src --base-url ${BASE} --shard 1/2 `);
  const count = () =>
    Object.keys(files).filter((file) => readFileSync(join(cwd, file), 'utf8').includes('/v1/')).length;
  const { stderr } = await runCli(['src', '--base-url', BASE, '--shard', '1/2', '--allow-dirty'], cwd);
  const first = count();
  expect(stderr).toContain(`note: shard 1 of 2: ${first} of 8 findings, ${first} of 8 files; all files were analysed`);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(8);
  await runCli(['src', '--base-url', BASE, '--shard', '2/2', '--allow-dirty'], cwd);
  expect(count()).toBe(8);
});

test('a baseline is paid only where it was looked', async () => {
  const cwd = createTree({ 'a.js': `fetch('${BASE}/calls');\n`, 'b.js': `fetch('${BASE}/agents');\n` });
  const check = (...args: string[]) => runCli(['check', '--base-url', BASE, '--baseline', 'b.json', ...args], cwd);
  expect((await check('--update-baseline')).exitCode).toBe(0);
  for (const shard of ['1/3', '2/3', '3/3']) {
    const { exitCode, stderr } = await check('--shard', shard);
    expect([exitCode, stderr.includes('shrink')]).toEqual([0, false]);
  }
  expect(await check('--update-baseline', '--shard', '1/3')).toMatchObject({ exitCode: 2 });
});

describe('refuses', () => {
  test.each(['', '0/2', '3/2', '1', '1/0', '-1/2', '1/2/3', '1.5/2', '1/1001'])('--shard %j', (text) => {
    expect(() => parseShard(text)).toThrow(/^--shard: /);
  });

  async function merge(...files: readonly string[]) {
    const { exitCode, stderr, stdout } = await runCli(['report', '--merge', ...files], app);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/\n {2}Make the shards in one go/);
    return stderr;
  }

  function change(from: string, to: string, members: object): void {
    writeFileSync(join(app, to), JSON.stringify({ ...readReport(from), ...members }));
  }

  test('shards that are not of one run', async () => {
    await report(['--dry-run', '--shard', '1/2'], 'a.json');
    await report(['--dry-run', '--shard', '2/2'], 'b.json');
    await report(['--dry-run'], 'whole.json');
    expect(await merge('a.json')).toContain('2/2 is missing');
    expect(await merge('a.json', 'a.json')).toContain('both shard 1');
    expect(await merge('whole.json', 'whole.json')).toContain('no shard');
    change('b.json', 'c.json', { tool: { name: 'v1-migrate', version: '0.9.0' } });
    expect(await merge('a.json', 'c.json')).toContain('"1.0.0" and "0.9.0"');
    change('b.json', 'c.json', { command: 'check' });
    expect(await merge('a.json', 'c.json')).toContain('command: "migrate" and "check"');
    change('b.json', 'c.json', { cutoff: { date: '2026-07-31', daysLeft: 3 } });
    expect(await merge('a.json', 'c.json')).toContain('the day (--today)');
    change('b.json', 'c.json', { findings: readReport('a.json').findings });
    expect(await merge('a.json', 'c.json')).toMatch(/VM-\w+ is in a\.json and in c\.json/);
  });

  test('files without --merge, and --merge beside --from', async () => {
    expect(await runCli(['report', 'a.json'], app)).toMatchObject({ exitCode: 2 });
    expect(await runCli(['report', '--from', 'a.json', '--merge'], app)).toMatchObject({ exitCode: 2 });
    expect(existsSync(join(app, 'a.json'))).toBe(true);
  });
});
