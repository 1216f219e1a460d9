import { defineConfig } from 'vitest/config'
import { onlyOnOneSite, pathsOf } from './one-site.ts'

/**
 * Runs tests of several sites behind a load balancer, which need HAProxy and PgBouncer, and of files in object storage. Each product
 * of the whole-system tests is then a pair of sites (`support/sites.ts`).
 */
export default defineConfig({
  test: {
    include: ['e2e/cluster/**/*.test.ts', 'e2e/system/**/*.test.ts'],
    exclude: pathsOf(onlyOnOneSite),
    env: { TEST_SITES: 'several' },
    globalSetup: [
      'platform/src/testing/postgres-server.ts',
      'platform/src/testing/templates.ts',
      'platform/src/testing/object-store.ts',
    ],
    maxWorkers: 2,
    isolate: false,
    restoreMocks: true,
    setupFiles: ['tools/patience.ts'],
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
