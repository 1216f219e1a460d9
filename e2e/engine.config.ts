import { defineConfig } from 'vitest/config'

/**
 * Runs the tests of the engine Minetest: its real server, and real clients on screens in memory. They need the packages
 * minetest-server, minetest, xvfb and xdotool.
 */
export default defineConfig({
  test: {
    include: ['e2e/engine/**/*.test.ts'],
    // They mostly wait.
    maxWorkers: 4,
    isolate: false,
    restoreMocks: true,
    // Node.js loads modules itself, as it does for the product.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: ['tools/patience.ts', 'e2e/support/contract/watch-requests.ts'],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
