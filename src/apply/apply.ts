import { setImmediate } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { keepWithCompanions } from '../model/companions.ts';
import type { Edit, Plan } from '../model/plan.ts';
import type { FileProblem, Project } from '../model/project.ts';
import type { FileChange } from '../model/report.ts';
import { findDirtyFiles } from './find-dirty-files.ts';
import { groupEdits } from './group-edits.ts';
import { loadTransforms, TRANSFORM_NAMES } from './load-transforms.ts';
import { type Rewrite, rewriteFile } from './rewrite-file.ts';
import { writeRewrites } from './write-rewrites.ts';

export interface ApplyOptions {
  readonly dryRun: boolean;
  readonly allowDirty: boolean;
  /** Also in a dry run: what it leads to will write. */
  readonly asksGit?: boolean;
  /** Names of the transforms to run; null: all. */
  readonly transforms: readonly string[] | null;
  readonly signal?: AbortSignal;
}

export interface ApplyResult {
  /** What was written, or in a dry run would be; sorted by file. */
  readonly changes: FileChange[];
  readonly errors: FileProblem[];
  readonly notices: string[];
  /** Files with uncommitted changes; when there are any, nothing was written. */
  readonly dirty: string[];
}

/** Together they take no time that a person who interrupts would notice. */
const FILES_AT_ONCE = 16;

interface Rewrites {
  readonly changes: readonly FileChange[];
  /** The new texts; of a dry run none is kept. */
  readonly done: readonly Rewrite[];
  readonly problems: readonly FileProblem[];
}

function requireKnown(names: readonly string[]): void {
  const unknown = names.find((name) => !TRANSFORM_NAMES.includes(name));
  if (unknown === undefined) return;
  throw new UserError(`There is no transform "${unknown}".`, { hint: `Choose from ${TRANSFORM_NAMES.join(', ')}.` });
}

/** What `--transforms` leaves out, in words: half of a call's migration can be worse than none. */
function describeLeftOut(leftOut: readonly Edit[]): string[] {
  const groups = [...groupEdits(leftOut, 'transform')].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([name, edits]) => `edits left out by --transforms: ${edits.length} of ${name}`);
}

/** Every file is rewritten in memory before the first is written, so that a bug of ours meets an untouched tree. */
async function rewriteAll(
  groups: ReadonlyMap<string, readonly Edit[]>,
  project: Project,
  { dryRun, signal }: ApplyOptions,
): Promise<Rewrites> {
  const changes: FileChange[] = [];
  const done: Rewrite[] = [];
  const problems: FileProblem[] = [];
  if (groups.size === 0) return { changes, done, problems };
  // Loaded only when there is something to edit: it costs 80 ms and `check` never needs it.
  const { default: j } = await import('jscodeshift');
  const transforms = await loadTransforms(groupEdits([...groups.values()].flat(), 'transform').keys());
  for (const [at, [file, edits]] of [...groups].entries()) {
    if (at % FILES_AT_ONCE === 0) await setImmediate(); // lets an interrupt be seen
    if (signal?.aborted) break;
    const source = project.isInScope(file) ? project.load(file) : undefined;
    if (source === undefined) {
      problems.push({
        code: 'unreadable-file',
        file,
        message: 'the file is outside the given paths or cannot be read',
      });
      continue;
    }
    const result = rewriteFile(source, edits, j, transforms);
    if (result.ok) changes.push(result.rewrite.change);
    if (result.ok && !dryRun) done.push(result.rewrite);
    if (!result.ok) problems.push(result.problem);
  }
  return { changes, done, problems };
}

/**
 * Makes the plan's edits: a diff for each file, and unless it is a dry run the files themselves. The only writer of
 * user files. What goes wrong with one file stands in `errors` and leaves that file as it was. Throws UserError for an
 * unknown transform and when git cannot say whether files are dirty.
 */
export async function apply(plan: Plan, project: Project, options: ApplyOptions): Promise<ApplyResult> {
  const { dryRun, allowDirty, transforms: names, signal } = options;
  requireKnown(names ?? []);
  const isChosen = (edit: Edit): boolean => names === null || names.includes(edit.transform);
  const chosen = keepWithCompanions(plan, isChosen);
  const groups = groupEdits(chosen, 'file');
  const kept = new Set(chosen);
  const notices = describeLeftOut(plan.edits.filter((edit) => !kept.has(edit)));
  const isAsked = !allowDirty && (!dryRun || options.asksGit === true);
  const dirty = !isAsked ? [] : await findDirtyFiles(project.cwd, [...groups.keys()]);
  if (dirty.length > 0) return { changes: [], errors: [], notices, dirty: [...dirty] };
  const { changes, done, problems } = await rewriteAll(groups, project, options);
  const result = dryRun ? { changes, errors: [] } : await writeRewrites(project.cwd, done, signal);
  if (signal?.aborted && !dryRun) {
    notices.push(`interrupted: ${result.changes.length} of ${groups.size} files were written`);
  }
  const errors = [...problems, ...result.errors].sort((a, b) => (a.file < b.file ? -1 : 1));
  return { changes: [...result.changes], errors, notices, dirty: [] };
}
