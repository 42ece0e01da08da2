import type { CheckedEndpoint, LegacyComparison, ProbeResult } from '../model/probe-result.ts';
import { describeCounts } from './describe-counts.ts';
import { escapeMarkup } from './escape-markup.ts';
import { explainReason, explainStop } from './explain-reason.ts';

/** One page without scripts and without anything from elsewhere. */

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1d2433;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #d8dce5}
code{font-family:ui-monospace,monospace}.confirmed,.exists{color:#0b6b3a}.absent,.drift{color:#a3121f}.denied,.unverified{color:#7a4b00}.not-sent{color:#4f586b}
@media (prefers-color-scheme:dark){body{color:#e6e9f0;background:#14171f}th,td{border-color:#343b4b}.confirmed,.exists{color:#6fd39c}.absent,.drift{color:#ff9a9f}.denied,.unverified{color:#f0c274}.not-sent{color:#a9b1c3}}`;

function renderRow(checked: CheckedEndpoint): string {
  const { verdict, method, path, usedAt, status, notes } = checked;
  const why = explainReason(checked) + (status === null ? '' : ` (${status})`);
  const cells = [
    `<td class="${verdict}"><strong>${verdict}</strong></td>`,
    `<td>${escapeMarkup(method ?? '?')}</td>`,
    `<td><code>${escapeMarkup(path)}</code></td>`,
    `<td>${usedAt.map((place) => `<code>${escapeMarkup(place)}</code>`).join('<br>')}</td>`,
    `<td>${[why, ...notes].map(escapeMarkup).join('<br>')}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

function renderTwin({ legacyPath, path, outcome, differences, notes }: LegacyComparison): string {
  const said = [...differences, ...notes].map((text) => `<br>${escapeMarkup(text)}`).join('');
  return `<li><code>${escapeMarkup(legacyPath)}</code> beside <code>${escapeMarkup(path)}</code>: ${outcome}${said}</li>`;
}

export function renderHtml(result: ProbeResult): string {
  const { baseUrl, stopped, checked, legacy = [], notices } = result;
  const stop = stopped === null ? [] : [`<p class="absent"><strong>${escapeMarkup(explainStop(stopped))}</strong></p>`];
  const twins =
    legacy.length === 0 ? [] : ['<h2>Legacy twins, by shape</h2>', '<ul>', ...legacy.map(renderTwin), '</ul>'];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>Probe of ${escapeMarkup(baseUrl)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>Probe of ${escapeMarkup(baseUrl)}</h1>`,
    ...stop,
    `<p>${escapeMarkup(describeCounts(result))}.</p>`,
    '<table>',
    '<thead><tr><th scope="col">verdict</th><th scope="col">method</th><th scope="col">route</th><th scope="col">used at</th><th scope="col">why</th></tr></thead>',
    '<tbody>',
    ...checked.map(renderRow),
    '</tbody>',
    '</table>',
    ...twins,
    ...notices.map((notice) => `<p>${escapeMarkup(notice)}</p>`),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
