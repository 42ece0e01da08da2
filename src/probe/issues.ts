import { posix } from 'node:path';
import type { CheckedEndpoint, ProbeResult } from '../model/probe-result.ts';
import { explainReason } from './explain-reason.ts';

/** What formats that point into code want: one entry for each place that uses an endpoint which was not proven. */
export interface ProbeIssue {
  readonly endpoint: CheckedEndpoint;
  readonly level: 'error' | 'warning';
  readonly message: string;
  /** From the root of the repository, with "/". */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Refuted is an error, open a warning; what is there or was left out on purpose is nothing to act on. */
export function judgeLevel({ verdict }: CheckedEndpoint): ProbeIssue['level'] | null {
  if (verdict === 'absent' || verdict === 'drift') return 'error';
  return verdict === 'denied' || verdict === 'unverified' ? 'warning' : null;
}

/** Control characters would command a log or break a format; halves of characters break it, too. */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]/gu, ' ');
}

export function describeEndpoint(endpoint: CheckedEndpoint): string {
  const { method, path, verdict } = endpoint;
  return cleanText(`${method ?? '?'} ${path} is ${verdict}: ${explainReason(endpoint)}`);
}

/** The worst first, each level in the order of the result. `prefix` leads from the root of the repository to the cwd. */
export function listIssues({ checked }: ProbeResult, prefix: string): readonly ProbeIssue[] {
  const all = checked.flatMap((endpoint): readonly ProbeIssue[] => {
    const level = judgeLevel(endpoint);
    if (level === null) return [];
    return endpoint.usedAt.map((place) => {
      const end = place.lastIndexOf(':');
      const file = posix.normalize(prefix + cleanText(place.slice(0, end)));
      return { endpoint, level, message: describeEndpoint(endpoint), file, line: Number(place.slice(end + 1)) };
    });
  });
  return [...all.filter(({ level }) => level === 'error'), ...all.filter(({ level }) => level === 'warning')];
}

/** Endpoints to act on that no code was named for: such a format has no place to put them. */
export function countUnplaced({ checked }: ProbeResult): number {
  return checked.filter((endpoint) => endpoint.usedAt.length === 0 && judgeLevel(endpoint) !== null).length;
}
