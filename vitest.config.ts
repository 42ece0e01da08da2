import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The packed tarball is tested on its own (`npm run test:package`): it installs from the registry.
    exclude: ['test/package/**', '**/node_modules/**'],
    globalSetup: 'test/temporary-files.ts',
    // Several tests start processes or servers; a busy machine is no failure.
    // Many wait for the processes that they start, so two at a time pay off also on two cores.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
