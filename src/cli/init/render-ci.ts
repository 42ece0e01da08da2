import { UserError } from '../../errors.ts';
import { suggest } from '../../nearest.ts';
import { VERSION } from '../../version.ts';
import { quoteForShell } from '../quote-for-shell.ts';

export const CI_NAMES = ['github', 'gitlab', 'none'] as const;
export type CiName = (typeof CI_NAMES)[number];

export function parseCi(text: string): CiName {
  const name = CI_NAMES.find((word) => word === text);
  if (name !== undefined) return name;
  throw new UserError(`--ci: "${text}" is none of ${CI_NAMES.join(', ')}.${suggest(text, CI_NAMES)}`);
}

/** Where the workflow stands, seen from the folder of the config: GitHub looks below the root of the repository only. */
export function findWorkflow(prefix: string): string {
  return `${'../'.repeat(prefix.split('/').length - 1)}.github/workflows/v1-migrate.yml`;
}

/** What the CI is to check. */
interface CiScope {
  /** From the root of the repository to the folder of the config, with "/" behind each folder; empty when it is the same. */
  readonly prefix: string;
  readonly paths: readonly string[];
  readonly baseline: string | null;
}

function renderCheck({ paths, baseline }: CiScope): string {
  const options = baseline === null ? [] : ['--baseline', baseline];
  // The major version: findings keep their codes and ids in it.
  return ['npx', '--yes', `v1-migrate@${VERSION.split('.')[0]}`, 'check', ...paths, ...options]
    .map(quoteForShell)
    .join(' ');
}

/** A workflow of its own for GitHub. In Actions, check adds annotations and a summary by itself. */
export function renderWorkflow(scope: CiScope): string {
  // A JSON string is a YAML string, whatever the folder is called.
  const folder = scope.prefix === '' ? [] : [`        working-directory: ${JSON.stringify(scope.prefix)}`];
  return [
    '# Fails while paths remain that have to become /v1. Made by v1-migrate init.',
    'name: v1-migrate',
    'on: [push, pull_request]',
    'permissions:',
    '  contents: read',
    'jobs:',
    '  check:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 22',
    '      - name: v1-migrate check',
    ...folder,
    '        run: |',
    `          ${renderCheck(scope)}`,
    '',
  ].join('\n');
}

/** A job for `.gitlab-ci.yml`, a file that everybody already has, so it is shown and not written. */
export function renderGitLabJob(scope: CiScope): string {
  const folder = scope.prefix === '' ? [] : [`    - cd ${quoteForShell(scope.prefix)}`];
  const report = 'v1-quality.json';
  return [
    'v1-migrate:',
    '  image: node:22',
    '  script:',
    ...folder,
    '    - |',
    `      ${renderCheck(scope)} --reporter gitlab=${report}`,
    '  artifacts:',
    '    when: always',
    '    reports:',
    `      codequality: ${JSON.stringify(`${scope.prefix}${report}`)}`,
    '',
  ].join('\n');
}
