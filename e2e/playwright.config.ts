import { defineConfig } from '@playwright/test'

/**
 * The browser tests: a real Chromium against the real product. Chromium comes from the machine (`CHROMIUM`), as the
 * test tool's own browsers cannot be had everywhere.
 */
export default defineConfig({
  testDir: './browser',
  // It waits for most of a minute, in which the others have the machine.
  projects: [
    { name: 'longest', testMatch: 'playing.spec.ts' },
    { name: 'others', testIgnore: 'playing.spec.ts' },
  ],
  outputDir: '../test-results',
  fullyParallel: false,
  // Each with a product of its own. They wait more than they work; more of them would wait for each other.
  workers: 3,
  timeout: 120_000,
  // Of what a browser does at its own time, a test may miss a moment: it is told as flaky, to be mended, and once more tried.
  retries: 1,
  expect: { timeout: 15_000 },
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
