import type { ProbeResult } from '../model/probe-result.ts';
import { explainStop } from './explain-reason.ts';
import { describeEndpoint, judgeLevel, listIssues } from './issues.ts';

const TITLE = 'title=v1-migrate probe';

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Annotations of GitHub Actions: refuted endpoints are errors, open questions warnings. */
export function renderAnnotations(result: ProbeResult, prefix: string): string {
  const { checked, stopped } = result;
  const placed = listIssues(result, prefix).map(
    ({ level, message, file, line }) =>
      `::${level} file=${escapeProperty(file)},line=${line},${TITLE}::${escapeData(message)}`,
  );
  const unplaced = checked.flatMap((endpoint) => {
    const level = endpoint.usedAt.length === 0 ? judgeLevel(endpoint) : null;
    return level === null ? [] : [`::${level} ${TITLE}::${escapeData(describeEndpoint(endpoint))}`];
  });
  const stop = stopped === null ? [] : [`::error ${TITLE}::${escapeData(explainStop(stopped))}`];
  return [...stop, ...placed, ...unplaced].map((line) => `${line}\n`).join('');
}
