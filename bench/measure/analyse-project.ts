import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { analyze } from '../../src/analyze/analyze.ts';
import { getCatalogWords } from '../../src/contract/catalog.ts';
import { PLATFORM } from '../../src/contract/platform.ts';
import { discover } from '../../src/discover/discover.ts';
import { plan } from '../../src/plan/plan.ts';

/**
 * A process of its own, so that nothing is warm: `analyse <folder>` times the stages of a project and prints which files
 * took part, `parse <folder>` times the bare parser over the files named on stdin.
 */

const [mode, cwd = '.'] = process.argv.slice(2);

function time<T>(run: () => T): readonly [ms: number, result: T] {
  const start = performance.now();
  const result = run();
  return [performance.now() - start, result];
}

function analyseProject(): object {
  const words = getCatalogWords(PLATFORM);
  const base = 'https://api.voice.example';
  const scope = { cwd, paths: [], include: [], exclude: [], gitignore: true, words, texts: ['api.voice.example'] };
  const [discoverMs, project] = time(() => discover(scope));
  const [analyzeMs, analysis] = time(() =>
    analyze(project, { words, versionPrefix: PLATFORM.versionPrefix, clients: [] }),
  );
  const facts = { seen: project.seen.length, noCandidate: 0, skipped: [], problems: [] };
  const choice = { bases: [{ base, source: 'flag' as const }], evidence: 'family' as const, levels: {} };
  const [planMs, planned] = time(() => plan(analysis, PLATFORM, choice, facts));
  const { findings, accounting } = planned;
  return {
    discoverMs,
    analyzeMs,
    planMs,
    files: analysis.analysedFiles,
    findings: findings.length,
    requests: accounting.requests,
  };
}

function parseFiles(): object {
  const files: readonly string[] = JSON.parse(readFileSync(0, 'utf8'));
  const texts = files.map((file) => readFileSync(join(cwd, file), 'utf8'));
  const [parseMs] = time(() => {
    for (const text of texts) parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  });
  return { parseMs };
}

console.log(JSON.stringify(mode === 'parse' ? parseFiles() : analyseProject()));
