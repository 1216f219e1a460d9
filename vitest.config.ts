import { defineConfig } from 'vitest/config'
import { longestFirst } from './tools/longest-first.ts'

export default defineConfig({
  test: {
    include: [
      '{service,storage,texts,economy,platform,renderer,minetest,client,client-api,site,orchestrator,cli,demo,bench,website,tools}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/build/**', '**/.svelte-kit/**'],
    globalSetup: ['platform/src/testing/postgres-server.ts', 'platform/src/testing/templates.ts'],
    // By default, Vitest starts one process less than the machine has processors. Most tests wait more than they work.
    maxWorkers: 3,
    // Test files in one process share loaded modules, which saves a quarter of the time. Therefore no test replaces modules,
    // and spies are removed after each test.
    isolate: false,
    restoreMocks: true,
    // Node.js loads modules, strips their types and keeps their compiled code, as it does for the product.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: {
      sequencer: longestFirst([
        'orchestrator/src/servers',
        'cli/src/program',
        'orchestrator/src/crash',
        'cli/src/console-log',
        'economy/src/replicated/shared',
        'cli/src/backup/backup',
        'website/build',
        'cli/src/supervisor',
        'economy/src/http/hostile',
        'cli/src/commands/copy-database',
        'economy/src/testing/simulation/simulation',
        'platform/src/sign-in/recovery/recovery',
        'platform/src/people/profiles/profiles',
      ]),
    },
    setupFiles: ['tools/cases.ts', 'tools/patience.ts', 'platform/src/refusals.ts', 'tools/quick-crypto.ts'],
    expect: { poll: { timeout: 20_000 } },
    // Long enough for a slow disk, where each sync takes several times as long. Only a test that hangs takes longer.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
