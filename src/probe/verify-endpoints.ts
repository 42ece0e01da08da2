import type { AskedEndpoint, EndpointUse } from '../model/plan.ts';
import type { StopReason } from '../model/probe-result.ts';
import { describeCounts } from './describe-counts.ts';
import { explainReason, explainStop } from './explain-reason.ts';
import { describeEndpoint } from './issues.ts';
import type { ProbeOptions } from './options.ts';
import { probe } from './probe.ts';

/** What `migrate --verify` needs to know of a run of the probe. */
interface EndpointAnswers {
  readonly asked: readonly AskedEndpoint[];
  /** Why the platform could not be asked at all; null when it could. */
  readonly halted: string | null;
  /** Things to say on stderr. */
  readonly notices: readonly string[];
}

/** Ends that leave nothing to rely on; after the others, what was reached counts. */
const HALTS: readonly StopReason[] = ['auth-off', 'key-refused', 'no-platform', 'dns', 'tls', 'connect'];

/** Throws a UserError as `probe` does. */
export async function verifyEndpoints(
  endpoints: readonly EndpointUse[],
  options: Omit<ProbeOptions, 'endpoints'>,
): Promise<EndpointAnswers> {
  const result = await probe({ ...options, endpoints });
  const { stopped, checked, baseUrl } = result;
  const isHalt = stopped !== null && HALTS.includes(stopped);
  const asked = checked.map((endpoint) => {
    const { method, path, verdict } = endpoint;
    return { method, path, verdict, why: explainReason(endpoint) };
  });
  const cut = stopped === null || isHalt ? [] : [explainStop(stopped)];
  const refuted = checked.filter(({ verdict }) => verdict === 'absent' || verdict === 'drift').map(describeEndpoint);
  const notices = [`${baseUrl}: ${describeCounts(result)}`, ...cut, ...refuted, ...result.notices];
  return { asked, halted: isHalt ? explainStop(stopped) : null, notices };
}
