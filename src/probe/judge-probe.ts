import type { ProbeResult } from '../model/probe-result.ts';

/** Exit codes of the probe (contract 3 and 8). 2 is every UserError. */
export function judgeProbe({ stopped, checked }: ProbeResult, options: { readonly strict: boolean }): 0 | 1 | 3 | 130 {
  if (stopped === 'interrupted') return 130;
  const isRefuted = checked.some(({ verdict }) => verdict === 'absent' || verdict === 'drift');
  if (isRefuted || stopped === 'auth-off') return 1;
  if (stopped === 'key-refused') return 3;
  const isOpen = checked.some(({ verdict }) => verdict === 'unverified');
  const isNothing = checked.every(({ verdict }) => verdict === 'unverified' || verdict === 'not-sent');
  return (isNothing && checked.length > 0) || (options.strict && isOpen) ? 3 : 0;
}
