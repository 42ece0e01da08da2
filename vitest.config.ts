import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/compiled/longest-first.ts';
import { useCompiled } from './test/compiled/use-compiled.ts';

/** Files that change what others of the same process see, if only while they run; all others load the tool once together. */
const ALONE = [
  'test/apps/frontdesk.test.ts',
  'test/apps/hotline.test.ts',
  'test/cli/bad-input.test.ts',
  'test/discover/list-tree.test.ts',
  'test/probe/transport.test.ts',
];

// The packed tarball is tested on its own (`npm run test:package`): it installs from the registry.
const EXCLUDED = ['test/package/**', '**/node_modules/**'];

export default defineConfig(({ mode }) => ({
  plugins: [useCompiled()],
  test: {
    globalSetup: ['test/temporary-files.ts', 'test/compiled/compiled-folder.ts'],
    // Several tests start processes or servers; a busy machine is no failure.
    // Many wait for the processes that they start, so two at a time pay off also on two cores.
    maxWorkers: 2,
    // As the command line sets them (src/cli/bin.ts); the fixtures take a fifth less time with them.
    execArgv: ['--no-allocation-site-pretenuring', '--max-inlined-bytecode-size-cumulative=200'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, mode, test: { name: 'alone', include: ALONE, exclude: EXCLUDED } },
      {
        extends: true,
        mode,
        test: { name: 'together', include: ['test/**/*.test.ts'], exclude: [...EXCLUDED, ...ALONE], isolate: false },
      },
    ],
  },
}));
