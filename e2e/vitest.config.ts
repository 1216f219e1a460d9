import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest and wait most of that time. They start first, so that others use the processors meanwhile: by
 * their size, as in a fresh clone, they would start last.
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

/** Whole-system tests start real processes: more at once would wait for each other on a small machine. */
export default defineConfig({
  test: {
    include: ['e2e/system/**/*.test.ts'],
    globalSetup: ['platform/src/testing/postgres-server.ts'],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tools/patience.ts'],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
