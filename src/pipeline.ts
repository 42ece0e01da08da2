import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Settings } from './config/settings.ts';
import { getCatalogWords, OLD_KEY_HEADER } from './contract/catalog.ts';
import { createEmptyAnalysis } from './empty-analysis.ts';
import type { Analysis } from './model/analysis.ts';
import { IGNORE_MARK, MARKER_MARK } from './model/comment.ts';
import type { BaseOption } from './model/options.ts';
import type { AskedEndpoint, Edit, Plan } from './model/plan.ts';
import type { Project } from './model/project.ts';
import { Interrupted, STAGES, type Stages } from './stages.ts';

/** What a run needs beside its settings; everything is optional for the caller of the library. */
export interface RunContext {
  readonly stages?: Stages;
  /** Stops the run between two stages. */
  readonly signal?: AbortSignal;
  /** Told what begins now, in words for a progress line. */
  readonly onProgress?: (step: string) => void;
}

export interface PipelineResult {
  readonly project: Project;
  readonly plan: Plan;
  /** The plan anew, now that the live platform was asked for its endpoints. */
  planAgain(asked: readonly AskedEndpoint[]): Promise<Plan>;
  /** Files in scope in which nothing can matter. */
  readonly noCandidate: readonly string[];
}

/** What a base looks like in source: its host, the end of it in a regular expression, or the name of its variable. */
function listBaseTexts({ base }: BaseOption): readonly string[] {
  if (base.startsWith('env:')) return [base.slice('env:'.length)];
  const { host } = new URL(base);
  const [, last] = /([\w-]+\.[\w-]+)$/.exec(host) ?? [];
  return last === undefined ? [host] : [host, last.replace('.', '\\.')];
}

/** Files in scope that are in no other bucket of the report. */
function listNoCandidate(project: Project, analysis: Analysis): readonly string[] {
  const accounted = new Set([
    ...analysis.analysedFiles,
    ...[...project.problems, ...analysis.problems].map(({ file }) => file),
  ]);
  return project.seen.filter((file) => !accounted.has(file));
}

const MAX_NAMED_PAGES = 3;

/** Scripts in pages are not analysed: that some of them name the platform must not go unsaid. */
function describePages(project: Project, { bases }: Pick<Plan, 'bases'>): readonly string[] {
  const hosts = bases.flatMap(({ base }) => (base.startsWith('env:') ? [] : [new URL(base).host]));
  const pages = hosts.length === 0 ? [] : project.findPages(hosts);
  const own = pages.flatMap(({ path, text }) => {
    const scripts = [...text.matchAll(/<script\b[^>]*>(.*?)<\/script/gis)].map(([, code = '']) => code.toLowerCase());
    return hosts.some((host) => scripts.some((code) => code.includes(host))) ? [path] : [];
  });
  if (own.length === 0) return [];
  const named = own.slice(0, MAX_NAMED_PAGES).join(', ');
  const more = own.length > MAX_NAMED_PAGES ? ` and ${own.length - MAX_NAMED_PAGES} more` : '';
  return [
    `scripts in HTML pages are not analysed; ${own.length === 1 ? 'one names' : `${own.length} pages name`} a base: ${named}${more}`,
  ];
}

const ALL_LEFT_OUT = 'all source files found here are left out; --verbose names them';
const NONE_FOUND = 'no source file was found here; the paths, include, exclude and .gitignore say which are';

/** A base that is a slip of another: nothing is found, in a tree that has work left. */
const MISTYPED = /^no request goes to .* Did you mean /;

/** Silence would look like success. */
export function isSaidAnyway(notice: string): boolean {
  return notice === ALL_LEFT_OUT || notice === NONE_FOUND || MISTYPED.test(notice);
}

/** Who names a file wants it looked at, and would take silence for that. */
export function describeScope({ seen, refused, skipped }: Project): readonly string[] {
  const named = refused.map(({ path, why }) => `${path} was not looked at: ${why}`);
  if (seen.length > 0 || named.length > 0) return named;
  return [skipped.length > 0 ? ALL_LEFT_OUT : NONE_FOUND];
}

export function isInterrupted({ signal }: RunContext): boolean {
  return signal?.aborted === true;
}

export function throwIfInterrupted(context: RunContext): void {
  if (isInterrupted(context)) throw new Interrupted();
}

/** Lets a pending Ctrl-C arrive: the stages are synchronous, so signals are only seen between them. */
async function begin(step: string, context: RunContext): Promise<void> {
  context.onProgress?.(step);
  await nextTurn();
  throwIfInterrupted(context);
}

/** discover → analyze → plan. Reads files, writes none. */
export async function runPipeline(settings: Settings, context: RunContext = {}): Promise<PipelineResult> {
  const stages = context.stages ?? STAGES;
  const { cwd, paths, include, exclude, globCwd, gitignore } = settings;
  const { catalog, clients, bases, baseFlag, evidence, levels, annotate } = settings;
  const words = getCatalogWords(catalog);

  await begin('looking for files', context);
  const texts = [
    ...bases.flatMap(listBaseTexts),
    OLD_KEY_HEADER,
    IGNORE_MARK,
    ...(annotate === undefined ? [] : [MARKER_MARK]),
  ];
  const project = await stages.discover({ cwd, paths, include, exclude, globCwd, gitignore, words, texts });

  await begin(`analysing ${project.candidates.length} of ${project.seen.length} files`, context);
  const analysis =
    project.candidates.length === 0
      ? createEmptyAnalysis(project)
      : await stages.analyze(project, { words, versionPrefix: catalog.versionPrefix, clients });

  const noCandidate = listNoCandidate(project, analysis);
  await begin('planning', context);
  const facts = {
    seen: project.seen.length,
    noCandidate: noCandidate.length,
    skipped: project.skipped,
    problems: project.problems,
  };
  const makePlan = async (asked?: readonly AskedEndpoint[]): Promise<Plan> => {
    const plan = await stages.plan(analysis, catalog, { bases, baseFlag, evidence, levels, annotate, asked }, facts);
    return { ...plan, notices: [...plan.notices, ...describePages(project, plan)] };
  };
  return { project, plan: await makePlan(), planAgain: makePlan, noCandidate };
}

function isRemoval({ transform, text }: Edit): boolean {
  return transform === 'mark-manual-work' && text === '';
}

function nameEdit({ file, start, end }: Edit): string {
  return `${file} ${start} ${end}`;
}

/**
 * The plan of a part without those removals of comments that a run over the whole tree would not make: what a comment
 * was written for may stand outside of the part.
 */
export async function keepMarkers(
  result: PipelineResult,
  settings: Settings,
  context: RunContext,
): Promise<PipelineResult> {
  const isPart = settings.include.length > 0 || settings.paths.some((path) => path !== '.');
  const { plan } = result;
  if (!isPart || !plan.edits.some(isRemoval)) return result;
  const whole = await runPipeline({ ...settings, paths: [], include: [], annotate: 'sync' }, context);
  const agreed = new Set(whole.plan.edits.filter(isRemoval).map(nameEdit));
  const edits = plan.edits.filter((edit) => !isRemoval(edit) || agreed.has(nameEdit(edit)));
  return { ...result, plan: { ...plan, edits } };
}
