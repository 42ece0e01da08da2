import { createRequire } from 'node:module';

/** A stage as the run sees it: the same function, loaded on the way. */
type Loaded<Stage extends (...options: never[]) => unknown> = (
  ...options: Parameters<Stage>
) => Promise<Awaited<ReturnType<Stage>>>;

/** The stages of a run: replaced in tests, imported when reached in production. */
export interface Stages {
  readonly discover: Loaded<typeof import('./discover/discover.ts').discover>;
  readonly analyze: Loaded<typeof import('./analyze/analyze.ts').analyze>;
  readonly plan: Loaded<typeof import('./plan/plan.ts').plan>;
  readonly apply: Loaded<typeof import('./apply/apply.ts').apply>;
}

/** Ctrl-C arrived before anything was written. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** Calls its argument. A caller that can interrupt such work hands in its own. */
export type Guard = <Value>(work: () => Value) => Promise<Value>;

/**
 * Each is imported when it is reached: `check` of a tree without candidates loads no parser. All but the last are
 * synchronous and write nothing.
 */
export function createStages(guard: Guard): Stages {
  return {
    discover: async (...options) => {
      const { discover, setLibraryLoader } = await import('./discover/discover.ts');
      setLibraryLoader(createRequire(import.meta.url));
      return guard(() => discover(...options));
    },
    analyze: async (...options) => {
      const { analyze } = await import('./analyze/analyze.ts');
      return guard(() => analyze(...options));
    },
    plan: async (...options) => {
      const { plan } = await import('./plan/plan.ts');
      return guard(() => plan(...options));
    },
    apply: async (...options) => (await import('./apply/apply.ts')).apply(...options),
  };
}

export const STAGES: Stages = createStages(async (work) => work());
