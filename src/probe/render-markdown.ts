import type { CheckedEndpoint, ProbeResult } from '../model/probe-result.ts';
import { explainReason, explainStop } from './explain-reason.ts';
import { cleanText } from './issues.ts';

/** Text in a cell: neither the table nor HTML may begin in a file name. */
function escapeCell(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\|`*_[\]]/g, '\\$&');
}

function renderRow(checked: CheckedEndpoint): string {
  const { verdict, method, path, usedAt, status } = checked;
  const why = explainReason(checked) + (status === null ? '' : ` (${status})`);
  return `| ${[verdict, method ?? '?', path, usedAt.join(', '), why].map(escapeCell).join(' | ')} |`;
}

export function renderMarkdown(result: ProbeResult): string {
  const { checked, stopped, baseUrl, accounting } = result;
  const stop = stopped === null ? [] : [explainStop(stopped), ''];
  return [
    `# Probe of ${escapeCell(baseUrl)}`,
    '',
    ...stop,
    '| verdict | method | route | used at | why |',
    '|---|---|---|---|---|',
    ...checked.map(renderRow),
    '',
    `${accounting.requestsSent} requests, ${accounting.keylessUnsafe} of them writes without key and body.`,
    '',
  ].join('\n');
}
