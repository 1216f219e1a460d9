import { defineConfig } from '@playwright/test'

/**
 * The browser tests: a real Chromium against the real product. Chromium comes from the machine (`CHROMIUM`), as the
 * test tool's own browsers cannot be had everywhere.
 */
export default defineConfig({
  testDir: './browser',
  outputDir: '../test-results',
  fullyParallel: false,
  // Each with a product of its own. More would wait for each other on a small machine.
  workers: 2,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
