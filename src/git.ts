import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The one place that starts git. A repository that was downloaded must not choose a program to run: `core.fsmonitor` names
 * one, each `filter` does, and so can a remote that is asked for an object that is not there. And who only asks must not
 * write: no index is refreshed, so no lock is in the way of whoever works there.
 */

const OPTIONS: readonly string[] = ['-c', 'core.fsmonitor=false', '--no-optional-locks', '--literal-pathspecs'];
/** What hooks and managers of dotfiles set: git would speak of another repository than that of the folder it is asked in. */
const REPOSITORY = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR', 'GIT_NAMESPACE'];

const FILTERS = ['config', '--null', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|process|smudge)$'];

const run = promisify(execFile);

function makeOptions(cwd: string): {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly maxBuffer: number;
} {
  const env = Object.entries(process.env).filter(([name]) => !REPOSITORY.includes(name.toUpperCase()));
  return {
    cwd,
    env: { ...Object.fromEntries(env), GIT_ALLOW_PROTOCOL: 'none' },
    maxBuffer: Number.POSITIVE_INFINITY,
  };
}

/** What git prints. Throws what `execFile` throws. */
export async function runGit(cwd: string, args: readonly string[]): Promise<string> {
  return (await run('git', [...OPTIONS, ...args], makeOptions(cwd))).stdout;
}

/** The same at once; null when git is missing or refuses (a repository of somebody else's). */
export function runGitSync(cwd: string, args: readonly string[]): string | null {
  const result = spawnSync('git', [...OPTIONS, ...args], { ...makeOptions(cwd), encoding: 'utf8' });
  return result.error !== undefined || result.status !== 0 ? null : result.stdout;
}

/**
 * Options in front of a command that compares files with what is committed: no filter runs, so a file that goes through one
 * counts as changed once it was touched. Throws for a filter that cannot be named in an option.
 */
export async function listFilterOptions(cwd: string): Promise<readonly string[]> {
  const found = await runGit(cwd, FILTERS).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 1) return ''; // none
    throw error;
  });
  const filters = new Set(
    found
      .split('\0')
      .filter((key) => key !== '')
      .map((key) => key.slice(0, key.lastIndexOf('.'))),
  );
  return [...filters].flatMap((filter) => {
    if (filter.includes('=')) throw new Error(`the filter ${filter} has a sign in its name that no option can hold`);
    return ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${filter}.${setting}`]);
  });
}
