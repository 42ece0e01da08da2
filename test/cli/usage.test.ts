import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { VERSION } from '../../src/version.ts';
import { fakeStages } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

describe('mistakes of the command line exit 2 before anything is done', () => {
  test.each([
    [['chek', './src'], 'There is no file or folder chek.\n  Did you mean `v1-migrate check`?'],
    [['rule'], 'There is no file or folder rule.\n  Did you mean `v1-migrate rules`?'],
    [['webhook', 'verfy', 'body'], 'There is no file or folder webhook.\n  Did you mean `v1-migrate webhook verify`?'],
    [['webhook'], 'Did you mean `v1-migrate webhook verify` or `v1-migrate webhook test`?'],
    [['stream'], 'Did you mean `v1-migrate stream check`?'],
    [['strem'], 'Did you mean `v1-migrate stream check`?'],
    [['webhok'], 'Did you mean `v1-migrate webhook verify` or `v1-migrate webhook test`?'],
    [['sandbox', './src'], 'Unexpected argument ./src.'],
    [[''], 'There is no file or folder "".'],
    [['./scr'], 'There is no file or folder ./scr.'],
    [['check', './src', './nope'], 'There is no file or folder ./nope.'],
    [['--dry-rn'], 'Unknown option --dry-rn.\n  Did you mean --dry-run?'],
    [['-dry-run'], 'Unknown option -dry-run.\n  Did you mean --dry-run?'],
    [['--no-dry-run'], 'Unknown option --no-dry-run.'],
    [['-x'], 'Unknown option -x.\n  Options are listed by --help.'],
    [['--json'], 'Unknown option --json.\n  Did you mean --reporter json?'],
    [['check', '--format=sarif'], 'Unknown option --format.\n  Did you mean --reporter?'],
    [['--fix'], 'Unknown option --fix.\n  It writes unless --dry-run is given.'],
    [['check', '--fix'], 'Unknown option --fix.\n  Options are listed by --help.'],
    [['-n'], 'Unknown option -n.\n  Did you mean --dry-run?'],
    [['check', '--dry-run'], 'Unknown option --dry-run.'],
    [['--dry-run=no'], '--dry-run takes no value.'],
    [['--dry-run=true'], '--dry-run takes no value.'],
    [['--config'], '--config needs a value: --config <file>.'],
    [['--config', '--dry-run'], '--config needs a value: --config <file>.'],
    [['--config='], '--config needs a value: --config <file>.'],
    [['--today', '2026-01-01', '--today', '2026-01-02'], '--today was given twice.'],
    [['--today', '2026-02-30'], '--today: "2026-02-30" is not a date.\n  Write it as YYYY-MM-DD.'],
    [['--cwd', 'nope'], '--cwd: there is no folder nope.'],
    [['--config', 'nope.json'], '--config: there is no file nope.json.'],
    [['--evidence', 'document'], '--evidence: "document" is neither documented nor family. Did you mean "documented"?'],
    [['--jobs', '0'], '--jobs: "0" is not a whole number from 1.'],
    [['--quiet', '--verbose'], '--quiet and --verbose exclude each other.'],
    [['--base-url', 'api.voice.example'], 'Did you mean "https://api.voice.example"?'],
    [['--transforms', 'legacy-paths'], 'there is no transform "legacy-paths". Did you mean "legacy-path"?'],
    [['--reporter', 'jsno'], '--reporter: there is no format "jsno". Did you mean "json"?'],
    [['--reporter', 'json='], '--reporter json=: the name of the file is missing.'],
    [['--reporter', 'json', '--reporter', 'text'], '--reporter: json and text cannot both go to stdout.'],
    [['--reporter', 'json=a', '--reporter', 'patch=a'], 'two reports cannot go to one file, a.'],
    [['--reporter', 'json=a', '--reporter', 'html=./a'], 'two reports cannot go to one file, a.'],
    [
      ['--reporter', 'json=src/calls.ts'],
      'it would replace a source file.\n  Name another file: --reporter json=<file>.',
    ],
    [['--reporter', 'json=src'], 'The report src cannot be written: it is a folder.'],
    [['--reporter', 'json=src/calls.ts/r.json'], 'cannot be written: a part of its path is a file.'],
    [['check', '--fail-on', 'note'], '--fail-on: "note" is neither error nor warning.'],
    [['rules', 'x'], 'Unexpected argument x.'],
    [['rules', '--format', 'yaml'], '--format: "yaml" is neither text nor json.'],
    [['explain'], 'What is to be explained?'],
    [['explain', 'agents3'], '"agents3" is no finding code, path or finding id. Did you mean "agents2"?'],
    [['explain', 'GTE /calls'], '"GTE" is not an HTTP method. Did you mean "GET"?'],
  ])('%j', async (argv, message) => {
    const cwd = createTree({ 'src/calls.ts': '' });
    const stages = fakeStages();
    const { stdout, stderr, exitCode } = await runCli(argv, cwd, { stages });
    expect(stderr).toContain(`v1-migrate: `);
    expect(stderr).toContain(message);
    expect({ stdout, exitCode, ran: stages.ran }).toEqual({ stdout: '', exitCode: 2, ran: [] });
    expect(readdirSync(cwd)).toEqual(['src']);
  });

  test('a folder that has the name of a mistyped command is a folder', async () => {
    const cwd = createTree();
    mkdirSync(join(cwd, 'chek'));
    expect((await runCli(['chek', '--dry-run'], cwd, { stages: fakeStages() })).exitCode).toBe(0);
  });

  test('behind -- everything is a path', async () => {
    const cwd = createTree();
    writeFileSync(join(cwd, '--odd'), '');
    expect((await runCli(['--dry-run', '--', '--odd'], cwd, { stages: fakeStages() })).exitCode).toBe(0);
    expect((await runCli(['--dry-run', '--', 'check'], cwd, { stages: fakeStages() })).exitCode).toBe(2);
  });
});

describe('help and version', () => {
  test('-V and --version', async () => {
    expect(await runCli(['-V'], '/')).toEqual({ stdout: `${VERSION}\n`, stderr: '', exitCode: 0 });
    expect((await runCli(['check', '--version'], '/')).stdout).toBe(`${VERSION}\n`);
    expect(VERSION).toBe(packageJson.version);
  });

  test('examples come first, exit codes last', async () => {
    const { stdout, exitCode } = await runCli(['--help'], '/');
    expect(exitCode).toBe(0);
    const headings = stdout.split('\n').filter((line) => /^[A-Z]/.test(line));
    expect(headings).toEqual(['Examples', 'Commands, each with --help', 'Options', 'Exit codes']);
    expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  });

  test.each(COMMANDS.map((command) => [command.name] as const))('%s has help', async (name) => {
    const { stdout } = await runCli([...name.split(' '), '-h'], '/');
    expect(stdout).toContain(`v1-migrate ${name}`);
    expect((await runCli(['help', ...name.split(' ')], '/')).stdout).toBe(stdout);
  });

  test('the first of two words has the help of all that begin with it', async () => {
    const help = async (name: string) => (await runCli([...name.split(' '), '--help'], '/')).stdout;
    expect(await help('webhook')).toBe(`${await help('webhook verify')}\n${await help('webhook test')}`);
    expect((await runCli(['help', 'stream'], '/')).stdout).toBe(await help('stream check'));
  });

  test('one option name means one thing in every command', () => {
    const types = new Map<string, string>();
    // Of the sandbox it says what unversioned paths do, of the probe that they are compared.
    const homonyms = ['legacy'];
    for (const [name, { type, multiple }] of COMMANDS.flatMap(({ options }) => Object.entries(options))) {
      const kind = `${type} ${multiple === true}`;
      if (!homonyms.includes(name)) expect(types.get(name) ?? kind).toBe(kind);
      types.set(name, kind);
    }
  });
});

test('a plan of the probe is text: another format is refused and nothing is printed', async () => {
  const cwd = createTree({ 'a.ts': "fetch('https://api.voice.example/calls');" });
  for (const reporter of ['json', 'json=plan.json', 'text=plan.txt']) {
    const { stdout, stderr, exitCode } = await runCli(
      ['probe', 'a.ts', '--base-url', 'https://api.voice.example', '--plan', '--reporter', reporter],
      cwd,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain('--plan is text on stdout');
  }
  const { stdout, exitCode } = await runCli(
    ['probe', 'a.ts', '--base-url', 'https://api.voice.example', '--plan', '--reporter', 'text'],
    cwd,
  );
  expect({ stdout, exitCode }).toEqual({ stdout: expect.stringContaining('GET /v1/calls'), exitCode: 0 });
});
