import { defineConfig } from 'vitest/config'

/** Whole-system tests whose products run on several sites as well as on one. */
const onSeveralSites = ['accounts', 'notifications', 'live-counts', 'posts', 'standing', 'games', 'people']

/**
 * Runs tests of several sites behind a load balancer, which need HAProxy and PgBouncer, and of files in object storage. Each product
 * of the whole-system tests is then a pair of sites (`support/sites.ts`).
 */
export default defineConfig({
  test: {
    include: ['e2e/cluster/**/*.test.ts', ...onSeveralSites.map((name) => `e2e/system/${name}.test.ts`)],
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
