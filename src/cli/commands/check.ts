import { UserError } from '../../errors.ts';
import { suggest } from '../../nearest.ts';
import type { FailOn } from '../../verdict.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import { OUTPUT_OPTIONS, SCOPE_OPTIONS } from '../options.ts';
import type { Work } from '../run-with-report.ts';

const LEVELS = ['error', 'warning'] as const;

function parseFailOn(text: string | undefined): FailOn {
  if (text === undefined) return 'error';
  const level = LEVELS.find((word) => word === text);
  if (level !== undefined) return level;
  throw new UserError(`--fail-on: "${text}" is neither error nor warning.${suggest(text, LEVELS)}`);
}

export const check = defineCommand({
  name: 'check',
  usage: '[paths..]',
  summary: 'For CI: write nothing, fail while legacy uses that must go remain.',
  examples: [
    ['npx v1-migrate check ./src', 'fail on errors'],
    ['npx v1-migrate check ./src --fail-on warning', 'fail on warnings too'],
    ['npx v1-migrate check ./src --reporter json', 'for scripts'],
  ],
  exitCodes: [
    [0, 'nothing at or above --fail-on'],
    [1, 'legacy uses remain'],
    [2, 'usage or configuration error'],
    [3, 'incomplete: a file could not be read or parsed'],
    [130, 'interrupted'],
  ],
  maxPositionals: Number.POSITIVE_INFINITY,
  options: {
    'fail-on': { type: 'string', value: '<error|warning>', help: 'The weakest level that fails (default error).' },
    ...SCOPE_OPTIONS,
    ...OUTPUT_OPTIONS,
    ...GLOBAL_OPTIONS,
  },
  async run(values, paths, io) {
    const failOn = parseFailOn(values['fail-on']);
    if (values.reporter?.some((text) => /^patch(=|$)/.test(text))) {
      throw new UserError('check makes no patch.', { hint: 'v1-migrate --dry-run --reporter patch' });
    }
    const { runWithReport } = await import('../run-with-report.ts');
    const work: Work = async (settings, context) => {
      const { runCheck } = await import('../../check.ts');
      return runCheck(settings, { failOn }, context);
    };
    return runWithReport(values, paths, io, work, failOn);
  },
});
