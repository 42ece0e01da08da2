import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { discover } from '../../src/discover/discover.ts';
import type { DiscoverOptions } from '../../src/model/options.ts';
import type { Project } from '../../src/model/project.ts';

/** Text, bytes, or where a symbolic link leads. */
export type TreeContent = string | Buffer | { readonly link: string };

const made: string[] = [];
afterAll(() => {
  for (const root of made) rmSync(root, { recursive: true, force: true });
});

/** A real folder with these files, removed when the tests of the importing file have ended. */
export function createTree(files: Readonly<Record<string, TreeContent>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'v1-migrate-')));
  made.push(root);
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(full, content);
    else symlinkSync(content.link, full);
  }
  return root;
}

export function runGit(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}

/** The same as a repository; `tracked` are added to its index. */
export function createRepository(
  files: Readonly<Record<string, TreeContent>>,
  tracked: readonly string[] = ['.'],
): string {
  const root = createTree(files);
  runGit(root, 'init', '-q');
  if (tracked.length > 0) runGit(root, 'add', '-f', '--', ...tracked);
  return root;
}

const DEFAULTS: Omit<DiscoverOptions, 'cwd'> = {
  paths: [],
  include: [],
  exclude: [],
  gitignore: true,
  words: ['calls', 'agents', 'agents2', 'batch-calls'],
  texts: ['api.voice.example', 'VOICE_API_URL'],
};

export function discoverIn(cwd: string, options: Partial<DiscoverOptions> = {}): Project {
  return discover({ ...DEFAULTS, cwd, ...options });
}

export function listCandidates(project: Project): readonly string[] {
  return project.candidates.map(({ path }) => path);
}
