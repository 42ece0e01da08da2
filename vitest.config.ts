import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The packed tarball is tested on its own (`npm run test:package`): it installs from the registry.
    exclude: ['test/package/**', '**/node_modules/**'],
    // Several tests start processes or servers; a busy machine is no failure.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
