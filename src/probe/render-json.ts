import type { CheckedEndpoint, ProbeResult } from '../model/probe-result.ts';

/** The order of keys is that of contract 8; ours come behind. */
function orderChecked({ method, path, verdict, reason, status, usedAt, notes }: CheckedEndpoint): CheckedEndpoint {
  return { method, path, verdict, reason, status, usedAt, notes };
}

export function renderJson(result: ProbeResult): string {
  const { schemaVersion, command, baseUrl, stopped, checked, accounting, legacy, notices } = result;
  const ordered = {
    schemaVersion,
    command,
    baseUrl,
    stopped,
    checked: checked.map(orderChecked),
    accounting,
    ...(legacy === undefined ? {} : { legacy }),
    notices,
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}
