import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import usual from '../../vitest.config.ts'

/** Runs test files in the order of the command line, because the nearest one is most likely to find a mutant. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      process.argv.findIndex((file) => moduleId.endsWith(`/${file}`))
    return files.sort((a, b) => rank(a) - rank(b))
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
