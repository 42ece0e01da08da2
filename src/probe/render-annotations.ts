import type { CheckedEndpoint, ProbeResult } from '../model/probe-result.ts';
import { explainReason, explainStop } from './explain-reason.ts';

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function renderOne(level: 'error' | 'warning', checked: CheckedEndpoint): readonly string[] {
  const text = escapeData(`${checked.method ?? '?'} ${checked.path} is ${checked.verdict}: ${explainReason(checked)}`);
  if (checked.usedAt.length === 0) return [`::${level} title=v1-migrate probe::${text}`];
  return checked.usedAt.map((place) => {
    const end = place.lastIndexOf(':');
    const where = `file=${escapeProperty(place.slice(0, end))},line=${escapeProperty(place.slice(end + 1))}`;
    return `::${level} ${where},title=v1-migrate probe::${text}`;
  });
}

/** Annotations of GitHub Actions: refuted endpoints are errors, open questions warnings. */
export function renderAnnotations({ checked, stopped }: ProbeResult): string {
  const lines = checked.flatMap((endpoint) => {
    if (endpoint.verdict === 'absent' || endpoint.verdict === 'drift') return renderOne('error', endpoint);
    const isOpen = endpoint.verdict === 'denied' || endpoint.verdict === 'unverified';
    return isOpen ? renderOne('warning', endpoint) : [];
  });
  const stop = stopped === null ? [] : [`::error title=v1-migrate probe::${escapeData(explainStop(stopped))}`];
  return [...stop, ...lines].map((line) => `${line}\n`).join('');
}
