import type { Decision } from '../../decisions/parse-decisions.ts';
import { UserError } from '../../errors.ts';
import type { MigrateRun } from '../../migrate.ts';
import { FINDING_CODES, FINDING_KINDS } from '../../model/findings.ts';
import type { BaseUse } from '../../model/plan.ts';
import { suggest } from '../../nearest.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import type { Io } from '../io.ts';
import { readText } from '../open-input.ts';
import { ACCESS_OPTIONS, OUTPUT_OPTIONS, SCOPE_OPTIONS, SHARD_OPTIONS } from '../options.ts';
import { readShard } from '../read-shard.ts';
import { readCodeBases, refuseStrays } from '../verify-values.ts';

const TRANSFORMS: readonly string[] = FINDING_CODES.filter((code) => FINDING_KINDS[code].fix === 'auto');

function parseTransforms(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !TRANSFORMS.includes(name));
  if (unknown === undefined) return names;
  throw new UserError(`--transforms: there is no transform "${unknown}".${suggest(unknown, TRANSFORMS)}`, {
    hint: `Transforms: ${TRANSFORMS.join(', ')}.`,
  });
}

/** Asks only where somebody can answer; anywhere else silence means no. */
async function confirmBases(bases: readonly BaseUse[], io: Io): Promise<boolean> {
  if (io.ask === null) return false;
  const names = bases.map(({ base, requests }) => `${base} (${requests} requests)`).join(', ');
  const answer = await io.ask(`The code calls ${names}. Is this the platform, and may files be written? [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

async function readDecisions(file: string | undefined, io: Io): Promise<readonly Decision[] | undefined> {
  if (file === undefined) return undefined;
  const { parseDecisions } = await import('../../decisions/parse-decisions.ts');
  return parseDecisions(await readText(file, 'the decisions', io), file);
}

/** Before any work is done: without somebody to answer there is no review. */
function checkReview(values: { readonly review?: boolean; readonly decisions?: string }, io: Io): void {
  if (values.review !== true) return;
  if (values.decisions !== undefined) throw new UserError('--review and --decisions exclude each other.');
  if (io.ask !== null) return;
  throw new UserError('--review asks at a terminal, and there is none here.', {
    hint: 'v1-migrate --dry-run --reporter html=review.html, and then --decisions decisions.json',
  });
}

async function startReview(values: { readonly 'no-color'?: boolean }, io: Io): Promise<MigrateRun['review']> {
  const { reviewAtTerminal } = await import('../review-at-terminal.ts');
  return (changes) => reviewAtTerminal(changes, io, values['no-color'] === true);
}

export const migrate = defineCommand({
  name: 'migrate',
  usage: '[paths..]',
  summary: 'Rewrite legacy paths to /v1. The default command.',
  examples: [
    ['npx v1-migrate ./src --dry-run', 'show the diff, write nothing'],
    ['npx v1-migrate ./src --base-url https://api.voice.example', 'write'],
    ['npx v1-migrate ./src --base-url env:VOICE_API_URL --yes', 'the base is in a variable'],
    ['npx v1-migrate ./src --dry-run --reporter patch | git apply', 'as a patch'],
    ['npx v1-migrate ./src --dry-run --reporter html=review.html', 'to review in a browser'],
    ['npx v1-migrate ./src --base-url https://api.voice.example --verify', 'only what the live platform has'],
    ['npx v1-migrate ./src --decisions decisions.json', 'what was accepted there'],
    ['npx v1-migrate ./src --review', 'to decide at the terminal, one by one'],
    ['npx v1-migrate ./src --dry-run --reporter json=report.json', 'for scripts'],
  ],
  exitCodes: [
    [0, 'ran to the end; what is left to do is no failure'],
    [1, 'with --exit-code: edits or work by hand are pending'],
    [2, 'usage or configuration error, no base known, files with uncommitted changes'],
    [3, 'incomplete: a file could not be read, parsed or written; with --verify: the platform could not be asked'],
    [130, 'interrupted; every file is either old or new'],
  ],
  maxPositionals: Number.POSITIVE_INFINITY,
  options: {
    'dry-run': { type: 'boolean', help: 'Show the diff and write nothing.' },
    ...SCOPE_OPTIONS,
    ...SHARD_OPTIONS,
    'allow-dirty': { type: 'boolean', help: 'Also write files with uncommitted changes.' },
    yes: { type: 'boolean', short: 'y', help: 'Write to a base that was inferred, without asking.' },
    review: { type: 'boolean', help: 'Show each change at the terminal and ask whether to make it.' },
    decisions: { type: 'string', value: '<file>', help: 'Make exactly the changes accepted in an HTML review.' },
    transforms: { type: 'string', value: '<a,b>', help: `Only these edits: ${TRANSFORMS.join(', ')}.` },
    annotate: { type: 'boolean', help: 'Write a comment above each place that is reported and not edited.' },
    verify: { type: 'boolean', help: 'Ask the live platform first, and write only what it has.' },
    'code-base-url': {
      type: 'string',
      multiple: true,
      value: '<url|env:NAME>',
      help: 'With --verify: what the code calls the platform, when --base-url is where to ask. Repeatable.',
    },
    ...ACCESS_OPTIONS,
    'exit-code': { type: 'boolean', help: 'Exit 1 when edits or work by hand are pending.' },
    ...OUTPUT_OPTIONS,
    ...GLOBAL_OPTIONS,
  },
  async run(values, paths, outer) {
    const transforms = parseTransforms(values.transforms);
    const { runWithReport } = await import('../run-with-report.ts');
    const shard = await readShard(values.shard);
    checkReview(values, outer);
    const decisions = await readDecisions(values.decisions, outer);
    refuseStrays(values);
    const verify =
      values.verify === true ? await (await import('../read-verify.ts')).readVerify(values, paths, outer) : undefined;
    return runWithReport(readCodeBases(values), paths, outer, async (settings, context, io) => {
      const { runMigrate } = await import('../../migrate.ts');
      const options = {
        dryRun: values['dry-run'] === true,
        allowDirty: values['allow-dirty'] === true,
        exitCode: values['exit-code'] === true,
        annotate: values.annotate === true,
        transforms,
        decisions,
        review: values.review === true ? await startReview(values, io) : undefined,
        verify,
        shard,
        acceptInferred: async (bases: readonly BaseUse[]) => values.yes === true || confirmBases(bases, io),
      };
      return runMigrate(settings, options, context);
    });
  },
});
