import type { CheckedEndpoint, ProbeResult } from '../model/probe-result.ts';
import { escapeMarkup } from './escape-markup.ts';
import { explainReason } from './explain-reason.ts';

function renderCase(checked: CheckedEndpoint): string {
  const { method, path, usedAt, verdict } = checked;
  const name = `name="${escapeMarkup(`${method ?? '?'} ${path}`)}" classname="v1-migrate.probe"`;
  const text = escapeMarkup(`${verdict}: ${explainReason(checked)}`);
  const places = escapeMarkup(usedAt.join('\n'));
  if (verdict === 'absent' || verdict === 'drift') {
    return `    <testcase ${name}><failure message="${text}">${places}</failure></testcase>`;
  }
  if (verdict === 'confirmed' || verdict === 'exists') return `    <testcase ${name}/>`;
  return `    <testcase ${name}><skipped message="${text}"/></testcase>`;
}

export function renderJunit({ checked }: ProbeResult): string {
  const failures = checked.filter(({ verdict }) => verdict === 'absent' || verdict === 'drift').length;
  const proven = checked.filter(({ verdict }) => verdict === 'confirmed' || verdict === 'exists').length;
  const skipped = checked.length - failures - proven;
  const counts = `tests="${checked.length}" failures="${failures}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="v1-migrate probe" ${counts} skipped="${skipped}">`,
    ...checked.map(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
