import { describeBases } from './bases.ts';
import type { Settings } from './config/settings.ts';
import type { RunResult } from './migrate.ts';
import { type RunContext, runPipeline } from './pipeline.ts';
import { buildReport } from './report/build-report.ts';
import { type FailOn, judgeCheck } from './verdict.ts';

export interface CheckRun {
  readonly failOn: FailOn;
}

/** discover → analyze → plan → report. Writes nothing, and says whether legacy uses that must go remain. */
export async function runCheck(settings: Settings, run: CheckRun, context: RunContext = {}): Promise<RunResult> {
  const { plan } = await runPipeline(settings, context);
  const report = buildReport(plan, {
    command: 'check',
    dryRun: true,
    today: settings.today,
    cutoff: settings.catalog.cutoff,
    changes: [],
    errors: [],
  });
  return {
    report,
    exitCode: judgeCheck(report, run),
    notices: [...settings.notices, ...plan.notices, ...describeBases(plan)],
  };
}
