import { defineConfig } from 'vitest/config';

/** Packs, installs and runs the package as a stranger would: needs the registry, takes a minute, runs in CI. */
export default defineConfig({
  test: { include: ['test/package/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 300_000 },
});
