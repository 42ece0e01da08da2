/**
 * The library: the same as the commands, without a process around it. A server that verifies webhooks imports this, too, so
 * what a run or the sandbox needs is loaded when it is called.
 */

import { resolve } from 'node:path';
import { formatDay } from './calendar.ts';
import type { Settings } from './config/settings.ts';
import type { RunResult, Verify } from './migrate.ts';
import type { ProbeResult } from './model/probe-result.ts';
import type { Report } from './model/report.ts';
import type { RunContext } from './pipeline.ts';
import type { ProbeOptions } from './probe/options.ts';
import type { SandboxOptions } from './sandbox/options.ts';
import type { Sandbox } from './sandbox/start-sandbox.ts';
import type { FailOn } from './verdict.ts';

export { UserError } from './errors.ts';
export type { Finding } from './model/plan.ts';
export type { CheckedEndpoint, LegacyComparison, ProbeResult, Verdict } from './model/probe-result.ts';
export type { FileChange, Report, ReportedFinding } from './model/report.ts';
export type { ProbeOptions } from './probe/options.ts';
export type { SandboxOptions } from './sandbox/options.ts';
export type { Sandbox } from './sandbox/start-sandbox.ts';
export { checkAgentBuilderStream } from './stream/check-agent-builder-stream.ts';
export type { StreamLimits, StreamVerdict } from './stream/events.ts';
export {
  verifyWebhookSignature,
  type WebhookReason,
  type WebhookVerdict,
} from './webhook/verify-webhook-signature.ts';

/** What `migrate` and `check` share; the names and defaults are those of the command line. */
export interface ProjectOptions {
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** Files or folders, relative to `cwd`. Default: all of `cwd`. */
  readonly paths?: readonly string[];
  /** Origins with an optional path prefix, or `env:NAME`; added to those of the config. */
  readonly baseUrls?: readonly string[];
  /** Default: the nearest config file. */
  readonly config?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly gitignore?: boolean;
  readonly evidence?: 'documented' | 'family';
  /** An OpenAPI 3 description, JSON or YAML, relative to `cwd`: only what it tags V1 is written. */
  readonly openapi?: string;
  /** `YYYY-MM-DD`; default: the clock. */
  readonly today?: string;
  /** Stops the run; files are either old or new. The exit code is then 130. */
  readonly signal?: AbortSignal;
}

export interface MigrateOptions extends ProjectOptions {
  readonly dryRun?: boolean;
  readonly allowDirty?: boolean;
  /** Names of transforms; default: all. */
  readonly transforms?: readonly string[];
  /** Write comments above what is reported and not edited, as `--annotate` does. */
  readonly annotate?: boolean;
  /** Write to bases that were inferred from the code, as `--yes` does. */
  readonly yes?: boolean;
  /** Ask the live platform first and write only what it has, as `--verify` does. */
  readonly verify?: Omit<ProbeOptions, 'endpoints' | 'catalog' | 'signal'>;
}

export interface CheckOptions extends ProjectOptions {
  readonly failOn?: FailOn;
}

export interface Result {
  /** Literal keys in it are masked. */
  readonly report: Report;
  /** What the command line would exit with: 0, 1, 3 or 130. What it exits 2 for is thrown as a UserError. */
  readonly exitCode: number;
  /** What the command line would say on stderr. */
  readonly notices: readonly string[];
}

async function readSettings(options: ProjectOptions): Promise<Settings> {
  const { openSettings } = await import('./config/settings.ts');
  return openSettings({
    cwd: resolve(options.cwd ?? '.'),
    paths: options.paths ?? [],
    baseUrls: options.baseUrls ?? [],
    config: options.config,
    include: options.include ?? [],
    exclude: options.exclude ?? [],
    gitignore: options.gitignore ?? true,
    evidence: options.evidence ?? 'family',
    openapi: options.openapi,
    today: options.today ?? formatDay(new Date()),
  });
}

function createContext({ signal }: ProjectOptions): RunContext {
  return signal === undefined ? {} : { signal };
}

async function present({ report, keys, exitCode, notices }: RunResult): Promise<Result> {
  const { maskReport } = await import('./report/mask-report.ts');
  return { report: maskReport(report, keys), exitCode, notices };
}

function createVerify({ verify, signal }: MigrateOptions, { catalog }: Settings): Verify | undefined {
  if (verify === undefined) return undefined;
  return async (endpoints) => {
    const { verifyEndpoints } = await import('./probe/verify-endpoints.ts');
    return verifyEndpoints(endpoints, { ...verify, catalog, signal });
  };
}

/** Rewrites legacy paths to /v1, or with `dryRun` says what it would rewrite. Throws UserError. */
export async function migrate(options: MigrateOptions = {}): Promise<Result> {
  const settings = await readSettings(options);
  const run = {
    dryRun: options.dryRun ?? false,
    allowDirty: options.allowDirty ?? false,
    transforms: options.transforms ?? null,
    exitCode: false,
    annotate: options.annotate ?? false,
    verify: createVerify(options, settings),
    acceptInferred: async () => options.yes ?? false,
  };
  const { runMigrate } = await import('./migrate.ts');
  return present(await runMigrate(settings, run, createContext(options)));
}

/** Says whether legacy uses that must go remain. Writes nothing. Throws UserError. */
export async function check(options: CheckOptions = {}): Promise<Result> {
  const run = { failOn: options.failOn ?? 'error' };
  const { runCheck } = await import('./check.ts');
  return present(await runCheck(await readSettings(options), run, createContext(options)));
}

/**
 * Starts the platform of the reference on 127.0.0.1; close() stops it. What the reference does not show is marked in
 * `GET /__sandbox/catalog`. Throws a UserError for an option that cannot be, or a port in use.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox: start } = await import('./sandbox/start-sandbox.ts');
  return start(options);
}

/**
 * Asks a live platform which endpoints it has and whether they answer as documented. With the key only GET and HEAD are
 * sent, and the one agent-builder run of `stream`; the key goes to `baseUrl` alone. No value of any answer is in the
 * result. Throws a UserError for a key or an address that nothing may be sent to; what happens on the network is in the
 * result.
 */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  const { probe: ask } = await import('./probe/probe.ts');
  return ask(options);
}
