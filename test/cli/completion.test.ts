import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createTree, runCli } from './run-cli.ts';

/** The scripts in the shells that they are for; a shell that is not here is named and skipped. */

const FILES = { 'report.json': '', 'src/a.js': '' };

function hasProgram(name: string): boolean {
  const isThere = spawnSync(name, ['--version']).status === 0;
  if (!isThere) process.stderr.write(`SKIPPED: there is no ${name}: completion was not tried in it\n`);
  return isThere;
}

async function writeScript(shell: string): Promise<string> {
  const { stdout } = await runCli(['completion', shell], '/');
  return createTree({ ...FILES, [`v1-migrate.${shell}`]: stdout });
}

/** What is offered for each line: the end of the word under the cursor. */
const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['v1-migrate che', ['check']],
  ['v1-migrate re', ['report']],
  ['v1-migrate webhook ', ['test', 'verify']],
  ['v1-migrate webhook verify --sec', ['--secret-env']],
  ['v1-migrate stream ', ['check']],
  ['v1-migrate check --fail-on ', ['error', 'warning']],
  ['v1-migrate check --fail-on=w', ['warning']],
  ['v1-migrate check --upd', ['--update-baseline']],
  ['v1-migrate check --dry', []],
  ['v1-migrate --dry', ['--dry-run']],
  ['v1-migrate ./src --reporter js', ['json']],
  ['v1-migrate check --reporter=mark', ['markdown']],
  ['v1-migrate explain camp', ['campaign-no-v1']],
  ['v1-migrate completion ', ['bash', 'fish', 'zsh']],
];

const isBashHere = hasProgram('bash');

describe.skipIf(!isBashHere)('bash', () => {
  test('offers what fits', async () => {
    const cwd = await writeScript('bash');
    // Readline splits at "=", so the option and the value of `--option=value` are words of their own.
    const asked = CASES.map(([line]) => {
      const words = line
        .replace('=', ' = ')
        .split(' ')
        .map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _v1_migrate; echo "\${COMPREPLY[*]}"`;
    });
    const script = `set -u; source v1-migrate.bash; ${asked.join('\n')}`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { cwd, encoding: 'utf8' });
    expect(stderr).toBe('');
    const offered = stdout.trimEnd().split('\n');
    expect(CASES.map(([line], at) => [line, (offered[at] ?? '').split(' ').filter(Boolean).sort()])).toEqual(CASES);
  });

  const hasScript = isBashHere && hasProgram('script');
  test.skipIf(!hasScript)('completes what is typed, and files where a file belongs', async () => {
    const cwd = await writeScript('bash');
    const keys = [
      'PS1= ; source v1-migrate.bash; v1-migrate() { printf "<%s>" "$@"; echo; }\n',
      'v1-migrate che\t--fail-on=w\tsr\ta\t\n',
      'v1-migrate rep\t--from rep\t\n',
      'exit\n',
    ];
    const { stdout } = spawnSync('script', ['-qefc', 'bash --norc -i', '/dev/null'], {
      cwd,
      input: keys.join(''),
      encoding: 'utf8',
      env: { ...process.env, TERM: 'dumb', INPUTRC: '/dev/null' },
      timeout: 60_000,
    });
    expect(stdout).toContain('<check><--fail-on=warning><src/a.js>');
    expect(stdout).toContain('<report><--from><report.json>');
  });
});

describe.skipIf(!hasProgram('fish'))('fish', () => {
  test('offers what fits', async () => {
    const cwd = await writeScript('fish');
    const asked = CASES.map(([line]) => `echo "#"; complete -C '${line}'`);
    const script = `source v1-migrate.fish\n${asked.join('\n')}\n`;
    const env = { ...process.env, HOME: cwd, XDG_CONFIG_HOME: cwd, XDG_DATA_HOME: cwd };
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], { cwd, encoding: 'utf8', env });
    expect(stderr).toBe('');
    const answers = stdout.split('#\n').slice(1);
    const offered = answers.map((text) =>
      [...text.matchAll(/^(?:--[\w-]+=)?([\w-]+)\t/gm)].map(([, word]) => word).sort(),
    );
    expect(CASES.map(([line], at) => [line, offered[at]])).toEqual(CASES);
  });
});

describe.skipIf(!hasProgram('zsh'))('zsh', () => {
  /** Types into a zsh of its own, one line after the other, and reads what the lines became. */
  function type(cwd: string, lines: readonly string[]): string {
    const typed = lines.map((line) => `zpty -w z $'${line.replaceAll("'", "\\'")}'; sleep 0.3`).join('\n');
    const script = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1= ; autoload -U compinit; compinit -D -u; setopt noautolist; source ./v1-migrate.zsh; v1-migrate() { printf "<%s>" "$@"; echo; }'
sleep 1
${typed}
zpty -w z 'echo END; exit'
while zpty -r z line; do print -r -- "$line"; done`;
    return spawnSync('zsh', ['-f', '-c', script], { cwd, encoding: 'utf8', env: { ...process.env, TERM: 'dumb' } })
      .stdout;
  }

  test('completes what is typed', async () => {
    const cwd = await writeScript('zsh');
    const screen = type(cwd, [
      'v1-migrate che\\t--fail-on=w\\tsr\\t\\t',
      'v1-migrate webhook ver\\t--sec\\tNAME',
      'v1-migrate explain camp\\t',
    ]);
    expect(screen).toContain('<check><--fail-on=warning><src/');
    expect(screen).toContain('<webhook><verify><--secret-env=NAME>');
    expect(screen).toContain('<explain><campaign-no-v1>');
  });
});

test('names the shells when asked for another', async () => {
  const none = await runCli(['completion'], '/');
  const other = await runCli(['completion', 'bsh'], '/');
  expect([none.exitCode, other.exitCode]).toEqual([2, 2]);
  expect(other.stderr).toContain('bash|zsh|fish');
  expect(other.stderr).toMatch(/bash/);
});
