import { defineConfig } from '@playwright/test'

/**
 * Configures the browser tests, which run a real Chromium against the real product. Chromium comes from the machine
 * (`CHROMIUM`), because the test tool's own browsers are not available everywhere.
 */
export default defineConfig({
  testDir: './browser',
  // This project waits for most of a minute, so other tests get the processors meanwhile.
  projects: [
    { name: 'longest', testMatch: 'playing.spec.ts' },
    { name: 'others', testIgnore: 'playing.spec.ts' },
  ],
  // Node.js strips types itself, and reads the product's compiled modules from its cache.
  build: { external: ['**/*.ts'] },
  outputDir: '../test-results',
  fullyParallel: false,
  // Each worker has a product and a browser of its own. More of them would slow each other and the tests beside them down.
  workers: 2,
  // Only a test that hangs takes longer.
  timeout: 300_000,
  // Browsers act at unpredictable moments, which a test may miss. A retry reports such a test as flaky.
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // Requests of service workers pass by the routes of tests.
    serviceWorkers: 'block',
    // Each frame of an animation is rendered in software. Only tests about motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
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
