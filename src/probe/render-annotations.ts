import type { ProbeResult } from '../model/probe-result.ts';
import { renderCommand } from '../workflow-commands.ts';
import { explainStop } from './explain-reason.ts';
import { describeEndpoint, judgeLevel, listIssues } from './issues.ts';

const TITLE = 'v1-migrate probe';

/** Annotations of GitHub Actions: refuted endpoints are errors, open questions warnings. */
export function renderAnnotations(result: ProbeResult, prefix: string): string {
  const { checked, stopped } = result;
  const placed = listIssues(result, prefix).map(({ level, message, file, line }) =>
    renderCommand(level, { file, line, title: TITLE }, message),
  );
  const unplaced = checked.flatMap((endpoint) => {
    const level = endpoint.usedAt.length === 0 ? judgeLevel(endpoint) : null;
    return level === null ? [] : [renderCommand(level, { title: TITLE }, describeEndpoint(endpoint))];
  });
  const stop = stopped === null ? [] : [renderCommand('error', { title: TITLE }, explainStop(stopped))];
  return [...stop, ...placed, ...unplaced].map((line) => `${line}\n`).join('');
}
