import type { Plan } from '../../src/model/plan.ts';
import type { FileChange, Report } from '../../src/model/report.ts';
import { buildReport } from '../../src/report/build-report.ts';
import type { RenderContext } from '../../src/report/reporter.ts';

/** What the findings of `fake-stages.ts` point into, as far as they do. */
export const SOURCE = "import { API } from './config.ts';\nfetch(API + `/calls/` + id);\nexport {};\n";

export const PLAIN: RenderContext = {
  style: (_style, text) => text,
  verbosity: 'normal',
  scope: './src',
  again: './src',
  isSaved: false,
  isInRepository: true,
  stopCommands: null,
  failOn: 'error',
  prefix: '',
  folder: '',
  readSource: () => SOURCE,
  hideKeys: (source) => source,
};

export function createReport(plan: Plan, changes: readonly FileChange[] = []): Report {
  const facts = { command: 'migrate', dryRun: true, today: '2026-11-20', cutoff: '2026-07-31' } as const;
  return buildReport(plan, { ...facts, changes, errors: [], readSource: () => SOURCE });
}
