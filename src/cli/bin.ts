#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import type { Io, OutputStream } from './io.ts';
import { main } from './main.ts';

/** The only file that knows the process. It never calls process.exit: output in a pipe would be cut off. */

function openStream(stream: NodeJS.WriteStream): OutputStream {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader (`| head`) has seen enough.
    if (error.code !== 'EPIPE') throw error;
  });
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true };
}

/** The first Ctrl-C lets the current file finish; the handler is gone then, so a second one ends the process. */
function listenForInterrupt(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    terminal.on('close', () => resolve(''));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}

function openIo(): Io {
  const isAttended = process.stdin.isTTY === true && process.stderr.isTTY === true && (process.env.CI ?? '') === '';
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout: openStream(process.stdout),
    stderr: openStream(process.stderr),
    ask: isAttended ? ask : null,
    now: new Date(),
    createToken: () => randomBytes(16).toString('hex'),
    signal: listenForInterrupt(),
  };
}

process.exitCode = await main(process.argv.slice(2), openIo());
