import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildPackage } from '../cli/build-package.ts';
import { createTree } from '../cli/run-cli.ts';
import { listCommands } from '../report/hostile-report.ts';

/** What other tools are told to run, run as they would: by a shell, in a project that has v1-migrate installed. */

const ROOT = join(import.meta.dirname, '../..');
const LEGACY = 'fetch("https://api.voice.example/calls");\n';
const CONFIG = '{ "baseUrls": ["https://api.voice.example"] }\n';
let built = '';

beforeAll(() => {
  built = buildPackage();
});

function createProject(files: Readonly<Record<string, string>> = { 'src/a.ts': LEGACY }): string {
  const cwd = createTree({ 'v1-migrate.config.json': CONFIG, 'package.json': '{ "name": "guest" }', ...files });
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(built, 'src/cli/bin.js'), join(cwd, 'node_modules/.bin/v1-migrate'));
  return cwd;
}

function runShell(cwd: string, script: string, env: Readonly<Record<string, string>> = {}) {
  const path = `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`;
  const { stdout, stderr, status } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, CI: '', GITHUB_ACTIONS: '', ...env, PATH: path },
  });
  return { stdout, stderr, status };
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

describe('action.yml', () => {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
  const [step] = action.runs.steps;

  function runAction(cwd: string, given: Readonly<Record<string, string>> = {}) {
    const env = Object.entries(step?.env ?? {}).map(([name, value]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '';
      return [name, given[input] ?? action.inputs[input]?.default ?? 'no such input'];
    });
    return runShell(cwd, step?.run ?? 'exit 99', { ...Object.fromEntries(env), GITHUB_ACTIONS: 'true', CI: 'true' });
  }

  test('puts no input into the script itself', () => expect(step?.run).not.toContain('${{'));

  test('annotates and fails, and passes when nothing is left', () => {
    const { stdout, status } = runAction(createProject());
    expect(status).toBe(1);
    expect(listCommands(stdout)).toEqual([expect.stringMatching(/^::error file=src\/a\.ts,line=1,/)]);
    expect(runAction(createProject({ 'src/a.ts': 'export {};\n' })).status).toBe(0);
  });

  test('writes what it is asked for', () => {
    const cwd = createProject();
    runAction(cwd, { paths: 'src', sarif: 'v1.sarif', html: 'v1.html', 'fail-on': 'warning' });
    expect(JSON.parse(readFileSync(join(cwd, 'v1.sarif'), 'utf8')).runs[0].results).toHaveLength(1);
    expect(readFileSync(join(cwd, 'v1.html'), 'utf8')).toContain('<!doctype html>');
  });

  test('takes an input for a word and never for a command or an option', () => {
    const cwd = createProject();
    const hostile = '$(touch pwned) ; touch pwned2 --update-baseline';
    expect(runAction(cwd, { paths: hostile }).status).toBe(2);
    expect(runAction(cwd, { 'base-url': hostile }).status).toBe(2);
    expect(() => readFileSync(join(cwd, 'pwned'))).toThrow();
    expect(() => readFileSync(join(cwd, 'pwned2'))).toThrow();
  });
});

describe('hooks that hand over files', () => {
  const [hook] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as { entry: string; id: string }[];

  test('pre-commit: names behind the entry', () => {
    const cwd = createProject({ 'src/a.ts': LEGACY, 'src/b.ts': 'export {};\n' });
    expect(runShell(cwd, `${hook?.entry} src/a.ts src/b.ts`)).toMatchObject({ status: 1, stderr: '' });
    expect(runShell(cwd, `${hook?.entry} src/b.ts`)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('lint-staged: what is staged, and nothing else', () => {
    const text = readFileSync(join(ROOT, 'docs/integrations.md'), 'utf8');
    const config = /^\{ "lint-staged": .*$/m.exec(text)?.[0] ?? '';
    const cwd = createProject({ 'src/a.ts': LEGACY, 'src/b.ts': 'export {};\n', '.gitignore': 'node_modules\n' });
    writeFileSync(join(cwd, 'package.json'), config);
    const lintStaged = `node '${join(ROOT, 'node_modules/lint-staged/bin/lint-staged.js')}'`;
    const git = `git -c user.name=a -c user.email=a@example.test`;
    expect(
      runShell(cwd, `git init -q; ${git} commit -q --allow-empty -m 0; git add src/b.ts; ${lintStaged}`).status,
    ).toBe(0);
    const { status, stdout, stderr } = runShell(cwd, `git add src/a.ts; ${lintStaged}`);
    expect([status, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('src/a.ts:1:33')]);
  });
});

describe('docs/integrations.md', () => {
  const text = readFileSync(join(ROOT, 'docs/integrations.md'), 'utf8');
  const blocks = (language: string): readonly string[] =>
    [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, body]) =>
      name === language ? (body ?? '') : [],
    );

  test('is made of valid JSON and YAML', () => {
    for (const block of blocks('json')) expect(() => JSON.parse(block)).not.toThrow();
    for (const block of blocks('yaml')) expect(parse(block)).toBeTypeOf('object');
    expect(blocks('json').length + blocks('yaml').length).toBe(8);
  });

  test('its npm script runs, with the baseline made as it says', () => {
    const [script = ''] = blocks('json');
    const [update = ''] = blocks('sh');
    const cwd = createProject();
    const { scripts } = JSON.parse(script) as { scripts: Readonly<Record<string, string>> };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'guest', scripts }));
    expect(runShell(cwd, update.replace('2027-03-31', '2999-12-31')).status).toBe(0);
    expect(runShell(cwd, 'npm run --silent lint:v1').status).toBe(0);
    writeFileSync(join(cwd, 'src/b.ts'), LEGACY);
    expect(runShell(cwd, 'npm run --silent lint:v1').status).toBe(1);
  });

  test('its GitLab job writes both reports', () => {
    const job = (
      parse(blocks('yaml').find((block) => block.includes('codequality')) ?? '') as {
        'v1-migrate': { script: string[]; artifacts: { reports: Record<string, string> } };
      }
    )['v1-migrate'];
    const cwd = createProject();
    expect(runShell(cwd, job.script.at(-1) ?? '').status).toBe(1);
    expect(JSON.parse(readFileSync(join(cwd, job.artifacts.reports.codequality ?? ''), 'utf8'))).toHaveLength(1);
    expect(readFileSync(join(cwd, job.artifacts.reports.junit ?? ''), 'utf8')).toContain('<testsuites');
  });
});

describe('many repositories', () => {
  const read = (file: string): string => readFileSync(join(ROOT, 'integrations', file), 'utf8');
  const commit = 'git init -q; git add -A; git -c user.name=a -c user.email=a@example.test commit -qm 0';

  function createRepository(): string {
    const cwd = createProject({
      'src/a.ts': LEGACY,
      'src/broken.ts': "fetch('/calls'\n",
      '.gitignore': 'node_modules\n',
    });
    expect(runShell(cwd, commit).status).toBe(0);
    return cwd;
  }

  test('the script migrates, and leaves nothing but the change in the tree', () => {
    const [reports, cwd] = [createTree(), createRepository()];
    const env = { V1_REPORTS: reports, REPOSITORY: 'acme/shop', V1_MIGRATE: 'v1-migrate' };
    const { status, stderr } = runShell(cwd, `'${join(ROOT, 'integrations/migrate-repository.sh')}'`, env);
    expect([status, stderr]).toEqual([0, '']);
    expect(runShell(cwd, 'git status --short').stdout).toBe(' M src/a.ts\n');
    expect(readFileSync(join(cwd, 'src/a.ts'), 'utf8')).toContain('/v1/calls');
    const body = readFileSync(join(reports, 'acme/shop/body.md'), 'utf8');
    expect(body).toContain('### v1-migrate migrate: 1 error');
    expect(body).toContain('1 file could not be done');
    expect(readFileSync(join(reports, 'acme/shop/review.html'), 'utf8')).toContain('<!doctype html>');
    // What multi-gitter then does with an exit code of 0 and a tree that changed.
    expect(runShell(cwd, commit).status).toBe(0);
  });

  test('the script fails where nothing can be done, so that no pull request is opened', () => {
    const cwd = createProject({ 'src/a.ts': LEGACY, 'v1-migrate.config.json': '{ "nonsense": 1 }' });
    const env = { V1_REPORTS: createTree(), V1_MIGRATE: 'v1-migrate' };
    expect(runShell(cwd, `'${join(ROOT, 'integrations/migrate-repository.sh')}'`, env).status).not.toBe(0);
  });

  test('each report becomes the body of its own pull request', () => {
    const reports = createTree({
      'acme/shop/body.md': 'one',
      'acme/web/body.md': 'two',
      'bin/gh': '#!/bin/sh\necho "$*" >> "$LOG"; case "$*" in *shop*) exit 1 ;; esac\n',
    });
    chmodSync(join(reports, 'bin/gh'), 0o755);
    const log = join(createTree(), 'log');
    const script = `PATH='${join(reports, 'bin')}':$PATH '${join(ROOT, 'integrations/publish-bodies.sh')}'`;
    const { status, stderr } = runShell(reports, script, { V1_REPORTS: reports, LOG: log });
    expect([status, stderr]).toEqual([0, 'no pull request of acme/shop was changed\n']);
    expect(readFileSync(log, 'utf8')).toBe(
      'pr edit v1-migrate --repo acme/shop --body-file ./acme/shop/body.md\n' +
        'pr edit v1-migrate --repo acme/web --body-file ./acme/web/body.md\n',
    );
  });

  test('multi-gitter reads its options', () => {
    const options = parse(read('multi-gitter.yml')) as Record<string, unknown>;
    expect(Object.keys(options)).toEqual(
      expect.arrayContaining(['branch', 'commit-message', 'pr-title', 'pr-body', 'org']),
    );
  });

  test('the step of the batch spec makes the change and prints the body', () => {
    const spec = parse(read('batch-spec.yaml')) as {
      readonly steps: readonly {
        readonly run: string;
        readonly env: Record<string, string>;
        readonly outputs: object;
      }[];
      readonly changesetTemplate: Readonly<Record<string, unknown>>;
    };
    const [step] = spec.steps;
    expect(step?.outputs).toEqual({ body: { value: '${{ step.stdout }}' } });
    expect(spec.changesetTemplate).toMatchObject({ body: '${{ outputs.body }}', branch: 'v1-migrate' });
    const cwd = createRepository();
    // The engine runs steps with sh.
    writeFileSync(join(cwd, 'node_modules/step.sh'), step?.run ?? 'exit 99');
    const { status, stdout } = runShell(cwd, 'sh node_modules/step.sh', step?.env);
    expect([status, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining('### v1-migrate migrate: 1 error')]);
    expect(runShell(cwd, 'git status --short').stdout).toBe(' M src/a.ts\n');
  });
});
