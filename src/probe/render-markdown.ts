import { escapeProse } from '../escape/markdown.ts';
import type { CheckedEndpoint, ProbeResult } from '../model/probe-result.ts';
import { explainReason, explainStop } from './explain-reason.ts';
import { cleanText } from './issues.ts';

/** Text in a cell: neither the table, HTML nor a mention may begin in a file name. */
function escapeCell(text: string): string {
  return escapeProse(cleanText(text));
}

function renderRow(checked: CheckedEndpoint): string {
  const { verdict, method, path, usedAt, status } = checked;
  const why = explainReason(checked) + (status === null ? '' : ` (${status})`);
  return `| ${[verdict, method ?? '?', path, usedAt.join(', '), why].map(escapeCell).join(' | ')} |`;
}

export function renderMarkdown(result: ProbeResult): string {
  const { checked, stopped, baseUrl, accounting, notices } = result;
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
    ...notices.flatMap((notice) => [escapeCell(notice), '']),
  ].join('\n');
}
