import type { Edit } from '../model/plan.ts';

/** The edits by file or by transform, both in the order of the plan. */
export function groupEdits(edits: readonly Edit[], by: 'file' | 'transform'): ReadonlyMap<string, readonly Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) {
    const group = groups.get(edit[by]);
    if (group === undefined) groups.set(edit[by], [edit]);
    else group.push(edit);
  }
  return groups;
}
