import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Wall time and peak memory of other processes. */

/** The root of the repository; this file runs from `.bench/build/bench/measure`. */
export const ROOT = resolve(import.meta.dirname, '../../../..');
export const CLI = resolve(import.meta.dirname, '../../src/cli/bin.js');
const REPORT_USAGE = join(ROOT, 'bench/measure/report-usage.cjs');
const JSCODESHIFT = join(ROOT, 'node_modules/jscodeshift/bin/jscodeshift.js');
const LITERAL_ONLY = join(ROOT, 'bench/literal-only.cjs');

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The exit code that shows that it did what was asked. */
  readonly expected: number;
}

export interface Run {
  readonly ms: number;
  readonly status: number | null;
  /** Peak of the process itself, in MiB; null for a program that is not Node. */
  readonly rssMb: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function migrateCommand(cwd: string, args: readonly string[], expected = 0): Command {
  return { program: process.execPath, args: [CLI, ...args], cwd, expected };
}

/** jscodeshift's own runner in dry mode, with its default workers, over the files below `paths`. */
export function jscodeshiftCommand(cwd: string, paths: readonly string[]): Command {
  const options = ['--dry', '--silent', '--extensions=js,jsx,ts,tsx', '-t', LITERAL_ONLY];
  return { program: process.execPath, args: [JSCODESHIFT, ...options, ...paths], cwd, expected: 0 };
}

/** Runs a command to its end; `timeoutMs` ends it with status null. */
export function runOnce({ program, args, cwd }: Command, timeoutMs = 600_000): Run {
  const start = performance.now();
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    timeout: timeoutMs,
    killSignal: 'SIGKILL', // a busy loop would never see one that can be listened to
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ms = performance.now() - start;
  if (error !== undefined && 'code' in error && error.code !== 'ETIMEDOUT') throw error;
  return { ms, status, rssMb: null, stdout, stderr };
}

/** The same for a Node program, with its memory: a run of its own, for the hook takes time too. */
export function runForMemory(command: Command, timeoutMs?: number): Run {
  const folder = mkdtempSync(join(tmpdir(), 'v1-bench-usage-'));
  const file = join(folder, 'usage.json');
  try {
    process.env.BENCH_USAGE_FILE = file;
    const run = runOnce({ ...command, args: ['--require', REPORT_USAGE, ...command.args] }, timeoutMs);
    return { ...run, rssMb: run.status === null ? null : JSON.parse(readFileSync(file, 'utf8')).maxRSS / 1024 };
  } finally {
    delete process.env.BENCH_USAGE_FILE;
    rmSync(folder, { recursive: true, force: true });
  }
}

export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** The same, where anything but the expected end would make the time worthless. */
export function runToEnd(command: Command): Run {
  const run = runOnce(command);
  if (run.status === command.expected) return run;
  const words = [command.program, ...command.args].join(' ').slice(0, 300);
  throw new Error(`${words}: exit ${run.status}\n${run.stderr.slice(-2000)}${run.stdout.slice(-2000)}`);
}

/** Median times of several commands, taken in turns so that a busy minute of the machine hits all of them. */
export function measureInTurns(commands: readonly Command[], rounds: number): readonly number[] {
  for (const command of commands) runToEnd(command); // fills the file cache
  const times = commands.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, command] of commands.entries()) times[index]?.push(runToEnd(command).ms);
  }
  return times.map(computeMedian);
}

/** What a program of this folder measures in a process of its own, which prints it as JSON. */
export function runMeasure<Figures>(name: string, args: readonly string[]): Figures {
  const program = {
    program: process.execPath,
    args: [resolve(import.meta.dirname, name), ...args],
    cwd: ROOT,
    expected: 0,
  };
  return JSON.parse(runToEnd(program).stdout) as Figures; // the program's own type
}
