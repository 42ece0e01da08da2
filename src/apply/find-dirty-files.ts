import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import { listFilterOptions, runGit } from '../git.ts';
import { toRelative } from '../model/paths.ts';

/** Asks git which files hold work that it could not bring back. */

/** Windows takes 32,767 characters of command line; half leaves room for quoting. */
const MAX_ARGUMENT_CHARACTERS = 16_000;
const STATUS = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
/** How `ls-files -v` marks a file that git was told not to look at: `--assume-unchanged`, `--skip-worktree`. */
const UNWATCHED = /^(?:[a-z]|S) /;

interface Target {
  /** As the plan names it. */
  readonly file: string;
  /** Relative to the root of its repository, with "/". */
  readonly inRepository: string;
}

/** A submodule or nested repository has its own `.git`, which the status of the outer one does not look into. */
function findRepository(folder: string, known: Map<string, string | null>): string | null {
  const found = known.get(folder);
  if (found !== undefined) return found;
  const parent = dirname(folder);
  const above = () => (parent === folder ? null : findRepository(parent, known));
  const root = existsSync(join(folder, '.git')) ? folder : above();
  known.set(folder, root);
  return root;
}

async function groupByRepository(cwd: string, files: readonly string[]): Promise<Map<string, Target[]>> {
  const known = new Map<string, string | null>();
  const groups = new Map<string, Target[]>();
  for (const file of files) {
    // A symlink's target is what will be replaced. A file that is gone becomes an error when it is to be written.
    const path = await realpath(join(cwd, file)).catch(() => null);
    const root = path === null ? null : findRepository(dirname(path), known);
    if (path === null || root === null) continue;
    const target = { file, inRepository: toRelative(root, path) };
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [target]);
    else group.push(target);
  }
  return groups;
}

function splitByLength(targets: readonly Target[]): readonly Target[][] {
  const chunks: Target[][] = [[]];
  let length = 0;
  for (const target of targets) {
    length += target.inRepository.length + 3;
    if (length > MAX_ARGUMENT_CHARACTERS) {
      chunks.push([]);
      length = target.inRepository.length + 3;
    }
    chunks.at(-1)?.push(target);
  }
  return chunks;
}

/** Git has no copy of these: a status leaves them out when they are ignored. Names as the disk or the index spells them. */
function listUntracked(names: readonly string[], marked: readonly string[]): readonly string[] {
  const tracked = new Set(marked.map((entry) => entry.slice(2).normalize()));
  return names.filter((name) => !tracked.has(name.normalize()));
}

/** Those whose changes git was told not to see, and that have some. */
async function listUnwatched(root: string, marked: readonly string[]): Promise<readonly string[]> {
  const unwatched = marked.filter((entry) => UNWATCHED.test(entry)).map((entry) => entry.slice(2));
  if (unwatched.length === 0) return [];
  const committed = (await runGit(root, ['ls-files', '--stage', '-z', '--', ...unwatched])).split('\0');
  const hashes = (await runGit(root, ['hash-object', '--no-filters', '--', ...unwatched])).split('\n');
  return unwatched.filter(
    (name, index) => !committed.some((entry) => entry.includes(` ${hashes[index]} `) && entry.endsWith(`\t${name}`)),
  );
}

/** What git says of itself comes last and is advice with paths of this machine; the reason is the line that it calls fatal. */
function explainRefusal(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (text.includes('dubious ownership')) return 'another user owns this folder, so git refuses it (safe.directory)';
  return /^fatal: (.*)$/m.exec(text)?.[1] ?? text.trimEnd().split('\n').at(-1) ?? text;
}

async function askGit(root: string, targets: readonly Target[]): Promise<readonly string[]> {
  const names = targets.map((target) => target.inRepository);
  try {
    const status = await runGit(root, [...(await listFilterOptions(root)), ...STATUS, '--', ...names]);
    const listed = new Set(status.split('\0').map((entry) => entry.slice(3)));
    const marked = (await runGit(root, ['ls-files', '-v', '-z', '--', ...names])).split('\0');
    for (const name of listUntracked(names, marked)) listed.add(name);
    for (const name of await listUnwatched(root, marked)) listed.add(name);
    return targets.filter((target) => listed.has(target.inRepository)).map((target) => target.file);
  } catch (cause) {
    throw new UserError(`git cannot say whether files have uncommitted changes: ${explainRefusal(cause)}`, {
      hint: 'To write all the same, add --allow-dirty.',
      cause,
    });
  }
}

/**
 * Those of `files` (relative to `cwd`) with changes that are not committed; untracked files count, and ignored ones, whose
 * only copy is the one on the disk. Files outside any repository never do: nobody expects git to keep them. Throws UserError when there is a repository and git
 * does not answer.
 */
export async function findDirtyFiles(cwd: string, files: readonly string[]): Promise<readonly string[]> {
  const dirty = new Set<string>();
  for (const [root, targets] of await groupByRepository(cwd, files)) {
    for (const chunk of splitByLength(targets)) {
      for (const file of await askGit(root, chunk)) dirty.add(file);
    }
  }
  return files.filter((file) => dirty.has(file));
}
