import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import usual from '../../vitest.config.ts'

/** Keeps the order of test files, because the nearest one is most likely to find a mutant. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const { globalSetup: _usual, ...test } = usual.test ?? {}

export default mergeConfig(
  { ...usual, test },
  {
    test: {
      globalSetup: ['tools/mutants/provided.ts'],
      sequence: { sequencer: AsGiven },
      maxWorkers: 1,
      bail: 1,
    },
  },
)
