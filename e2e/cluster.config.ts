import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'
import { onlyOnOneSite, pathsOf } from './one-site.ts'

/**
 * Runs the tests of files in object storage, and of several sites behind a load balancer, which need HAProxy and
 * PgBouncer. Each product of the whole-system tests is then a pair of sites (`support/sites.ts`).
 */
export default defineConfig({
  test: {
    include: ['e2e/cluster/**/*.test.ts', 'e2e/system/**/*.test.ts'],
    exclude: pathsOf(onlyOnOneSite),
    env: { TEST_SITES: 'several' },
    environment: './e2e/support/worker.ts',
    globalSetup: [
      'platform/src/testing/postgres-server.ts',
      'platform/src/testing/templates.ts',
      'platform/src/testing/object-store.ts',
      // The last one is torn down first.
      'e2e/support/lent-products.ts',
    ],
    // Workers end the products that they lend.
    teardownTimeout: 60_000,
    // Most tests wait for processes that die, for Ceph or for time to pass.
    maxWorkers: 3,
    isolate: false,
    restoreMocks: true,
    // Node.js loads modules itself, as it does for the product.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: {
      sequencer: longestFirst([
        'payments-lost-answer',
        'object-storage',
        'deaths',
        'ledger-faults',
        'ledger-patroni',
        'dedicated-presence',
        'playing-ends',
        'outages',
        'killed',
        'dedicated',
      ]),
    },
    setupFiles: ['tools/patience.ts', 'e2e/support/contract/watch-requests.ts'],
    expect: { poll: { timeout: 60_000 } },
    // Only a test that hangs takes longer.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
