import { type SourceComment, TOOL_NAME } from '../model/comment.ts';
import type { Finding } from '../model/plan.ts';

/** The comment above work that is left for a person (contract 6.5), and how it is known again: as long as nobody wrote more into it. */

const MARKER = new RegExp(`^\\s*TODO\\(${TOOL_NAME}\\): ([a-z][\\w-]*) (VM-[0-9a-f]+) - .*$`);

interface MarkerName {
  readonly code: string;
  readonly id: string;
}

/** What is to be done on one line, without what would end a comment. */
export function renderMarker({ code, id, hint }: Pick<Finding, 'code' | 'id' | 'hint'>, style: 'line' | 'jsx'): string {
  const todo = hint.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();
  const text = `TODO(${TOOL_NAME}): ${code} ${id} - ${todo}`;
  return style === 'jsx' ? `{/* ${text} */}` : `// ${text}`;
}

/** The finding that a comment was written for; null for every comment that is not ours. */
export function readMarker(comment: Pick<SourceComment, 'text'>): MarkerName | null {
  const [, code, id] = MARKER.exec(comment.text) ?? [];
  return code === undefined || id === undefined ? null : { code, id };
}
