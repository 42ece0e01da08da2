import { styleText } from 'node:util';
import type { RenderContext, Style } from '../report/reporter.ts';
import type { Io, OutputStream } from './io.ts';

const FORMATS = {
  error: 'red',
  warning: 'yellow',
  note: 'cyan',
  added: 'green',
  removed: 'red',
  faint: 'dim',
  strong: 'bold',
} as const satisfies Record<Style, Parameters<typeof styleText>[0]>;

/**
 * Our own decision, for each stream: libraries disagree about FORCE_COLOR=0, about a pipe in CI and about which of the
 * two variables wins.
 */
export function hasColour(stream: OutputStream, env: Io['env'], isRefused: boolean): boolean {
  if (isRefused || (env.NO_COLOR ?? '') !== '') return false;
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return env.TERM !== 'dumb' && stream.isTTY;
}

export function createStyle(isColoured: boolean): RenderContext['style'] {
  if (!isColoured) return (_style, text) => text;
  return (style, text) => styleText(FORMATS[style], text, { validateStream: false });
}
