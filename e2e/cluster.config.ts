import { defineConfig } from 'vitest/config'

/** Whole-system tests that say nothing about several sites, with the reason. All others run on several sites as well. */
const onOneSite = {
  alerts: 'reads the metrics of one process',
  demo: 'starts a program of its own',
  deploy: 'checks files of one machine',
  'deploy-proxies': 'puts each reverse proxy of deploy/ in front of one site',
  'hostile-server': 'checks the sandbox of one machine',
  'payments-crash': 'kills one process that uses SQLite',
  'service-command': 'starts a service of one machine as another user',
  starting: 'starts no site that serves',
  statements: 'counts the statements of one process',
  upgrade: 'upgrades an installation on SQLite',
  watching: 'reads the metrics of one process',
  workers: 'has several processes of its own',
}

/**
 * Runs tests of several sites behind a load balancer, which need HAProxy and PgBouncer, and of files in object storage. Each product
 * of the whole-system tests is then a pair of sites (`support/sites.ts`).
 */
export default defineConfig({
  test: {
    include: ['e2e/cluster/**/*.test.ts', 'e2e/system/**/*.test.ts'],
    exclude: Object.keys(onOneSite).map((name) => `e2e/system/${name}.test.ts`),
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
