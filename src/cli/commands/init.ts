import { defineCommand, GLOBAL_OPTIONS, type OptionTable } from '../command.ts';
import { SCOPE_OPTIONS } from '../options.ts';

const { 'base-url': baseUrl, cwd, include, exclude, 'no-gitignore': noGitignore, today } = SCOPE_OPTIONS;

export const INIT_OPTIONS = {
  'base-url': baseUrl,
  ci: {
    type: 'string',
    value: '<github|gitlab|none>',
    help: 'Write a workflow for GitHub, or show a job for GitLab (default none).',
  },
  baseline: { type: 'string', value: '<file>', help: 'Accept the findings of today in this file.' },
  yes: { type: 'boolean', short: 'y', help: 'Ask nothing: the inferred base, and only what flags ask for.' },
  force: { type: 'boolean', help: 'Replace files that are already there.' },
  cwd,
  include,
  exclude,
  'no-gitignore': noGitignore,
  today,
} as const satisfies OptionTable;

export const init = defineCommand({
  name: 'init',
  usage: '[paths..]',
  summary: 'Find the base, write the config, and if wanted a CI step and a baseline.',
  examples: [
    ['npx v1-migrate init', 'asks at a terminal what it cannot know'],
    ['npx v1-migrate init --base-url env:VOICE_API_URL --ci github', 'asks nothing that has a flag'],
    ['npx v1-migrate init --yes --baseline v1-migrate.baseline.json', 'asks nothing, accepts what is there today'],
  ],
  exitCodes: [
    [0, 'written'],
    [2, 'usage error, a file is already there, or no base is known and nobody can be asked'],
    [130, 'interrupted; nothing was written'],
  ],
  maxPositionals: Number.POSITIVE_INFINITY,
  options: { ...INIT_OPTIONS, ...GLOBAL_OPTIONS },
  async run(values, paths, io) {
    const { runInit } = await import('../init/run-init.ts');
    return runInit(values, paths, io);
  },
});
