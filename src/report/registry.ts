import type { Reporter } from './reporter.ts';

/** The formats by name; each is loaded when it is asked for. A new one is a file and a line. */
export const REPORTERS = {
  text: () => import('./formats/text.ts'),
  json: () => import('./formats/json.ts'),
  html: () => import('./formats/html.ts'),
  markdown: () => import('./formats/markdown.ts'),
  sarif: () => import('./formats/sarif.ts'),
  github: () => import('./formats/github.ts'),
  gitlab: () => import('./formats/gitlab.ts'),
  junit: () => import('./formats/junit.ts'),
  rdjson: () => import('./formats/rdjson.ts'),
  patch: () => import('./formats/patch.ts'),
} as const satisfies Record<string, () => Promise<Reporter>>;

export type ReporterName = keyof typeof REPORTERS;

export const REPORTER_NAMES = Object.keys(REPORTERS) as readonly ReporterName[]; // keys of a literal object

export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(REPORTERS, name);
}
