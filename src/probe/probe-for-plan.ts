import type { EndpointUse } from '../model/plan.ts';
import type { CheckedEndpoint, ProbeResult } from '../model/probe-result.ts';
import { type ProbeOptions, probe } from './probe.ts';

export interface PlanVerdicts {
  readonly result: ProbeResult;
  /** What was found for an endpoint of the plan; undefined for one that is not in it. */
  find(method: string | null, path: string): CheckedEndpoint | undefined;
  /** May a rewrite to it be written with `--verify`? Only what is there: `confirmed` or `exists`. */
  isProven(method: string | null, path: string): boolean;
}

function nameEndpoint(method: string | null, path: string): string {
  return `${method ?? '*'} ${path}`;
}

/** For `migrate --verify`: the verdicts of a plan's endpoints, by method and v1 path. Throws a UserError as `probe` does. */
export async function probeForPlan(
  endpoints: readonly EndpointUse[],
  options: Omit<ProbeOptions, 'endpoints'>,
): Promise<PlanVerdicts> {
  const result = await probe({ ...options, endpoints });
  const byName = new Map(result.checked.map((checked) => [nameEndpoint(checked.method, checked.path), checked]));
  const find = (method: string | null, path: string): CheckedEndpoint | undefined =>
    byName.get(nameEndpoint(method, path));
  return {
    result,
    find,
    isProven: (method, path) => {
      const verdict = find(method, path)?.verdict;
      return verdict === 'confirmed' || verdict === 'exists';
    },
  };
}
