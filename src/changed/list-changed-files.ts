import { UserError } from '../errors.ts';
import { listFilterOptions, runGit } from '../git.ts';

/** Asks git what a branch changes, so that a check can speak of that alone. */

export interface ChangedFiles {
  /** Relative to the folder asked about, with "/". */
  readonly files: ReadonlySet<string>;
  /** What was compared with, as named or chosen. */
  readonly ref: string;
  /** The commit at which the branch left it. */
  readonly mergeBase: string;
}

/** Where a CI system says what a change is to be merged into; then what a default branch is called. */
export function listDefaultRefs(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const github = env.GITHUB_BASE_REF ?? '';
  const gitlab = env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME ?? '';
  const targets = [github, gitlab].filter((name) => name !== '').map((name) => `origin/${name}`);
  return targets.length > 0 ? targets : ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];
}

/** Null when git says no. */
async function askGit(cwd: string, args: readonly string[]): Promise<string | null> {
  try {
    return await runGit(cwd, args);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new UserError('--changed needs git, which is not installed.');
    }
    return null;
  }
}

/** Does git know this as a commit? */
export async function isCommit(cwd: string, ref: string): Promise<boolean> {
  return (await askGit(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])) !== null;
}

async function isShallow(cwd: string): Promise<boolean> {
  return (await askGit(cwd, ['rev-parse', '--is-shallow-repository']))?.trim() === 'true';
}

async function explainMissing(cwd: string, message: string, otherwise: string): Promise<UserError> {
  const hint = (await isShallow(cwd))
    ? 'This clone is shallow. Fetch the history: fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 for GitLab, or git fetch --unshallow.'
    : otherwise;
  return new UserError(message, { hint });
}

async function chooseRef(cwd: string, refs: readonly string[]): Promise<string> {
  for (const ref of refs) if (await isCommit(cwd, ref)) return ref;
  const message = `--changed: git knows no commit ${refs.join(', ')}.`;
  throw await explainMissing(
    cwd,
    message,
    'Name what to compare with: --changed=<branch or commit>; a branch may have to be fetched.',
  );
}

function splitNames(output: string | null, what: string): readonly string[] {
  if (output === null) throw new UserError(`--changed: git could not list ${what}.`);
  return output.split('\0').filter((name) => name !== '');
}

/**
 * The files below `cwd` that differ from where HEAD left the first of `refs` that exists: committed or not, staged or
 * not, and untracked. Throws UserError rather than take an empty answer for "nothing changed".
 */
export async function listChangedFiles(cwd: string, refs: readonly string[]): Promise<ChangedFiles> {
  if ((await askGit(cwd, ['rev-parse', '--git-dir'])) === null) {
    throw new UserError('--changed: this folder is in no git repository, or git refuses to read it.');
  }
  const ref = await chooseRef(cwd, refs);
  const base = (await askGit(cwd, ['merge-base', '--end-of-options', ref, 'HEAD']))?.trim() ?? '';
  if (base === '') {
    const message = `--changed: ${ref} and HEAD have no commit in common here.`;
    throw await explainMissing(cwd, message, 'Name a commit of the same history: --changed=<commit>.');
  }
  const filters = await listFilterOptions(cwd);
  const diff = [...filters, 'diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--relative', base];
  const untracked = ['ls-files', '--others', '--exclude-standard', '-z'];
  const [changed, added] = await Promise.all([askGit(cwd, diff), askGit(cwd, untracked)]);
  const files = new Set([...splitNames(changed, 'changed files'), ...splitNames(added, 'new files')]);
  return { files, ref, mergeBase: base.slice(0, 10) };
}
