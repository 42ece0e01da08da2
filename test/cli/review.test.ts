import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/stages.ts';
import { buildPackage } from './build-package.ts';
import { createTree, runCli } from './run-cli.ts';

/** Changes decided one by one at a terminal. */

const BASE = 'https://api.voice.example';
const FILES = {
  'a.js': `fetch('${BASE}/calls');\nfetch('${BASE}/agents');\n`,
  'b.js': `fetch('${BASE}/voices');\n`,
};

/** Types one answer after the other; `stop` is Ctrl-C. */
async function review(answers: readonly string[], args: readonly string[] = [], files = FILES) {
  const cwd = createTree(files);
  const questions: string[] = [];
  const left = [...answers];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    const answer = left.shift();
    if (answer === undefined || answer === 'stop') throw new Interrupted();
    return answer;
  };
  const result = await runCli(['--review', '--base-url', BASE, ...args], cwd, { ask }, false);
  const read = (file: string): string => readFileSync(join(cwd, file), 'utf8');
  const moved = [...`${read('a.js')}${read('b.js')}`.matchAll(/\/v1\/(\w+)/g)].map(([, word]) => word);
  return { ...result, questions, moved, left };
}

describe('makes what is accepted and nothing else', () => {
  test.each([
    { answers: ['y', 'n', 'y'], moved: ['calls', 'voices'] },
    { answers: ['n', 'n', 'n'], moved: [] },
    { answers: ['Yes', 'a'], moved: ['calls', 'agents', 'voices'] },
    { answers: ['y', 'q'], moved: ['calls'] },
    { answers: ['q'], moved: [] },
    { answers: ['y', 'b', 'n', 'y', 'n'], moved: ['agents'] },
    { answers: ['b', 'y', 'q'], moved: ['calls'] },
    { answers: ['y', 'y', 'b', 'q'], moved: ['calls', 'agents'] },
  ])('$answers', async ({ answers, moved }) => {
    const result = await review(answers);
    expect([result.exitCode, result.moved, result.left]).toEqual([0, moved, []]);
    expect(result.stderr).toContain(`note: 3 changes: ${moved.length} accepted; only the accepted ones are made\n`);
  });
});

describe('a header goes with the path of its request', () => {
  const files = { 'a.js': `fetch('${BASE}/calls', { headers: { 'x-api-key': process.env.KEY } });\n`, 'b.js': '' };
  const read = (answers: readonly string[]) => review(answers, ['--dry-run', '--reporter', 'patch'], files);

  test('the path is shown, and so is the header', async () => {
    const { stderr } = await read(['n', 'n']);
    expect(stderr.match(/^ {2}\+fetch.*/gm)).toEqual([
      expect.stringContaining('/v1/calls'),
      expect.stringContaining('Authorization'),
    ]);
  });

  test('alone it stays as it is', async () => {
    const { stderr, stdout } = await read(['n', 'y']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/note: VM-\w+ is not made without VM-\w+: a request that stays on its legacy path/);
  });

  test('without it a moved request is named', async () => {
    const { stderr, stdout } = await read(['y', 'n']);
    expect(stdout).toContain('/v1/calls');
    expect(stderr).toMatch(/note: VM-\w+ is left out: \/v1 does not accept the x-api-key of what was accepted/);
  });
});

test.each([
  ['--transforms api-key-header', {}, ['--transforms', 'api-key-header']],
  ['a level that is off', { 'v1-migrate.config.json': '{ "levels": { "legacy-path": "off" } }' }, []],
])('a request that stays keeps its headers: %s', async (_name, config, args) => {
  const source = `fetch('${BASE}/calls', { headers: { 'x-api-key': process.env.KEY } });\n`;
  const cwd = createTree({ 'a.js': source, ...config });
  await runCli(['--base-url', BASE, ...args], cwd);
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe(source);
});

test('shows each change alone, with reason and place, on stderr', async () => {
  const { stderr, stdout, questions } = await review(['n', 'y', 'b', 'q'], ['--reporter', 'json']);
  expect(questions).toEqual([
    '[1/3] Make this change? [y,n,a,q,b,?] ',
    '[2/3] Make this change? [y,n,a,q,b,?] ',
    '[3/3] Make this change? [y,n,a,q,b,?] ',
    '[2/3] (before: yes) Make this change? [y,n,a,q,b,?] ',
  ]);
  const [first = ''] = stderr.split('\n\n');
  expect(first).toMatch(/^\na\.js:1:\d+ {2}error {2}VM-\w+ {2}legacy-path {2}GET \/calls -> \/v1\/calls/);
  expect(first).toContain('used at a.js:1:1 by fetch');
  expect(first).toContain(`  -fetch('${BASE}/calls');\n  +fetch('${BASE}/v1/calls');\n   fetch('${BASE}/agents');`);
  expect(JSON.parse(stdout).changes).toHaveLength(1);
});

test('explains itself when it does not understand, and asks again', async () => {
  const { stderr, moved, questions } = await review(['', '?', 'yo', 'y', 'q']);
  expect([questions.length, moved]).toEqual([5, ['calls']]);
  expect(stderr.split('y  make this change')).toHaveLength(4);
});

test('Ctrl-C makes nothing, whatever was accepted before', async () => {
  expect(await review(['y', 'stop'])).toMatchObject({ exitCode: 130, moved: [], stdout: '' });
});

test('with --dry-run shows what the accepted ones make', async () => {
  const { stdout, moved } = await review(['n', 'y', 'n'], ['--dry-run', '--reporter', 'patch']);
  expect([moved, stdout.match(/^\+fetch.*$/gm)]).toEqual([[], [`+fetch('${BASE}/v1/agents');`]]);
});

test('hides keys and escapes what could drive the terminal', async () => {
  const source = `// \u001b[2J\nfetch('${BASE}/calls', { headers: { authorization: 'Bearer vk_1234567890abcdef:0123456789abcdef0123456789abcdef' } });\n`;
  const { stderr } = await review(['q'], [], { 'a.js': source, 'b.js': '' });
  expect(stderr).not.toContain('\u001b');
  expect(stderr).not.toContain('0123456789abcdef0123');
  expect(stderr).toContain('***');
});

describe('refuses before any work', () => {
  test('without a terminal, naming the other way', async () => {
    const cwd = createTree(FILES);
    const { exitCode, stderr } = await runCli(['--review', '--base-url', BASE], cwd);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--reporter html=review.html')]);
  });

  test('beside --decisions', async () => {
    expect(await review([], ['--decisions', 'd.json'])).toMatchObject({ exitCode: 2, questions: [] });
  });

  test('files with uncommitted changes, before anybody has decided anything', async () => {
    const cwd = createTree(FILES);
    spawnSync('git', ['init', '-q'], { cwd });
    const ask = () => Promise.reject(new Error('asked'));
    const { exitCode, stderr } = await runCli(['--review', '--base-url', BASE], cwd, { ask });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('uncommitted changes')]);
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;
if (!hasScript) process.stderr.write('SKIPPED: there is no script(1): --review was not tried at a real terminal\n');

test.skipIf(!hasScript)('at a real terminal', async () => {
  const built = buildPackage();
  const cwd = createTree(FILES);
  const command = `'${process.execPath}' '${join(built, 'src/cli/bin.js')}' --review --base-url ${BASE}`;
  const env = { ...process.env, CI: '', NO_COLOR: '1', TERM: 'xterm' };
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { cwd, env });
  let screen = '';
  const answers = ['n\n', 'y\n', 'q\n'];
  terminal.stdout.on('data', (chunk) => {
    screen += chunk;
    const asked = screen.split('[y,n,a,q,b,?] ').length - 1;
    if (asked > 3 - answers.length) terminal.stdin.write(answers.shift() ?? '');
  });
  const exitCode = await new Promise((done) => terminal.on('close', done));
  expect([exitCode, answers, screen]).toEqual([0, [], expect.stringContaining('Written    1 edit in 1 file')]);
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe(`fetch('${BASE}/calls');\nfetch('${BASE}/v1/agents');\n`);
});
