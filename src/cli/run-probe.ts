import { loadConfig } from '../config/load-config.ts';
import type { Settings } from '../config/settings.ts';
import { UserError } from '../errors.ts';
import type { EndpointUse } from '../model/plan.ts';
import type { ProbeResult } from '../model/probe-result.ts';
import { parseAddress } from '../probe/address.ts';
import { ApiKey } from '../probe/api-key.ts';
import { listDocumented } from '../probe/compile-plan.ts';
import { judgeProbe } from '../probe/judge-probe.ts';
import { probe } from '../probe/probe.ts';
import { renderPlan } from '../probe/render-plan.ts';
import { escapeControls } from '../report/escape.ts';
import { writeOutput } from '../report/write-output.ts';
import type { ProbeOutput } from './commands/probe.ts';
import { findEndpoints } from './find-endpoints.ts';
import type { Io } from './io.ts';
import { createProgress, type Progress } from './progress.ts';
import { readAuthorities, readKey } from './read-key.ts';
import { renderProbe } from './render-probe.ts';
import { readSettings, resolveCwd } from './scope.ts';

export interface ProbeValues {
  readonly 'base-url'?: string | undefined;
  readonly 'key-env'?: string | undefined;
  readonly 'key-file'?: string | undefined;
  readonly 'key-stdin'?: boolean | undefined;
  readonly 'code-base-url'?: readonly string[] | undefined;
  readonly all?: boolean | undefined;
  readonly plan?: boolean | undefined;
  readonly stream?: boolean | undefined;
  readonly legacy?: boolean | undefined;
  readonly 'no-keyless-writes'?: boolean | undefined;
  readonly seconds: number | undefined;
  readonly strict?: boolean | undefined;
  readonly ca?: string | undefined;
  readonly 'no-proxy'?: boolean | undefined;
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

/** Which calls of the code count: what the user says they look like, else the probed address, else what is found. */
function readBases(values: ProbeValues, baseUrl: string | undefined): readonly string[] {
  const named = values['code-base-url'] ?? [];
  return named.length > 0 || baseUrl === undefined ? named : [baseUrl];
}

function readCodeSettings(values: ProbeValues, paths: readonly string[], bases: readonly string[], io: Io): Settings {
  const { config, cwd, include, exclude, 'no-gitignore': gitignore } = values;
  const scope = {
    'base-url': [...bases],
    ...(config === undefined ? {} : { config }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(gitignore === undefined ? {} : { 'no-gitignore': gitignore }),
  };
  return readSettings(scope, paths, io);
}

async function listEndpoints(
  values: ProbeValues,
  paths: readonly string[],
  baseUrl: string | undefined,
  settings: Settings,
  progress: Progress,
  io: Io,
): Promise<readonly EndpointUse[]> {
  if (paths.length === 0 || values.all === true) return listDocumented(settings.catalog);
  const isNamed = (values['code-base-url'] ?? []).length > 0 || baseUrl === undefined;
  const fallback = isNamed ? null : readCodeSettings(values, paths, [], io);
  const context = {
    signal: io.signal,
    onProgress: progress.show,
    ...(io.stages === undefined ? {} : { stages: io.stages }),
  };
  const { endpoints, notices } = await findEndpoints(settings, fallback, context);
  progress.clear();
  if (values.quiet !== true) for (const notice of notices) io.stderr.write(`note: ${escapeControls(notice)}\n`);
  if (endpoints.length === 0) {
    io.stderr.write(
      'note: no call of an endpoint with a v1 form was found; --code-base-url says what the code calls\n',
    );
  }
  return endpoints;
}

function requireBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl !== undefined && baseUrl !== '') return baseUrl;
  throw new UserError('The address of the platform is not known; it is never taken from the code.', {
    hint: '--base-url https://api.voice.example, or V1_MIGRATE_BASE_URL.',
  });
}

async function present(
  result: ProbeResult,
  outputs: readonly ProbeOutput[],
  values: ProbeValues,
  cwd: string,
  io: Io,
): Promise<void> {
  for (const output of outputs) {
    const text = renderProbe(result, output, values, io);
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
  const baseUrl = values['base-url'] ?? io.env.V1_MIGRATE_BASE_URL;
  const isPlan = values.plan === true;
  const { config } = loadConfig(cwd, values.config);
  // What could be wrong with key and address is said before any work.
  if (!isPlan || baseUrl !== undefined) parseAddress(requireBaseUrl(baseUrl), '/v1');
  const settings = readCodeSettings(values, paths, readBases(values, baseUrl), io);
  const source = { env: values['key-env'], file: values['key-file'], stdin: values['key-stdin'] === true };
  const isNamed = source.env !== undefined || source.file !== undefined || source.stdin;
  const named = isNamed ? source : { ...source, env: config.probe?.keyEnv };
  const key = isPlan ? null : await readKey(named, values.all === true ? [] : paths, cwd, io);
  if (key !== null) ApiKey.parse(key.text, key.source);
  const ca = readAuthorities(values.ca, cwd, io);

  const progress = createProgress(io, values['no-progress'] === true || values.quiet === true);
  const endpoints = await listEndpoints(values, paths, baseUrl, settings, progress, io);
  const stream = values.stream === true;
  const keylessWrites = values['no-keyless-writes'] !== true;
  if (key === null) {
    io.stdout.write(escapeControls(renderPlan(endpoints, { catalog: settings.catalog, stream, keylessWrites })));
    return 0;
  }
  const result = await probe({
    baseUrl: requireBaseUrl(baseUrl),
    key: key.text,
    catalog: settings.catalog,
    endpoints,
    stream,
    keylessWrites,
    legacy: values.legacy === true,
    timing: values.seconds === undefined ? {} : { budget: Math.ceil(values.seconds * 1000) },
    signal: io.signal,
    env: io.env,
    proxy: values['no-proxy'] !== true,
    ca,
    createWord: io.createToken,
    onProgress: (done, total, { method, path }) =>
      progress.show(escapeControls(`asking ${done + 1} of ${total}: ${method ?? '?'} ${path}`)),
  });
  progress.clear();
  await present(result, outputs, values, cwd, io);
  return judgeProbe(result, { strict: values.strict === true });
}
