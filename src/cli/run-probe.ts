import { openConfig } from '../config/read-config.ts';
import type { Settings } from '../config/settings.ts';
import { escapeControls } from '../escape/controls.ts';
import type { EndpointUse } from '../model/plan.ts';
import type { ProbeResult } from '../model/probe-result.ts';
import type { FileProblem } from '../model/project.ts';
import { listDocumented } from '../probe/compile-plan.ts';
import { judgeProbe } from '../probe/judge-probe.ts';
import { probe } from '../probe/probe.ts';
import { renderPlan } from '../probe/render-plan.ts';
import { writeOutput } from '../report/write-output.ts';
import type { ProbeOutput } from './commands/probe.ts';
import { findEndpoints } from './find-endpoints.ts';
import type { Io } from './io.ts';
import { type AccessValues, readCheckedKey, readTerms, requireAddress } from './probe-access.ts';
import { createProgress, type Progress } from './progress.ts';
import { renderProbe } from './render-probe.ts';
import { findPrefix, readSettings, resolveCwd, type ScopeValues } from './scope.ts';
import { CODE_BASE_FLAG } from './verify-values.ts';
import { writeNotices } from './write-notices.ts';

/** Where the key goes when no option says it. */
const ADDRESS_VARIABLE = 'V1_MIGRATE_BASE_URL';

interface ProbeValues extends AccessValues {
  readonly 'base-url'?: string | undefined;
  readonly 'code-base-url'?: readonly string[] | undefined;
  readonly all?: boolean | undefined;
  readonly plan?: boolean | undefined;
  readonly stream?: boolean | undefined;
  readonly legacy?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly config?: string | undefined;
  readonly cwd?: string | undefined;
  readonly include?: string[] | undefined;
  readonly exclude?: string[] | undefined;
  readonly 'no-gitignore'?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly 'no-color'?: boolean | undefined;
  readonly 'no-progress'?: boolean | undefined;
}

type CodeBases = Pick<ScopeValues, 'base-url' | 'baseFlag'>;

/** No base but what is found; what a message proposes is for this option. */
const FOUND_BASES: CodeBases = { baseFlag: CODE_BASE_FLAG };

/** Which calls of the code count: what the user says they look like, else the probed address, else what is found. */
function readBases(values: ProbeValues, baseUrl: string | undefined): CodeBases {
  const named = values['code-base-url'] ?? [];
  if (named.length > 0) return { 'base-url': [...named], baseFlag: CODE_BASE_FLAG };
  if (baseUrl === undefined) return FOUND_BASES;
  return { 'base-url': [baseUrl], baseFlag: values['base-url'] === undefined ? ADDRESS_VARIABLE : '--base-url' };
}

function readCodeSettings(values: ProbeValues, paths: readonly string[], bases: CodeBases, io: Io): Promise<Settings> {
  const { config, cwd, include, exclude, 'no-gitignore': gitignore } = values;
  const scope = {
    ...bases,
    ...(config === undefined ? {} : { config }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(gitignore === undefined ? {} : { 'no-gitignore': gitignore }),
  };
  return readSettings(scope, paths, io);
}

interface CodeFacts {
  readonly endpoints: readonly EndpointUse[];
  /** The files that were not analysed, in words. */
  readonly unread: readonly string[];
}

function describeProblem({ file, line, column, message }: FileProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${place} was not analysed, so what it calls was not asked for: ${message}`;
}

async function readCode(
  values: ProbeValues,
  paths: readonly string[],
  baseUrl: string | undefined,
  settings: Settings,
  progress: Progress,
  io: Io,
): Promise<CodeFacts> {
  if (paths.length === 0 || values.all === true) return { endpoints: listDocumented(settings.catalog), unread: [] };
  const isNamed = (values['code-base-url'] ?? []).length > 0 || baseUrl === undefined;
  const fallback = isNamed ? null : await readCodeSettings(values, paths, FOUND_BASES, io);
  const context = {
    signal: io.signal,
    onProgress: progress.show,
    ...(io.stages === undefined ? {} : { stages: io.stages }),
  };
  const { endpoints, notices, problems } = await findEndpoints(settings, fallback, context);
  progress.clear();
  const unread = problems.map(describeProblem);
  for (const text of unread) io.stderr.write(`warning: ${escapeControls(text)}\n`);
  writeNotices(notices, values.quiet === true, io);
  if (endpoints.length === 0) {
    io.stderr.write(
      'note: no call of an endpoint with a v1 form was found; --code-base-url says what the code calls\n',
    );
  }
  return { endpoints, unread };
}

/** What stderr has said is left out of the text beside it; a file or a program that reads the result gets it, too. */
async function present(
  result: ProbeResult,
  { unread }: CodeFacts,
  outputs: readonly ProbeOutput[],
  values: ProbeValues,
  cwd: string,
  io: Io,
): Promise<void> {
  const whole = { ...result, notices: [...unread, ...result.notices] };
  for (const output of outputs) {
    const isBesideStderr = output.format === 'text' && output.file === null;
    const text = renderProbe(isBesideStderr ? result : whole, output, values, findPrefix(cwd), io);
    if (output.file === null) io.stdout.write(text);
    else await writeOutput(cwd, output.file, text);
  }
}

/** Mistakes first, then the code, then the platform. */
export async function runProbe(
  values: ProbeValues,
  paths: readonly string[],
  outputs: readonly ProbeOutput[],
  io: Io,
): Promise<number> {
  const cwd = resolveCwd(io, values.cwd);
  const baseUrl = values['base-url'] ?? io.env[ADDRESS_VARIABLE];
  const isPlan = values.plan === true;
  const { config } = await openConfig(cwd, values.config);
  // What could be wrong with key and address is said before any work.
  if (!isPlan || baseUrl !== undefined) requireAddress(baseUrl);
  const settings = await readCodeSettings(values, paths, readBases(values, baseUrl), io);
  const terms = readTerms(values, cwd, io);
  const scanned = values.all === true ? [] : paths;
  const key = isPlan ? null : await readCheckedKey(values, config.probe?.keyEnv, scanned, cwd, io);

  const progress = createProgress(io, values['no-progress'] === true || values.quiet === true);
  const code = await readCode(values, paths, baseUrl, settings, progress, io);
  const stream = values.stream === true;
  const legacy = values.legacy === true;
  if (key === null) {
    const { keylessWrites } = terms;
    const lines = renderPlan(code.endpoints, { catalog: settings.catalog, stream, keylessWrites, legacy });
    io.stdout.write(lines.map((line) => `${escapeControls(line)}\n`).join(''));
    return 0;
  }
  const result = await probe({
    ...terms,
    baseUrl: requireAddress(baseUrl),
    key,
    catalog: settings.catalog,
    endpoints: code.endpoints,
    stream,
    legacy,
    onProgress: (done, total, { method, path }) =>
      progress.show(escapeControls(`asking ${done + 1} of ${total}: ${method ?? '?'} ${path}`)),
  });
  progress.clear();
  await present(result, code, outputs, values, cwd, io);
  return judgeProbe(result, { strict: values.strict === true, isCodeUnread: code.unread.length > 0 });
}
