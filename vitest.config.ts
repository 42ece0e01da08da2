import { defineConfig } from 'vitest/config';
import { useCompiled } from './test/compiled/use-compiled.ts';

/** Folders of which no test changes what is shared: their files load the tool once for all of them. */
const PURE = ['analyze', 'config', 'plan', 'report', 'stream', 'syntax', 'webhook'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

// The packed tarball is tested on its own (`npm run test:package`): it installs from the registry.
const EXCLUDED = ['test/package/**', '**/node_modules/**'];

export default defineConfig(({ mode }) => ({
  plugins: [useCompiled()],
  test: {
    globalSetup: ['test/temporary-files.ts', 'test/compiled/compiled-folder.ts'],
    // Several tests start processes or servers; a busy machine is no failure.
    // Many wait for the processes that they start, so two at a time pay off also on two cores.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, mode, test: { name: 'pure', include: PURE, exclude: EXCLUDED, isolate: false } },
      { extends: true, mode, test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...EXCLUDED, ...PURE] } },
    ],
  },
}));
