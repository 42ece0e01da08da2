import { UserError } from '../../errors.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { defineCommand, GLOBAL_OPTIONS, type OptionTable, type OptionValues } from '../command.ts';
import type { Io } from '../io.ts';

const SANDBOX_OPTIONS = {
  port: { type: 'string', value: '<n>', help: 'Port on 127.0.0.1 (default 0, any free one).' },
  key: { type: 'string', value: '<id:secret>', help: 'The made-up key that works (default sandbox:sandbox-secret).' },
  legacy: {
    type: 'string',
    value: '<auto|on|deprecated|removed>',
    help: 'What unversioned paths do; auto, the default, follows the clock.',
  },
  auth: {
    type: 'string',
    value: '<guard|middleware|prefix>',
    help: 'Whether the route (guard, the default) or the key is looked at first.',
  },
  seed: { type: 'string', value: '<n>', help: 'Other sample data (default 1).' },
  now: { type: 'string', value: '<ISO date>', help: 'A fixed date and time in place of the clock.' },
  fault: {
    type: 'string',
    value: '<name>',
    help: 'A fault in every answer: error-after-200, reset, slow, truncated, 429, 500, html, redirect, envelope:<path>.',
  },
} as const satisfies OptionTable;

type Values = OptionValues<typeof SANDBOX_OPTIONS>;

function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new UserError(`--${option}: "${text}" is not a whole number.`, { hint: `--${option} 0` });
}

function readOptions(values: Values): SandboxOptions {
  const { key, now, fault } = values;
  return {
    key,
    now,
    fault,
    port: readNumber('port', values.port),
    seed: readNumber('seed', values.seed),
    // Checked where they are read: the sandbox names the words that there are.
    legacy: values.legacy as SandboxOptions['legacy'],
    auth: values.auth as SandboxOptions['auth'],
  };
}

function waitFor(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Serves until the first SIGINT or SIGTERM. Stdout gets the one line that says where. */
async function runSandbox(values: Values, io: Io): Promise<number> {
  const { startSandbox } = await import('../../sandbox/start-sandbox.ts');
  const { DEFAULT_KEY } = await import('../../sandbox/options.ts');
  const sandbox = await startSandbox(readOptions(values));
  // The default is no secret; a key that the user chose may be one.
  if (values.key === undefined) io.stderr.write(`the key is ${DEFAULT_KEY}\n`);
  io.stdout.write(`v1-migrate sandbox listening on ${sandbox.url}\n`);
  await waitFor(io.signal);
  await sandbox.close();
  return 0;
}

export const sandbox = defineCommand({
  name: 'sandbox',
  usage: '',
  summary: 'Serve the platform of the reference on 127.0.0.1.',
  examples: [
    ['npx v1-migrate sandbox --port 4010', 'as the platform is today: unversioned paths are gone since 2026-07-31'],
    ['npx v1-migrate sandbox --legacy on', 'with the unversioned paths, as before the migration'],
    ['npx v1-migrate sandbox --fault error-after-200', 'an agent-builder stream that fails after status 200'],
  ],
  exitCodes: [
    [0, 'stopped by SIGINT or SIGTERM'],
    [2, 'usage error, or the port is in use'],
  ],
  maxPositionals: 0,
  options: { ...SANDBOX_OPTIONS, ...GLOBAL_OPTIONS },
  run: (values, _positionals, io) => runSandbox(values, io),
});
