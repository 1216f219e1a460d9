import type { Step } from './steps.ts'

/** Tests that take another seed in each run. A failure may be a fault that the next seed does not meet, so it counts. */
const random = [
  'economy/src/testing/simulation/simulation.test.ts',
  'e2e/cluster/deaths.test.ts',
  'e2e/cluster/ledger-faults.test.ts',
]

/** Returns a step that runs tests with Vitest, and repeats failed files. */
export const onVitest = (
  name: string,
  args: readonly string[],
  environment: () => Record<string, string>,
): Step => ({
  name,
  commands: [['vitest', 'run', ...args]],
  environment,
  repeat: (files) =>
    files.some((file) => random.includes(file))
      ? undefined
      : ['vitest', 'run', ...args, '--maxWorkers', '1', ...files],
})
