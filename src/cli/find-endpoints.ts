import type { Settings } from '../config/settings.ts';
import type { EndpointUse } from '../model/plan.ts';
import { type RunContext, runPipeline } from '../pipeline.ts';

interface FoundEndpoints {
  readonly endpoints: readonly EndpointUse[];
  readonly notices: readonly string[];
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
  const { plan } = await runPipeline(settings, context);
  if (plan.endpoints.length > 0 || fallback === null) return { endpoints: plan.endpoints, notices: plan.notices };
  const inferred = await runPipeline(fallback, context);
  const bases = inferred.plan.bases.map(({ base }) => base).join(', ');
  const said = bases === '' ? [] : [`the code does not call the probed address; its calls to ${bases} count`];
  return { endpoints: inferred.plan.endpoints, notices: [...said, ...inferred.plan.notices] };
}
