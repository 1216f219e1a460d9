import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{service,texts,economy,platform,renderer,client-api,site,orchestrator,cli,tools}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/build/**', '**/.svelte-kit/**'],
    // `npm run test:changed` looks at imports alone: a change of package.json would otherwise run every test.
    forceRerunTriggers: [],
    globalSetup: ['platform/src/testing/postgres-server.ts', 'platform/src/testing/templates.ts'],
    // One less than the machine's processors is the tool's own choice; most tests wait more than they work.
    maxWorkers: 3,
    // Files share the modules that their process has loaded, which takes a quarter off the whole: so none replaces modules,
    // and what it spies on it gives back.
    isolate: false,
    restoreMocks: true,
    // Node.js loads modules, strips their types and keeps their compiled code, as it does for the product.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: ['tools/cases.ts', 'tools/patience.ts', 'platform/src/testing/quick-hashes.ts'],
    expect: { poll: { timeout: 20_000 } },
    // A test that hangs is told from one on a slow disk, where everything that syncs takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
