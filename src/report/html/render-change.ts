import type { Location } from '../../model/location.ts';
import type { ReportedFinding } from '../../model/report.ts';
import { type FileDiff, listChangeLines } from '../change-lines.ts';
import { computeFingerprint } from '../fingerprint.ts';
import { describeMark, type Issue } from '../issues.ts';
import { maskLine } from '../mask.ts';
import { describeFamily, describeFolder, describeStatus } from './describe-finding.ts';
import { escapeHtml } from './escape-html.ts';
import { renderLines } from './render-lines.ts';

/** What one file has to offer for its findings. */
export interface FileFacts {
  readonly diff: FileDiff | undefined;
  /** Lines of the source; null when it is not at hand. */
  readonly lines: readonly string[] | null;
  /** Lines that hold a literal key, which are never shown. */
  readonly secretLines: ReadonlySet<number>;
  hideKeys(source: string): string;
}

function renderPlace({ file, line, column }: Location): string {
  return `<code>${escapeHtml(file)}:${line}:${column}</code>`;
}

function renderProof({ requests, trail }: ReportedFinding): string {
  const items = [
    ...requests.map((use) => `<li>${use.method ?? 'request'} by ${escapeHtml(use.client)} at ${renderPlace(use)}`),
    ...trail.map((step) => `<li>from ${renderPlace(step)} <code>${escapeHtml(step.text)}</code>`),
  ];
  if (items.length === 0) return '';
  const title = `${requests.length === 1 ? '1 request' : `${requests.length} requests`}, ${trail.length === 1 ? '1 step' : `${trail.length} steps`} to the base`;
  return `<details><summary>${title}</summary><ol>${items.join('')}</ol></details>`;
}

/** The diff of the finding, or where there is none the line it stands in. */
function renderSource(issue: Issue, { diff, lines, secretLines, hideKeys }: FileFacts): string {
  const { finding, line } = issue;
  const changed = finding === null || diff === undefined ? [] : listChangeLines(finding, diff);
  if (changed.length > 0) return renderLines(changed);
  const text = lines?.[line - 1];
  if (text === undefined || text.length > 500 || secretLines.has(line)) return '';
  return renderLines([{ kind: 'context', number: line, text: maskLine(hideKeys(text), lines?.[line - 2]) }]);
}

/** Edits speak for themselves; everything else says why and what to do. */
function renderWords({ finding, message, hint, mark }: Issue): string {
  const words = [
    ...(mark === null ? [] : [describeMark(mark)]),
    ...(finding?.fix === 'auto' ? [] : message.includes(hint) ? [message] : [message, hint]),
  ];
  return words.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
}

function renderTitle({ finding, subject, code }: Issue): string {
  if (finding === null) return escapeHtml(subject);
  return finding.legacyPath === null ? `${code}: ${escapeHtml(subject)}` : escapeHtml(subject);
}

/** `anchor` is the id of the element; null where an id stands twice. */
export function renderChange(issue: Issue, facts: FileFacts, anchor: string | null): string {
  const { id, code, level, line, column, finding } = issue;
  const status = describeStatus(issue);
  const fingerprint = finding === null ? null : computeFingerprint(finding, facts.diff);
  const data = [
    `data-code=${code} data-level=${level} data-status="${status}"`,
    `data-family="${escapeHtml(describeFamily(issue))}" data-folder="${escapeHtml(describeFolder(issue))}"`,
    ...(fingerprint === null ? [] : [`data-hash=${fingerprint}`]),
  ].join(' ');
  const tags = [level, code, status, ...(finding?.evidence ? [`evidence ${finding.evidence}`] : [])];
  return [
    `<article${anchor === null ? '' : ` id=${anchor}`} tabindex=-1 data-id=${id} ${data}>`,
    `<h3>${renderTitle(issue)} <a href="#${id}">${id}</a></h3>`,
    `<p class=m><span class=${level}>${tags[0]}</span> ${tags.slice(1).join(' · ')} · line ${line}:${column}</p>`,
    renderWords(issue),
    renderSource(issue, facts),
    finding === null ? '' : renderProof(finding),
    '</article>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
