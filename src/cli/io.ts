import type { Stages } from '../stages.ts';

export interface OutputStream {
  write(text: string): void;
  readonly isTTY: boolean;
}

/** Everything of the process that a command may use; tests hand in their own. */
export interface Io {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** What `-` stands for; it fails once `signal` is aborted. Absent where there is no input. */
  readonly openStdin?: () => AsyncIterable<Uint8Array>;
  /** Asks at the terminal; no answer (Ctrl-C, Ctrl-D) throws Interrupted. Null when nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly now: Date;
  /** A word that nobody can foresee. */
  readonly createToken: () => string;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  readonly stages?: Stages;
}
