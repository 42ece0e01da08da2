import { EMPTY_BASELINE, renderBaseline } from '../../baseline/baseline.ts';
import { runCheck } from '../../check.ts';
import type { Settings } from '../../config/settings.ts';
import type { RunContext } from '../../pipeline.ts';
import { count } from '../../report/describe.ts';
import { makeUpdate } from '../check-baseline.ts';
import { type Ask, askYesNo } from './ask.ts';
import type { NewFile } from './write-files.ts';

const DEFAULT_FILE = 'v1-migrate.baseline.json';

/** The file that accepts what is there today; null: everything counts from the first day on. */
export async function chooseBaseline(
  named: string | undefined,
  settings: Settings,
  ask: Ask,
  context: RunContext,
): Promise<NewFile | null> {
  if (named === undefined && ask === null) return null;
  const result = await runCheck(settings, { failOn: 'error' }, context);
  const open = result.report.findings.filter(({ level }) => level === 'error').length;
  const question = `The code has ${count(open, 'finding')} that a check fails for. Accept them in ${DEFAULT_FILE}?`;
  const wanted = named ?? (ask !== null && open > 0 && (await askYesNo(ask, question, false)) ? DEFAULT_FILE : null);
  if (wanted === null) return null;
  const { baseline } = makeUpdate(EMPTY_BASELINE, result, {});
  return { name: wanted, what: 'baseline', text: renderBaseline(baseline) };
}
