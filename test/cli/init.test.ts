import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import configSchema from '../../config.schema.json' with { type: 'json' };
import { Interrupted } from '../../src/stages.ts';
import { createTree, runCli, type Transcript } from './run-cli.ts';

const BASE = 'https://api.voice.example';
/** Enough for a clear winner. */
const CLEAR = {
  'src/voice.ts': [
    `const API = '${BASE}';`,
    'export const list = () => fetch(`${API}/batch-calls`);',
    'export const hooks = () => fetch(`${API}/user-webhooks`);',
    'export const calls = () => fetch(`${API}/calls`);',
    '',
  ].join('\n'),
};
/** Common words only. */
const WEAK = { 'src/voice.ts': `export const calls = () => fetch('${BASE}/calls');\n` };
const CONFIG = 'v1-migrate.config.json';
const BASELINE = 'v1-migrate.baseline.json';
const WORKFLOW = '.github/workflows/v1-migrate.yml';

function read(cwd: string, name: string): string {
  return readFileSync(join(cwd, name), 'utf8');
}

/** At a terminal, with somebody who types these answers and then Ctrl-D. */
async function runAttended(cwd: string, answers: readonly string[], ...argv: readonly string[]) {
  const asked: string[] = [];
  const left = [...answers];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    const answer = left.shift();
    if (answer === undefined) throw new Interrupted();
    return answer;
  };
  const { stdout, stderr, exitCode } = await runCli(['init', ...argv], cwd, { ask });
  return { asked, stdout, stderr, exitCode };
}

function run(cwd: string, ...argv: readonly string[]): Promise<Transcript> {
  return runCli(['init', ...argv], cwd);
}

describe('without a terminal', () => {
  test('the base must be named', async () => {
    const cwd = createTree(CLEAR);
    expect(await run(cwd)).toEqual({
      stdout: '',
      stderr: `v1-migrate: The code calls ${BASE} (3 requests), but nobody said that it is the platform.\n  If it is, add --base-url ${BASE} (or --yes).\n`,
      exitCode: 2,
    });
    expect(existsSync(join(cwd, CONFIG))).toBe(false);
  });

  test('--yes takes the clear winner', async () => {
    const cwd = createTree(CLEAR);
    const { stdout, stderr, exitCode } = await run(cwd, '--yes');
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: `wrote ${CONFIG}\n`,
      stderr: 'next: npx v1-migrate --dry-run\n',
      exitCode: 0,
    });
    expect(read(cwd, CONFIG)).toBe(
      `{\n  "$schema": "./node_modules/v1-migrate/config.schema.json",\n  "baseUrls": [\n    "${BASE}"\n  ]\n}\n`,
    );
    expect(new Ajv().validate(configSchema, JSON.parse(read(cwd, CONFIG)))).toBe(true);
    expect((await runCli(['check', '--quiet'], cwd)).exitCode).toBe(1);
  });

  test.each([
    ['a weak guess', WEAK, `--base-url ${BASE}`],
    ['no call at all', { 'src/a.ts': 'export {};\n' }, '--base-url <url|env:NAME>'],
  ])('--yes is no answer to %s', async (_name, files, flag) => {
    const { stdout, stderr, exitCode } = await run(createTree(files), '--yes');
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toContain(`Add ${flag}`);
  });

  test('what is named is written in its normal form, with the choice of files', async () => {
    const cwd = createTree(WEAK);
    const flags = ['--base-url', 'https://API.voice.example/v1/', '--base-url', 'env:VOICE_API_URL'];
    const { stderr, exitCode } = await run(cwd, ...flags, '--include', 'src/**', '--exclude', '**/*.snap');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('A base is written without its version');
    expect(JSON.parse(read(cwd, CONFIG))).toMatchObject({
      baseUrls: [BASE, 'env:VOICE_API_URL'],
      include: ['src/**'],
      exclude: ['**/*.snap'],
    });
  });

  test.each([
    [['--ci', 'githb', '--yes'], 'Did you mean "github"?'],
    [['--base-url', 'voice.example'], 'Did you mean "https://voice.example"?'],
    [['./scr'], 'There is no file or folder ./scr.'],
  ])('%j is a mistake', async (argv, words) => {
    const cwd = createTree(CLEAR);
    const { stderr, exitCode } = await run(cwd, ...argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
    expect(existsSync(join(cwd, CONFIG))).toBe(false);
  });
});

describe('what is already there', () => {
  test('a link that leads nowhere', async () => {
    const cwd = createTree(CLEAR);
    symlinkSync('nowhere.json', join(cwd, CONFIG));
    expect((await run(cwd, '--yes')).stderr).toContain(`${CONFIG} is already there. Nothing was written.`);
    expect(readlinkSync(join(cwd, CONFIG))).toBe('nowhere.json');
  });

  test.each([
    [CONFIG, ['--yes']],
    [BASELINE, ['--yes', '--baseline', BASELINE]],
    [WORKFLOW, ['--yes', '--ci', 'github']],
  ])('%s stays, and nothing else is written', async (name, argv) => {
    const cwd = createTree({ ...CLEAR, [name]: '{}' });
    const { stdout, stderr, exitCode } = await run(cwd, ...argv);
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: `v1-migrate: ${name} is already there. Nothing was written.\n  --force replaces it.\n`,
      exitCode: 2,
    });
    expect(read(cwd, name)).toBe('{}');
    expect(name === CONFIG || !existsSync(join(cwd, CONFIG))).toBe(true);

    expect((await run(cwd, ...argv, '--force')).exitCode).toBe(0);
    expect(read(cwd, name)).not.toBe('{}');
  });

  test('what a link leads to is not replaced', async () => {
    const cwd = createTree({ ...CLEAR, 'shared.json': 'precious' });
    symlinkSync('shared.json', join(cwd, CONFIG));
    const { stderr, exitCode } = await run(cwd, '--yes', '--force');
    expect({ stderr, exitCode }).toMatchObject({ stderr: expect.stringContaining('is a link'), exitCode: 2 });
    expect(read(cwd, 'shared.json')).toBe('precious');
  });

  test('a config that is replaced does not decide, not even when it is broken', async () => {
    const cwd = createTree({ ...CLEAR, [CONFIG]: '{ "baseUrls": ["https://old.example"' });
    expect((await run(cwd, '--yes', '--force')).exitCode).toBe(0);
    expect(JSON.parse(read(cwd, CONFIG)).baseUrls).toEqual([BASE]);
  });

  test('a config in package.json would be passed over', async () => {
    const cwd = createTree({ ...CLEAR, 'package.json': '{ "v1-migrate": {} }' });
    expect((await run(cwd, '--yes')).stderr).toContain('package.json already holds a config.');
    expect((await run(cwd, '--yes', '--force')).exitCode).toBe(0);
  });
});

describe('the optional parts', () => {
  test('a baseline accepts what is there today', async () => {
    const cwd = createTree(CLEAR);
    expect((await run(cwd, '--yes', '--baseline', BASELINE)).stdout).toBe(`wrote ${CONFIG}\nwrote ${BASELINE}\n`);
    expect((await runCli(['check', '--baseline', BASELINE], cwd)).exitCode).toBe(0);
    writeFileSync(join(cwd, 'src/new.ts'), `fetch('${BASE}/agents');\n`);
    expect((await runCli(['check', '--baseline', BASELINE], cwd)).exitCode).toBe(1);
  });

  test('a workflow stands at the root of the repository and works where the config is', async () => {
    const root = createTree({ 'packages/a b/src/voice.ts': CLEAR['src/voice.ts'] });
    mkdirSync(join(root, '.git'));
    const cwd = join(root, 'packages/a b');
    const { stdout, stderr } = await run(cwd, 'src', '--yes', '--ci', 'github', '--baseline', BASELINE);
    expect(stdout.split('\n')).toContain(`wrote ../../${WORKFLOW}`);
    expect(stderr).toBe('next: npx v1-migrate src --dry-run\n');
    expect(read(root, WORKFLOW)).toContain(
      [
        '        working-directory: "packages/a b/"',
        '        run: |',
        `          npx --yes v1-migrate@1 check src --baseline ${BASELINE}`,
        '',
      ].join('\n'),
    );
  });

  test('a job for GitLab is shown, since its file is shared', async () => {
    const cwd = createTree({ ...CLEAR, '.gitlab-ci.yml': 'test: {}\n' });
    const { stdout } = await run(cwd, '--yes', '--ci', 'gitlab');
    expect(stdout).toContain('      npx --yes v1-migrate@1 check --reporter gitlab=v1-quality.json\n');
    expect(read(cwd, '.gitlab-ci.yml')).toBe('test: {}\n');
  });
});

describe('at a terminal', () => {
  test('it asks for the base, the baseline and the CI, and Enter changes nothing that is there', async () => {
    const cwd = createTree(CLEAR);
    const { asked, stdout } = await runAttended(cwd, ['', '', '']);
    expect(asked).toEqual([
      `The code calls ${BASE} (3 requests). Is this the platform? [Y/n] `,
      `The code has 3 findings that a check fails for. Accept them in ${BASELINE}? [y/N] `,
      'Add a check to CI? github, gitlab, none [none] ',
    ]);
    expect(stdout).toBe(`wrote ${CONFIG}\n`);
  });

  test('answers are taken, and asked for again when they make no sense', async () => {
    const cwd = createTree(WEAK);
    const { asked, stderr } = await runAttended(cwd, ['voice', BASE, 'yes', 'circle', 'GitHub']);
    expect(asked[0]).toBe(
      `Where does the platform live? The code may call ${BASE}. A URL, or env:NAME of a variable: `,
    );
    expect(asked).toHaveLength(5);
    expect(stderr).toContain('"voice" is neither a URL nor env:NAME');
    expect([CONFIG, BASELINE, WORKFLOW].map((name) => existsSync(join(cwd, name)))).toEqual([true, true, true]);
  });

  test('what has a flag is not asked, and --yes asks nothing', async () => {
    const flags = ['--base-url', BASE, '--baseline', BASELINE, '--ci', 'none'];
    expect((await runAttended(createTree(WEAK), [], ...flags)).asked).toEqual([]);
    expect((await runAttended(createTree(CLEAR), [], '--yes')).asked).toEqual([]);
  });

  test('no answer is no consent', async () => {
    const cwd = createTree(CLEAR);
    const { stderr, exitCode } = await runAttended(cwd, ['y']);
    expect([stderr, exitCode]).toEqual(['v1-migrate: interrupted; nothing was written\n', 130]);
    expect(existsSync(join(cwd, CONFIG))).toBe(false);
    const refused = await runAttended(cwd, ['n', '']);
    expect([refused.exitCode, existsSync(join(cwd, CONFIG))]).toEqual([2, false]);
  });
});
