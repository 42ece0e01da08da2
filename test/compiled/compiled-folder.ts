import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compileSources } from './compile-sources.ts';

/** Inside node_modules, so that the packages are found from there, and that the runner leaves what it holds to Node. */
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache');

/** Gives a run of the tests its compiled sources, once whatever the number of its projects, and takes them away at the end. */
export default function setUp({ vitest }: TestProject): (() => void) | undefined {
  if (process.env.V1_COMPILED !== undefined) return undefined;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'v1-migrate-'));
  // Whoever watches sees what changes, so the runner loads the sources themselves.
  if (!vitest.config.watch) compileSources(join(folder, 'sources'));
  process.env.V1_COMPILED = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
