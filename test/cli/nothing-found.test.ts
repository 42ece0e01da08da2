import { describe, expect, test } from 'vitest';
import { render as renderHtml } from '../../src/report/formats/html.ts';
import { render as renderJunit } from '../../src/report/formats/junit.ts';
import { createReport, PLAIN } from '../report/sample-report.ts';
import { EMPTY_PLAN } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

/** Silence must mean that there is nothing, never that nothing was looked at. */

const CODE =
  "const API = process.env.VOICE_API_URL;\nfetch(API + '/calls');\nfetch('https://api.voice.example/batch-calls');\n";

async function check(args: readonly string[], files: Readonly<Record<string, string>> = { 'src/a.js': CODE }) {
  const { stderr, exitCode } = await runCli(['check', ...args], createTree(files));
  return { stderr, exitCode };
}

describe('a base that nothing uses', () => {
  test.each([
    ['https://api.voice.exmaple', 'Did you mean https://api.voice.example?'],
    ['https://api.voise.example', 'Did you mean https://api.voice.example?'],
    ['env:VOICE_API_ULR', 'Did you mean env:VOICE_API_URL?'],
    ['https://platform.test', 'The code asks https://api.voice.example, env:VOICE_API_URL for paths of the catalogue.'],
  ])('%s is named, with what may have been meant', async (base, hint) => {
    const { stderr, exitCode } = await check(['--base-url', base]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`note: no request goes to ${base}, which --base-url names. `);
    for (const word of hint.split(/[ ,]+/)) expect(stderr).toContain(word);
  });

  test('is named with --quiet as well when it is a slip', async () => {
    expect((await check(['--base-url', 'https://api.voice.exmaple', '--quiet'])).stderr).toContain('Did you mean');
    expect((await check(['--base-url', 'https://platform.test', '--quiet'])).stderr).toBe('');
  });

  test('is named when no file holds a word of it, and when the config names it', async () => {
    const config = { 'v1-migrate.config.json': '{ "baseUrls": ["https://api.voice.exmaple"] }' };
    expect(await check([], { ...config, 'src/a.js': 'export {};\n' })).toEqual({
      exitCode: 0,
      stderr: 'note: no request goes to https://api.voice.exmaple, which the config names.\n',
    });
  });

  test('is excused by another that is in use, unless it is a slip', async () => {
    const both = (base: string) => check(['--base-url', 'https://api.voice.example', '--base-url', base]);
    expect((await both('https://staging.platform.test')).stderr).toBe('');
    expect((await both('env:VOICE_API_ULR')).stderr).toContain('Did you mean env:VOICE_API_URL?');
  });

  test('is nothing to speak of when a mock or a migrated request uses it', async () => {
    const args = ['--base-url', 'https://api.voice.example'];
    const code = { 'a.js': "fetch('https://api.voice.example/v1/calls');\n" };
    const mock = { 'a.js': "import nock from 'nock'; nock('https://api.voice.example').get('/calls').reply(200);\n" };
    expect((await check(args, code)).stderr).toBe('');
    expect((await check(args, mock)).stderr).toBe('');
  });
});

describe('scripts in pages, which are not analysed', () => {
  const args = ['--base-url', 'https://api.voice.example'];
  const code = { 'src/a.js': "fetch('https://api.voice.example/v1/calls');\n" };

  test('are named where they name a base', async () => {
    const page = "<script>\n  fetch('https://API.voice.example/calls');\n</script>\n";
    const one = await check(args, { ...code, 'public/index.html': page });
    expect(one).toEqual({
      exitCode: 0,
      stderr: 'note: scripts in HTML pages are not analysed; one names a base: public/index.html\n',
    });
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.html`, page]));
    expect((await check(args, { ...code, ...many })).stderr).toContain(
      '5 pages name a base: a.html, b.html, c.html and 2 more',
    );
  });

  test('are nothing to speak of where only the text of a page names one, or a script another host', async () => {
    const page = `<a href="https://api.voice.example/calls">calls</a>\n<script>fetch('https://crm.example/calls');</script>\n`;
    expect((await check(args, { ...code, 'index.html': page })).stderr).toBe('');
  });
});

describe('no source file at all', () => {
  const args = ['--base-url', 'https://api.voice.example'];

  test.each([
    ['an empty folder', {}, [], 'no source file was found here'],
    ['none is included', { 'a.js': CODE }, ['--include', 'src/**'], 'no source file was found here'],
    ['all are excluded', { 'a.js': CODE }, ['--exclude', '**/*.js'], 'all source files found here are left out'],
  ])('is said: %s', async (_, files, more, note) => {
    expect((await check([...more, ...args], files)).stderr).toContain(`note: ${note}`);
  });

  test('is said with --quiet, too: a check of nothing passes', async () => {
    const { stderr, exitCode } = await check(['--quiet', '--include', 'src/**', ...args], { 'a.js': CODE });
    expect({ stderr: stderr.slice(0, 36), exitCode }).toEqual({
      stderr: 'note: no source file was found here;',
      exitCode: 0,
    });
  });

  test.each([
    [['--include', '['], '--include: "[" has a "[" that no "]" closes; write "\\[" for the character itself.'],
    [['--exclude', 'src/{a,b'], '--exclude: "src/{a,b" has a "{" that no "}" closes'],
    [['--include', ' '], '--include: an empty glob matches nothing.'],
  ])('a broken glob is a mistake of who typed it: %s', async (more, message) => {
    const { stderr, exitCode } = await check([...more, ...args], { 'a.js': CODE });
    expect({ found: stderr.includes(message), exitCode }).toEqual({ found: true, exitCode: 2 });
  });

  test('a broken glob of the config is named with its place', async () => {
    const config = '{\n  "exclude": ["lib/**", "src/[a"]\n}\n';
    const { stderr, exitCode } = await check(args, { 'a.js': CODE, 'v1-migrate.config.json': config });
    expect(stderr).toContain('v1-migrate.config.json:2:25: exclude[1]: "src/[a" has a "["');
    expect(exitCode).toBe(2);
  });

  test('is not said where a file was looked at', async () => {
    expect((await check(args, { 'a.js': 'export {};\n' })).stderr).not.toContain('source file');
  });
});

test('what was named and is not looked at is named', async () => {
  const files = { 'package.json': '{}', 'src/a.js': CODE, 'node_modules/x/index.js': CODE };
  const args = ['--base-url', 'https://api.voice.example'];
  const { stderr } = await check(['package.json', 'node_modules/x', 'src', ...args], files);
  expect(stderr).toBe(
    'note: package.json was not looked at: no source file that is read\n' +
      'note: node_modules/x was not looked at: installed packages are not looked at\n',
  );
  expect((await check(['--quiet', 'package.json', ...args], files)).stderr).toBe('');
});

test('a file whose edits failed is not said to be one that could not be parsed', () => {
  const errors = [
    { code: 'unparsed-file', file: 'a.js', message: 'not edited: why; nothing was written', stage: 'edit' } as const,
    { code: 'unparsed-file', file: 'b.js', line: 1, column: 2, message: 'Unexpected token' } as const,
  ];
  const report = { ...createReport(EMPTY_PLAN), findings: [], changes: [], errors };
  for (const text of [renderJunit(report, PLAIN), renderHtml(report, PLAIN)]) {
    expect(text).toContain('The file could not be edited and is as it was. not edited: why');
    expect(text).toContain('The file could not be parsed and was not analysed. Unexpected token');
  }
});
