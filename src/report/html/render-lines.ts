import type { ChangeLine } from '../change-lines.ts';
import { escapeHtml } from './escape-html.ts';
import { findDifference } from './mark-words.ts';

/** Lines of source as elements that mean something without style: `del` and `ins`, the changed words in `b`. */

function renderMarked(text: string, start: number, end: number): string {
  const marked = text.slice(start, end);
  return `${escapeHtml(text.slice(0, start))}${marked === '' ? '' : `<b>${escapeHtml(marked)}</b>`}${escapeHtml(text.slice(end))}`;
}

function renderLine({ kind, number, text }: ChangeLine, html = escapeHtml(text)): string {
  const tag = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
  return `<${tag} data-n=${number}>${html === '' ? ' ' : html}</${tag}>`;
}

function renderPair(removed: ChangeLine, added: ChangeLine): readonly string[] {
  const { start, oldEnd, newEnd } = findDifference(removed.text, added.text);
  return [
    renderLine(removed, renderMarked(removed.text, start, oldEnd)),
    renderLine(added, renderMarked(added.text, start, newEnd)),
  ];
}

/** A removed line directly before an added one is its pair, and the differing words are marked. */
export function renderLines(lines: readonly ChangeLine[]): string {
  const rendered: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const next = lines[at + 1];
    if (line === undefined) break;
    const isPair = line.kind === 'removed' && next?.kind === 'added' && lines[at - 1]?.kind !== 'removed';
    if (isPair) {
      rendered.push(...renderPair(line, next));
      at += 1;
    } else rendered.push(renderLine(line));
  }
  const isChange = lines.some(({ kind }) => kind !== 'context');
  return `<pre class=${isChange ? '"d c"' : 'd'}>${rendered.join('\n')}</pre>`;
}
