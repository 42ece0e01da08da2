import type { Settings } from '../config/settings.ts';
import type { EndpointUse } from '../model/plan.ts';
import type { FileProblem } from '../model/project.ts';
import { describeScope, type PipelineResult, type RunContext, runPipeline } from '../pipeline.ts';

interface FoundEndpoints {
  readonly endpoints: readonly EndpointUse[];
  readonly notices: readonly string[];
  /** Files that were not analysed: what they call is not among the endpoints. */
  readonly problems: readonly FileProblem[];
}

function toFound({ project, plan }: PipelineResult, said: readonly string[] = []): FoundEndpoints {
  const notices = [...describeScope(project), ...said, ...plan.notices];
  return { endpoints: plan.endpoints, notices, problems: plan.errors.filter(({ level }) => level !== 'off') };
}

/**
 * The v1 endpoints that the code needs. `fallback` are the settings without the base that the probe asks: it may be a
 * stand-in that the code does not name, such as the sandbox, and then the code's own bases are looked for.
 */
export async function findEndpoints(
  settings: Settings,
  fallback: Settings | null,
  context: RunContext,
): Promise<FoundEndpoints> {
  const named = await runPipeline(settings, context);
  if (named.plan.endpoints.length > 0 || fallback === null) return toFound(named);
  const inferred = await runPipeline(fallback, context);
  const bases = inferred.plan.bases.map(({ base }) => base).join(', ');
  const said = bases === '' ? [] : [`the code does not call the probed address; its calls to ${bases} count`];
  return toFound(inferred, said);
}
