import type { ProbeResult } from '../model/probe-result.ts';

interface JudgeOptions {
  readonly strict: boolean;
  /** Files were not analysed: what they call was not asked for, and so is unverified. */
  readonly isCodeUnread: boolean;
}

/** Exit codes of the probe (contract 3 and 8). 2 is every UserError. Where nothing was asked, nothing was verified. */
export function judgeProbe({ stopped, checked }: ProbeResult, options: JudgeOptions): 0 | 1 | 3 | 130 {
  if (stopped === 'interrupted') return 130;
  const isRefuted = checked.some(({ verdict }) => verdict === 'absent' || verdict === 'drift');
  if (isRefuted || stopped === 'auth-off') return 1;
  if (stopped === 'key-refused' || stopped === 'no-platform') return 3;
  const isOpen = options.isCodeUnread || checked.some(({ verdict }) => verdict === 'unverified');
  const isNothing = checked.every(({ verdict }) => verdict === 'unverified' || verdict === 'not-sent');
  return isNothing || (options.strict && isOpen) ? 3 : 0;
}
