import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Runs generated programs one after the other in a process of their own. */

export interface Program {
  readonly files: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ProgramEvent {
  /** The item that was at work. */
  readonly step: string;
  readonly kind: 'request' | 'show';
  /** `GET https://…`, or what was shown. */
  readonly text: string;
  /** Of a request, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its JSON, or what it is. */
  readonly body?: unknown;
}

export interface ProgramRun {
  readonly events: readonly ProgramEvent[];
  /** What it threw. */
  readonly error: string | null;
}

const PATIENCE_MS = 20_000;

export class ProgramRunner {
  #child: ChildProcess | null = null;
  #id = 0;

  #start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'worker.mjs'), {
      execArgv: ['--experimental-vm-modules', '--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    return child;
  }

  run(program: Program): Promise<ProgramRun> {
    const child = this.#child ?? this.#start();
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve) => {
      const finish = (run: ProgramRun) => {
        clearTimeout(timer);
        child.off('message', receive);
        child.off('exit', fail);
        resolve(run);
      };
      const receive = (message: unknown) => {
        const answer = message as ProgramRun & { readonly id: number }; // our own worker's words
        if (answer.id === id) finish(answer);
      };
      const fail = () => {
        this.stop();
        finish({ events: [], error: 'the process that runs the programs ended or hangs' });
      };
      const timer = setTimeout(fail, PATIENCE_MS);
      child.on('message', receive);
      child.on('exit', fail);
      child.send({ id, program });
    });
  }

  stop(): void {
    this.#child?.removeAllListeners();
    this.#child?.kill();
    this.#child = null;
  }
}
