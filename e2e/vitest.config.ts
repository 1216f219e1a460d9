import { defineConfig } from 'vitest/config'

/** Whole-system tests start real processes: more at once would wait for each other on a small machine. */
export default defineConfig({
  test: {
    include: ['e2e/system/**/*.test.ts'],
    globalSetup: ['platform/src/testing/postgres-server.ts'],
    maxWorkers: 3,
    setupFiles: ['tools/patience.ts'],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
