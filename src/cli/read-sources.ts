import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { RunResult } from '../migrate.ts';

const MAX_SOURCE = 5_000_000;

/** Sources for a report that was saved: a report can name any file, so only those below `cwd` are read. */
export function createDiskReader(cwd: string): RunResult['readSource'] {
  const root = realpathSync(cwd) + sep;
  return (file) => {
    try {
      const path = realpathSync(resolve(cwd, file));
      const entry = statSync(path);
      if (!path.startsWith(root) || !entry.isFile() || entry.size > MAX_SOURCE) return null;
      return readFileSync(path, 'utf8');
    } catch {
      return null; // the report may be read where its code is not
    }
  };
}
