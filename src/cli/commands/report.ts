import { UserError } from '../../errors.ts';
import type { Report } from '../../model/report.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import { readText } from '../open-input.ts';
import { OUTPUT_OPTIONS } from '../options.ts';

/** A saved report hides keys, so that its patch would write stars where they stood. */
function refusePatch({ changes }: Report, texts: readonly string[]): void {
  const wantsPatch = texts.some((text) => /^patch(=|$)/.test(text));
  const hidden = changes.find(({ diff }) => diff.includes('***'));
  if (!wantsPatch || hidden === undefined) return;
  throw new UserError(`A key in ${hidden.file} is hidden in the saved report, so its patch would not apply.`, {
    hint: 'v1-migrate --dry-run --reporter patch',
  });
}

const { reporter, quiet, verbose, 'no-color': noColor } = OUTPUT_OPTIONS;

export const report = defineCommand({
  name: 'report',
  usage: '--from <file|->',
  summary: 'Render a saved JSON report in another format.',
  examples: [
    ['npx v1-migrate report --from report.json', 'as text'],
    ['npx v1-migrate report --from report.json --reporter sarif=v1.sarif', 'for code scanning'],
    ['npx v1-migrate report --from report.json --reporter markdown', "for a pull request's comment"],
  ],
  exitCodes: [
    [0, 'rendered'],
    [2, 'usage error, or the file is no report'],
  ],
  maxPositionals: 0,
  options: {
    from: { type: 'string', value: '<file|->', help: 'A report made by --reporter json=<file>; - for stdin.' },
    reporter,
    quiet,
    verbose,
    'no-color': noColor,
    ...GLOBAL_OPTIONS,
  },
  async run(values, _paths, io) {
    if (values.from === undefined) {
      throw new UserError('Name the saved report.', { hint: 'v1-migrate report --from report.json' });
    }
    const { parseOutputs } = await import('../../report/outputs.ts');
    const { checkOutputs } = await import('../../report/write-output.ts');
    const { parseReport } = await import('../../report/parse-report.ts');
    const { checkOutputValues, present } = await import('../present.ts');
    const { createDiskReader } = await import('../read-sources.ts');
    checkOutputValues(values);
    const outputs = parseOutputs(values.reporter ?? []);
    await checkOutputs(io.cwd, outputs);
    const saved = parseReport(await readText(values.from, 'the report', io), values.from);
    refusePatch(saved, values.reporter ?? []);
    const result = { report: saved, notices: [], readSource: createDiskReader(io.cwd) };
    await present(result, outputs, values, { cwd: io.cwd, scope: '', failOn: 'error', annotates: false }, io);
    return 0;
  },
});
