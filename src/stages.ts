import type { ApplyOptions, ApplyResult } from './apply/apply.ts';
import type { Catalog } from './contract/catalog.ts';
import type { Analysis } from './model/analysis.ts';
import type { ClientOption, DiscoverOptions, PlanOptions } from './model/options.ts';
import type { Plan } from './model/plan.ts';
import type { FileProblem, Project, SkippedFile } from './model/project.ts';

/** The stages as functions of the run: replaced in tests, loaded when reached in production. */
export interface Stages {
  discover(options: DiscoverOptions): Promise<Project>;
  analyze(project: Project, options: AnalyzeOptions): Promise<Analysis>;
  plan(analysis: Analysis, catalog: Catalog, options: PlanOptions, facts: ProjectFacts): Promise<Plan>;
  apply(plan: Plan, project: Project, options: ApplyOptions): Promise<ApplyResult>;
}

export interface AnalyzeOptions {
  readonly words: readonly string[];
  readonly clients: readonly ClientOption[];
}

/** What plan has to know of the tree to account for every file. */
export interface ProjectFacts {
  readonly seen: number;
  readonly noCandidate: number;
  readonly skipped: readonly SkippedFile[];
  readonly problems: readonly FileProblem[];
}

/** Ctrl-C arrived before anything was written. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** Each stage is imported when it is reached: `check` of a tree without candidates loads no parser. */
export const STAGES: Stages = {
  discover: async (options) => (await import('./discover/discover.ts')).discover(options),
  analyze: async (project, options) => (await import('./analyze/analyze.ts')).analyze(project, options),
  plan: async (analysis, catalog, options, facts) =>
    (await import('./plan/plan.ts')).plan(analysis, catalog, options, facts),
  apply: async (plan, project, options) => (await import('./apply/apply.ts')).apply(plan, project, options),
};
