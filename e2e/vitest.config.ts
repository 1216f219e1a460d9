import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest tests, which wait most of the time. They start first, so that others use the processors meanwhile. In a
 * fresh clone, Vitest would order them by size and start them last.
 */
const longest = ['payments-crash', 'payments-lost-answer', 'playing-ends', 'demo', 'dedicated-presence']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index === -1 ? longest.length : index
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/**
 * Runs the whole-system tests. They start real processes, and more of them at once would slow each other down on a
 * small machine.
 */
export default defineConfig({
  test: {
    include: ['e2e/system/**/*.test.ts'],
    globalSetup: ['platform/src/testing/postgres-server.ts', 'platform/src/testing/templates.ts'],
    maxWorkers: 3,
    // Files share the modules that their process has loaded.
    isolate: false,
    restoreMocks: true,
    // Node.js loads modules itself, as it does for the product.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tools/patience.ts'],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
