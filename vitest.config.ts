import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{economy,platform,client-api,site,orchestrator,cli,tools}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**', '**/.svelte-kit/**'],
    globalSetup: ['platform/src/testing/postgres-server.ts'],
    // One less than the machine's processors is the tool's own choice; most tests wait more than they work.
    maxWorkers: 3,
    testTimeout: 30_000,
  },
})
