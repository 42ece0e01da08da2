import { describeBases } from './bases.ts';
import type { Settings } from './config/settings.ts';
import { createSourceReader, type RunResult } from './migrate.ts';
import { type RunContext, runPipeline } from './pipeline.ts';
import { buildReport } from './report/build-report.ts';
import { type FailOn, judgeCheck } from './verdict.ts';

export interface CheckRun {
  readonly failOn: FailOn;
}

/** discover → analyze → plan → report. Writes nothing, and says whether legacy uses that must go remain. */
export async function runCheck(settings: Settings, run: CheckRun, context: RunContext = {}): Promise<RunResult> {
  const { project, plan } = await runPipeline(settings, context);
  const readSource = createSourceReader(project);
  const report = buildReport(plan, {
    command: 'check',
    dryRun: true,
    today: settings.today,
    cutoff: settings.catalog.cutoff,
    changes: [],
    errors: [],
    readSource,
  });
  return {
    report,
    readSource,
    exitCode: judgeCheck(report, run),
    notices: [...settings.notices, ...plan.notices, ...describeBases(plan)],
  };
}
