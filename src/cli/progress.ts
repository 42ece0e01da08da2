import type { Io } from './io.ts';

export interface Progress {
  show(step: string): void;
  /** Before anything else is written, so that the line is not left between results. */
  clear(): void;
}

const ERASE_LINE = '\r\u001b[2K';
const SILENT: Progress = { show: () => {}, clear: () => {} };

/** One line on stderr that rewrites itself; never in a pipe, a log or where it would disturb a screen reader. */
export function createProgress({ stderr, env }: Io, isRefused: boolean): Progress {
  const isOff = isRefused || !stderr.isTTY || (env.CI ?? '') !== '' || (env.ACCESSIBLE ?? '') !== '';
  if (isOff || env.TERM === 'dumb') return SILENT;
  return {
    show: (step) => stderr.write(`${ERASE_LINE}${step} …`),
    clear: () => stderr.write(ERASE_LINE),
  };
}
