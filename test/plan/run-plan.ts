import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { apply } from '../../src/apply/apply.ts';
import { loadSettings } from '../../src/config/load-settings.ts';
import type { SettingsInput } from '../../src/config/settings.ts';
import type { Annotate } from '../../src/model/options.ts';
import type { Finding, Plan } from '../../src/model/plan.ts';
import type { FileProblem } from '../../src/model/project.ts';
import { runPipeline } from '../../src/pipeline.ts';
import { applyTextEdits } from '../../src/syntax/text-edits.ts';

export type Files = Readonly<Record<string, string>>;

export interface PlannedRun {
  readonly plan: Plan;
  /** The files with the plan's edits made. */
  readonly after: Files;
  readonly errors: readonly FileProblem[];
}

export const BASE = 'https://api.voice.example';

export function plantFiles(files: Files): string {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'v1-plan-')));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

/** discover → analyze → plan → apply over these files, as a dry run. */
export async function runPlan(
  files: Files,
  input: Partial<SettingsInput> = {},
  annotate?: Annotate,
): Promise<PlannedRun> {
  const settings = loadSettings({
    cwd: plantFiles(files),
    paths: [],
    baseUrls: [BASE],
    config: undefined,
    include: [],
    exclude: [],
    gitignore: true,
    evidence: 'family',
    today: '2026-06-01',
    ...input,
  });
  const { project, plan } = await runPipeline({ ...settings, annotate });
  const applied = await apply(plan, project, { dryRun: true, allowDirty: true, transforms: null });
  const editsOf = (name: string) => plan.edits.filter(({ file }) => file === name);
  const after = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, applyTextEdits(text, editsOf(name))]),
  );
  return { plan, after, errors: [...plan.errors, ...applied.errors] };
}

/** `file:line code`, to read at a glance. */
export function nameFindings(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ file, line, code }) => `${file}:${line} ${code}`);
}
