import { UserError } from '../../errors.ts';
import type { Report } from '../../model/report.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import type { Io } from '../io.ts';
import { readText } from '../open-input.ts';
import { OUTPUT_OPTIONS } from '../options.ts';
import { quoteForShell } from '../quote-for-shell.ts';

/** Where a key stood; the stars of a comment stand beside its slash, or more of them. */
const HIDDEN = /(?<![*/])\*{3}(?![*/])|\/\/\*{3}@/;

/** A saved report hides keys, so that its patch would write stars where they stood. */
function refusePatch({ changes }: Report, texts: readonly string[]): void {
  const wantsPatch = texts.some((text) => /^patch(=|$)/.test(text));
  const hidden = changes.find(({ diff }) => HIDDEN.test(diff));
  if (!wantsPatch || hidden === undefined) return;
  throw new UserError(`A key in ${hidden.file} is hidden in the saved report, so its patch would not apply.`, {
    hint: 'v1-migrate --dry-run --reporter patch',
  });
}

/** As the help writes them: a report must not say where on a machine its files lie, so it does not keep the paths. */
const PATHS = '[paths..]';

/** What of the command line stands in a report: without a base the next commands would refuse to write. */
function renderScope({ bases }: Report): string {
  const named = bases.filter(({ source }) => source === 'flag');
  return [PATHS, ...named.map(({ base }) => `--base-url ${quoteForShell(base)}`)].join(' ');
}

async function readReport(name: string, io: Io): Promise<Report> {
  const { parseReport } = await import('../../report/parse-report.ts');
  return parseReport(await readText(name, 'the report', io), name);
}

/** One saved report, or the whole of those that shards have written. */
async function readAll(from: string | undefined, merges: boolean, names: readonly string[], io: Io): Promise<Report> {
  if (from !== undefined && merges) throw new UserError('--from and --merge exclude each other.');
  if (from !== undefined && names[0] === undefined) return readReport(from, io);
  if (names[0] !== undefined && !merges) {
    throw new UserError(`Unexpected argument ${names[0]}.`, {
      hint: 'v1-migrate report --from report.json, or --merge 1.json 2.json for the shards of one run',
    });
  }
  if (!merges) throw new UserError('Name the saved report.', { hint: 'v1-migrate report --from report.json' });
  const { mergeReports } = await import('../../report/merge-reports.ts');
  const reports = [];
  for (const name of names) reports.push({ name, report: await readReport(name, io) });
  return mergeReports(reports);
}

const { reporter, quiet, verbose, 'no-color': noColor } = OUTPUT_OPTIONS;

export const report = defineCommand({
  name: 'report',
  usage: '--from <file|-> | --merge <files..>',
  summary: 'Render a saved JSON report in another format.',
  examples: [
    ['npx v1-migrate report --from report.json', 'as text'],
    ['npx v1-migrate report --from report.json --reporter sarif=v1.sarif', 'for code scanning'],
    ['npx v1-migrate report --from report.json --reporter markdown', "for a pull request's comment"],
    ['npx v1-migrate report --merge 1.json 2.json --reporter json=all.json', 'from --shard 1/2 and --shard 2/2'],
  ],
  exitCodes: [
    [0, 'rendered'],
    [2, 'usage error, or the file is no report'],
  ],
  maxPositionals: Number.POSITIVE_INFINITY,
  options: {
    from: { type: 'string', value: '<file|->', help: 'A report made by --reporter json=<file>; - for stdin.' },
    merge: { type: 'boolean', help: 'Put together what all shards of one run have written, the files that follow.' },
    reporter,
    quiet,
    verbose,
    'no-color': noColor,
    ...GLOBAL_OPTIONS,
  },
  async run(values, names, io) {
    const { parseOutputs } = await import('../../report/outputs.ts');
    const { checkOutputs } = await import('../../report/write-output.ts');
    const { checkOutputValues, present } = await import('../present.ts');
    const { createDiskReader } = await import('../read-sources.ts');
    checkOutputValues(values);
    const outputs = parseOutputs(values.reporter ?? []);
    await checkOutputs(io.cwd, outputs);
    const saved = await readAll(values.from, values.merge === true, names, io);
    refusePatch(saved, values.reporter ?? []);
    const scope = renderScope(saved);
    const result = { report: saved, notices: [], readSource: createDiskReader(io.cwd), keys: [] };
    await present(result, outputs, values, { cwd: io.cwd, scope, again: scope, failOn: 'error', isSaved: true }, io);
    return 0;
  },
});
