import type { Report } from '../../model/report.ts';
import { count, describeCutoff } from '../describe.ts';
import { groupBy } from '../group-by.ts';
import type { Issue } from '../issues.ts';
import { describeFamily, describeFolder, describeStatus, STATUSES, type Status } from './describe-finding.ts';
import { escapeHtml } from './escape-html.ts';

/** The first screen: how much is automatic, what needs a person, what stays, in words, numbers and one chart. */

const MAX_ROWS = 12;
const BAR_WIDTH = 240;

function countStatuses(issues: readonly Issue[]): ReadonlyMap<Status, number> {
  const groups = groupBy(issues, describeStatus);
  return new Map(STATUSES.map((status) => [status, groups.get(status)?.length ?? 0]));
}

/** The numbers stand beside it, so the bar is for the eye alone. */
function renderBar(counts: ReadonlyMap<Status, number>, longest: number): string {
  let x = 0;
  const parts = [...counts].flatMap(([, number], index) => {
    const width = (number / longest) * BAR_WIDTH;
    const part = number === 0 ? [] : [`<rect class=s${index} x=${x.toFixed(1)} width=${width.toFixed(1)} height=12 />`];
    x += width;
    return part;
  });
  return `<svg viewBox="0 0 ${BAR_WIDTH} 12" width=${BAR_WIDTH} height=12 aria-hidden=true>${parts.join('')}</svg>`;
}

type Row = readonly [name: string, issues: readonly Issue[]];

/** Those with work for a person first: they must not be among the others. */
function chooseRows(rows: readonly Row[]): ReadonlySet<Row> {
  const needsPerson = ([, issues]: Row): number =>
    issues.some((issue) => describeStatus(issue) === 'by hand') ? 1 : 0;
  return new Set([...rows].sort((a, b) => needsPerson(b) - needsPerson(a)).slice(0, MAX_ROWS));
}

function renderTable(title: string, groups: ReadonlyMap<string, readonly Issue[]>, all: readonly Issue[]): string {
  const used = STATUSES.filter((status) => (countStatuses(all).get(status) ?? 0) > 0);
  const rows = [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const kept = chooseRows(rows);
  const shown = rows.filter((row) => kept.has(row));
  const rest = rows.filter((row) => !kept.has(row));
  if (rest.length > 0) shown.push([`${rest.length} others`, rest.flatMap(([, issues]) => issues)]);
  const longest = Math.max(1, ...shown.map(([, issues]) => issues.length));
  const renderRow = (name: string, issues: readonly Issue[], bar: string): string => {
    const counts = countStatuses(issues);
    const cells = used.map((status) => `<td>${counts.get(status) ?? 0}`).join('');
    return `<tr><th scope=row>${name}${cells}<td>${issues.length}<td>${bar}`;
  };
  return [
    `<table><caption>${title}</caption>`,
    `<thead><tr><th scope=col>${title === 'By folder' ? 'folder' : 'family'}${used.map((status) => `<th scope=col><span class=s${STATUSES.indexOf(status)}></span>${status}`).join('')}<th scope=col>all<td></thead>`,
    '<tbody>',
    ...shown.map(([name, issues]) => renderRow(escapeHtml(name), issues, renderBar(countStatuses(issues), longest))),
    `</tbody><tfoot>${renderRow('all', all, '')}</tfoot></table>`,
  ].join('\n');
}

function renderLead(report: Report, issues: readonly Issue[]): string {
  const counts = countStatuses(issues);
  const boxes = STATUSES.flatMap((status, index) => {
    const number = counts.get(status) ?? 0;
    return number === 0 ? [] : [`<li class=s${index}><b>${number}</b> ${status}`];
  });
  const isPast = report.cutoff.daysLeft < 0;
  return [
    `<p class=lead>${count(issues.length, 'finding')}. `,
    `Cut-off <strong${isPast ? ' class=error' : ''}>${describeCutoff(report.cutoff)}</strong>.</p>`,
    boxes.length === 0 ? '<p>Nothing is left to do.</p>' : `<ul class=boxes>${boxes.join('')}</ul>`,
  ].join('');
}

function renderRequests({ accounting, bases }: Report): string {
  const { total, ...parts } = accounting.requests;
  const names = {
    rewrite: 'rewritten',
    move: 'moved',
    manual: 'by hand',
    noEquivalent: 'no v1 form',
    unlisted: 'unlisted',
    unresolved: 'unresolved',
    alreadyV1: 'already v1',
    suppressed: 'suppressed',
  };
  const keys = Object.keys(names) as readonly (keyof typeof names)[]; // keys of the literal above
  const list = keys.flatMap((key) => (parts[key] === 0 ? [] : [`${parts[key]} ${names[key]}`])).join(' + ');
  const where = bases.map(({ base, source }) => `<code>${escapeHtml(base)}</code> (${source})`).join(', ');
  return `<p>${count(total, 'request')}${list === '' ? '' : ` = ${list}`}; ${count(accounting.references.total, 'reference')}; ${count(accounting.files.seen, 'file')} seen, ${accounting.files.analysed} analysed. Base: ${where === '' ? 'none known' : where}.</p>`;
}

export function renderOverview(report: Report, issues: readonly Issue[]): string {
  const tables =
    issues.length === 0
      ? []
      : [
          renderTable('By family', groupBy(issues, describeFamily), issues),
          renderTable('By folder', groupBy(issues, describeFolder), issues),
        ];
  return [
    '<section aria-labelledby=overview class=overview>',
    '<h2 id=overview>Overview</h2>',
    renderLead(report, issues),
    ...tables,
    renderRequests(report),
    '</section>',
  ].join('\n');
}
