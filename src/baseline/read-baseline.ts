import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readNamed, UserError } from '../errors.ts';
import { type Baseline, EMPTY_BASELINE } from './baseline.ts';
import { parseBaseline } from './parse-baseline.ts';

/** The baseline in a file; one that is not there yet is empty where it `mayBeMissing`. Throws UserError. */
export function readBaseline(cwd: string, file: string, mayBeMissing: boolean): Baseline {
  const path = resolve(cwd, file);
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry?.isFile() === true)
    return parseBaseline(
      readNamed(`--baseline: ${file}`, () => readFileSync(path, 'utf8')),
      file,
    );
  if (entry === undefined && mayBeMissing) return EMPTY_BASELINE;
  throw new UserError(`--baseline: there is no file ${file}.`, {
    hint: `To make it: v1-migrate check --baseline ${file} --update-baseline`,
  });
}
