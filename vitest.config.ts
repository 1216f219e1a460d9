import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{economy,platform,client-api,site,orchestrator,cli,tools}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**', '**/.svelte-kit/**'],
    globalSetup: ['platform/src/testing/postgres-server.ts'],
    testTimeout: 30_000,
  },
})
