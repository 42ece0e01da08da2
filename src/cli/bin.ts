#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { addAbortSignal } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { createContext, Script } from 'node:vm';
import { createStages, type Guard, Interrupted } from '../stages.ts';
import { EXIT } from '../verdict.ts';
import type { Io, OutputStream } from './io.ts';
import { main } from './main.ts';

/** The only file that knows the process. It never calls process.exit: output in a pipe would be cut off. */

/** The result that did not arrive: found out after main has said what the exit code is, or before. */
let isOutputLost = false;

function loseOutput(error: NodeJS.ErrnoException): void {
  // The reader (`| head`) has seen enough.
  if (error.code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.exitCode = EXIT.usage;
  process.stderr.write(`v1-migrate: the output could not be written: ${error.code ?? error.message}\n`);
}

function openStream(stream: NodeJS.WriteStream): OutputStream {
  stream.on('error', loseOutput);
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true };
}

/** Ctrl-C, and what `kill`, a supervisor or a CI job that is cancelled sends. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface Stop {
  readonly signal: AbortSignal;
  readonly interrupt: (name: NodeJS.Signals) => void;
}

/**
 * The first signal lets the files under way finish; the second ends the process as if nobody listened. The listener stays
 * between the two: without it the one that removes temporary files would end the process at the first.
 */
function listenForInterrupt(): Stop {
  const controller = new AbortController();
  function interrupt(name: NodeJS.Signals): void {
    if (controller.signal.aborted) {
      for (const signal of STOP_SIGNALS) process.removeListener(signal, interrupt);
      process.kill(process.pid, name);
    }
    controller.abort();
  }
  for (const signal of STOP_SIGNALS) process.on(signal, interrupt);
  return { signal: controller.signal, interrupt };
}

/** No instance of our Error: it belongs to the other context. */
function isInterruption(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED'
  );
}

/** Lets signals that have arrived reach their listeners: one turn alone may end where it began. */
async function readSignals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Node would take the listeners of SIGINT off while the script runs, and with them what arrived and was not read yet. */
function hideListeners(): void {
  process.listenerCount = () => 0;
}

function showListeners(): void {
  Reflect.deleteProperty(process, 'listenerCount');
}

/**
 * A synchronous stage takes minutes where there is much to analyse, and no listener is called meanwhile. It writes nothing,
 * so it can be cut off anywhere: by Ctrl-C through the only way that Node has, by SIGTERM as if nobody listened.
 */
function createGuard({ signal, interrupt }: Stop): Guard {
  return async (work) => {
    const results: ReturnType<typeof work>[] = [];
    const context = createContext({
      work: () => {
        showListeners();
        results.push(work());
      },
    });
    const script = new Script('work()');
    await readSignals(); // what came while the stage was loaded
    process.removeListener('SIGTERM', interrupt);
    try {
      if (signal.aborted) throw new Interrupted();
      hideListeners();
      script.runInContext(context, { breakOnSigint: true });
    } catch (error) {
      throw isInterruption(error) ? new Interrupted() : error;
    } finally {
      showListeners();
      await readSignals(); // what came just before the script began
      // The script leaves both signals to what they do when nobody listens.
      process.removeListener('SIGINT', interrupt);
      for (const name of STOP_SIGNALS) process.on(name, interrupt);
    }
    if (signal.aborted) throw new Interrupted();
    const [result] = results;
    return result as ReturnType<typeof work>; // pushed once, or there was a throw
  };
}

interface Terminal {
  ask(question: string): Promise<string>;
  close(): void;
}

/** Ctrl-C comes as a key here, not as a signal; Ctrl-D, too, is no answer. */
async function openTerminal({ signal, interrupt }: Stop): Promise<Terminal> {
  const { createInterface } = await import('node:readline');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const lines = terminal[Symbol.asyncIterator]();
  terminal.on('SIGINT', () => interrupt('SIGINT'));
  signal.addEventListener('abort', () => terminal.close());
  return {
    close: () => terminal.close(),
    ask: async (question) => {
      terminal.setPrompt(question);
      terminal.prompt();
      const line = await lines.next();
      if (line.done === true || signal.aborted) throw new Interrupted();
      return line.value;
    },
  };
}

/** Opened by the first question, and one for all: between two, what was typed ahead would be lost. */
function createTerminal(stop: Stop): Terminal {
  let opened: Terminal | null = null;
  return {
    close: () => opened?.close(),
    ask: async (question) => {
      opened ??= await openTerminal(stop);
      return opened.ask(question);
    },
  };
}

function openIo(stop: Stop, ask: NonNullable<Io['ask']>): Io {
  const { signal } = stop;
  const isAttended = process.stdin.isTTY === true && process.stderr.isTTY === true && (process.env.CI ?? '') === '';
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout: openStream(process.stdout),
    stderr: openStream(process.stderr),
    // Else a writer that says nothing would outlast the signal.
    openStdin: () => addAbortSignal(signal, process.stdin),
    ask: isAttended ? ask : null,
    now: new Date(),
    createToken: () => randomBytes(16).toString('hex'),
    signal,
    stages: createStages(createGuard(stop)),
  };
}

// V8 moves what survives its first collections to where it collects seldom, by the place in the code that makes it. A parser
// makes all nodes in one place, so that now and then those of all files end up there: a fifth more memory, an eighth more time.
setFlagsFromString('--no-allocation-site-pretenuring');
// Its compiler works in four threads of its own, which take turns with this one where there are fewer cores. With a fifth of
// the inlining they need a sixth less time, and a run over thousands of files on two cores ends a fourteenth sooner.
if (availableParallelism() < 4) setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
const stop = listenForInterrupt();
const terminal = createTerminal(stop);
const exitCode = await main(process.argv.slice(2), openIo(stop, terminal.ask));
terminal.close();
process.exitCode = isOutputLost ? EXIT.usage : exitCode;
