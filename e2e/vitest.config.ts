import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'
import { onlyOnOneSite, onOneSiteAsWell, pathsOf, severalSitesTested, tables } from './one-site.ts'

/**
 * Runs the whole-system tests. They start real processes, and more of them at once would slow each other down on a
 * small machine.
 */
export default defineConfig({
  test: {
    include: [
      tables,
      ...(severalSitesTested
        ? pathsOf({ ...onlyOnOneSite, ...onOneSiteAsWell })
        : ['e2e/system/**/*.test.ts']),
    ],
    environment: './e2e/support/worker.ts',
    globalSetup: [
      'platform/src/testing/postgres-server.ts',
      'platform/src/testing/templates.ts',
      // The last one is torn down first.
      'e2e/support/lent-products.ts',
    ],
    // Workers end the products that they lend.
    teardownTimeout: 60_000,
    maxWorkers: 3,
    // Files share the modules that their process has loaded.
    isolate: false,
    restoreMocks: true,
    // Node.js loads modules itself, as it does for the product.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: {
      sequencer: longestFirst([
        'payments-crash',
        'webhooks-killed',
        'payments-lost-answer',
        'playing-ends',
        'demo',
        'dedicated-presence',
      ]),
    },
    setupFiles: ['tools/patience.ts', 'e2e/support/contract/watch-requests.ts'],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
