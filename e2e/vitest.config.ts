import { defineConfig } from 'vitest/config'

/** Whole-system tests start real processes, so they run one file at a time. */
export default defineConfig({
  test: {
    include: ['e2e/system/**/*.test.ts'],
    globalSetup: ['platform/src/testing/postgres-server.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
