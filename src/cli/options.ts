import type { OptionTable } from './command.ts';

/** Option tables that commands share; a command spreads the ones it honours. */

/** Which files, which bases, which catalogue. */
export const SCOPE_OPTIONS = {
  'base-url': {
    type: 'string',
    multiple: true,
    value: '<url|env:NAME>',
    help: 'Where the platform lives: an origin, or an environment variable that holds one. Repeatable.',
  },
  config: { type: 'string', value: '<file>', help: 'Config file; otherwise the nearest v1-migrate.config.json.' },
  cwd: { type: 'string', value: '<dir>', help: 'Run as if started there.' },
  include: { type: 'string', multiple: true, value: '<glob>', help: 'Only these files. Repeatable.' },
  exclude: { type: 'string', multiple: true, value: '<glob>', help: 'Not these files. Repeatable.' },
  'no-gitignore': { type: 'boolean', help: 'Also files that .gitignore leaves out.' },
  evidence: {
    type: 'string',
    value: '<documented|family>',
    help: 'How sure a /v1 target must be to be written (default family).',
  },
  openapi: {
    type: 'string',
    value: '<file>',
    help: 'An OpenAPI 3 description: only what it tags V1 is written.',
  },
  today: { type: 'string', value: '<YYYY-MM-DD>', help: 'The date to count the cut-off from; otherwise the clock.' },
} as const satisfies OptionTable;

/** How the live platform is reached. */
export const ACCESS_OPTIONS = {
  'key-env': { type: 'string', value: '<NAME>', help: 'Variable that holds the key (default V1_MIGRATE_KEY).' },
  'key-file': { type: 'string', value: '<file>', help: 'File that holds the key, outside of the code.' },
  'key-stdin': { type: 'boolean', help: 'The key comes on stdin.' },
  'no-keyless-writes': { type: 'boolean', help: 'Do not ask for POST and PATCH at all.' },
  budget: { type: 'string', value: '<seconds>', help: 'Time for the whole run (default 120).' },
  ca: { type: 'string', value: '<file>', help: 'Further certificate authorities, PEM.' },
  'no-proxy': { type: 'boolean', help: 'No proxy, whatever the environment says.' },
} as const satisfies OptionTable;

/** A part of the files, where all have been analysed. */
export const SHARD_OPTIONS = {
  shard: {
    type: 'string',
    value: '<i/n>',
    help: 'Only the files of part i of n; all are analysed. Put together by report --merge.',
  },
} as const satisfies OptionTable;

/** What is shown, where and how. */
export const OUTPUT_OPTIONS = {
  reporter: {
    type: 'string',
    multiple: true,
    value: '<name[=file]>',
    help: 'Format of the result, on stdout or in a file (default text). Repeatable.',
  },
  quiet: { type: 'boolean', help: 'Findings only.' },
  verbose: { type: 'boolean', help: 'Also the proof of each finding.' },
  'no-color': { type: 'boolean', help: 'No colour.' },
  'no-progress': { type: 'boolean', help: 'No progress line.' },
  jobs: { type: 'string', value: '<n>', help: 'How many workers may be used; the result does not depend on it.' },
  'print-config': { type: 'boolean', help: 'Show what is in force and where it comes from, and stop.' },
} as const satisfies OptionTable;
