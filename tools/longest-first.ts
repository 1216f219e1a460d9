import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Returns a sequencer that starts the longest tests first, which wait most of the time, so that others use the processors
 * meanwhile. In a fresh clone, Vitest would order them by size and start them last.
 *
 * @param longest ends of their paths without `.test.ts`, in their order
 */
export const longestFirst = (longest: readonly string[]): typeof BaseSequencer =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
        return index === -1 ? longest.length : index
      }
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
    }
  }
