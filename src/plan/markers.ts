import type { Analysis } from '../model/analysis.ts';
import type { CommentPlace, SourceComment } from '../model/comment.ts';
import { computeLineStarts, type Region } from '../model/location.ts';
import type { Annotate } from '../model/options.ts';
import type { Edit, Finding } from '../model/plan.ts';
import { readMarker, renderMarker } from './marker-text.ts';

/**
 * The comments of `--annotate`: one above each place that stays as it is, and none where nothing is left. They belong to
 * no finding, since they settle none.
 */

export interface MarkerPlan {
  readonly edits: readonly Edit[];
  readonly notices: readonly string[];
}

type Sources = Pick<Analysis, 'comments' | 'getText' | 'findCommentPlace' | 'isInScope'>;
type Change = Pick<Edit, 'file' | 'start' | 'end' | 'text'>;

/** Also what no tool and no person can move (`none`): whoever reads the line should learn there that it stays, and why. */
function isLeft({ fix, code }: Finding): boolean {
  // That is about a comment: one above it would say what the finding says, of a line that nobody runs.
  return fix !== 'auto' && code !== 'unused-suppression';
}

function findOffset({ file, line, column }: Region, sources: Sources): number {
  const text = sources.getText(file);
  const bom = line === 1 && text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return (computeLineStarts(text)[line - 1] ?? 0) + column - 1 + bom;
}

/** A place inside text that another edit replaces would be gone with it. */
function findPlace(finding: Finding, planned: readonly Change[], sources: Sources): CommentPlace | null {
  let place = sources.findCommentPlace(finding.file, findOffset(finding, sources));
  for (;;) {
    const { offset } = place ?? { offset: -1 };
    const around = planned.find(({ file, start, end }) => file === finding.file && start < offset && offset < end);
    if (around === undefined) return place;
    place = sources.findCommentPlace(finding.file, around.start);
  }
}

/** The whole line when nothing else stands in it, else the comment with the braces or blanks that only it needs. */
function removeComment({ file, start, end }: SourceComment, sources: Sources): Change {
  const text = sources.getText(file);
  const isBraced = text[start - 1] === '{' && text[end] === '}';
  const [from, to] = isBraced ? [start - 1, end + 1] : [start, end];
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const lineEnd = text.indexOf('\n', to);
  const behind = text.slice(to, lineEnd === -1 ? text.length : lineEnd);
  const before = text.slice(lineStart, from).replace(/^\uFEFF/, '');
  if (before.trim() !== '') return { file, start: from - (/[ \t]*$/.exec(before)?.[0].length ?? 0), end: to, text: '' };
  if (behind.trim() !== '') return { file, start: from, end: to, text: '' };
  const first = lineStart + (text.charCodeAt(lineStart) === 0xfeff ? 1 : 0);
  return { file, start: first, end: lineEnd === -1 ? text.length : lineEnd + 1, text: '' };
}

function toEdit(change: Change): Edit {
  return { ...change, transform: 'mark-manual-work', finding: '' };
}

/**
 * `findings` carry the ids that they will have when the planned edits are made; `add` leaves comments whose cause is not
 * seen as they are, because the cause may be outside of what was looked at.
 */
export function planMarkers(
  findings: readonly Finding[],
  planned: readonly Change[],
  mode: Annotate,
  sources: Sources,
): MarkerPlan {
  const wanted = findings.filter((finding) => isLeft(finding) && sources.isInScope(finding.file));
  const open = new Map(wanted.map((finding) => [`${finding.file} ${finding.code} ${finding.id}`, finding]));
  const removals = sources.comments.flatMap((comment): readonly Change[] => {
    const name = readMarker(comment);
    if (name === null || !sources.isInScope(comment.file)) return [];
    if (open.delete(`${comment.file} ${name.code} ${name.id}`)) return [];
    return mode === 'sync' ? [removeComment(comment, sources)] : [];
  });
  const notices: string[] = [];
  const additions = [...open.values()].flatMap((finding): readonly Change[] => {
    const place = findPlace(finding, planned, sources);
    if (place === null) {
      const { file, line, code, id } = finding;
      notices.push(`${file}:${line} has no place for a comment about ${code} ${id}: its line begins with markup`);
      return [];
    }
    const { offset, indent, style, eol } = place;
    const text = `${indent}${renderMarker(finding, style)}${eol}`;
    return [{ file: finding.file, start: offset, end: offset, text }];
  });
  return { edits: [...removals, ...additions].map(toEdit), notices };
}
