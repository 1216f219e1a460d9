/**
 * Runs test files for `TestHost`, one list after another. Vitest starts once and the processes of each list are new, so they load the
 * code as it is at that moment.
 */
import { relative, resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import type { Message } from './run-tests.ts'

const tell = (message: Message): void => void process.send?.(message)
const nameOf = (path: string) => relative(process.cwd(), path)

const vitest = await createVitest('test', {
  config: 'tools/mutants/vitest.config.ts',
  watch: false,
  reporters: [
    {
      onTestModuleQueued: ({ moduleId }) => tell({ began: nameOf(moduleId) }),
      onTestCaseResult: (test) => {
        if (test.result().state !== 'failed') return
        tell({ outcome: 'failed', failed: nameOf(test.module.moduleId), files: {} })
      },
    },
  ],
})
const project = vitest.getRootProject()

async function run(tests: readonly string[]): Promise<void> {
  // Results of earlier lists.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const files = tests.map((test) => project.createSpecification(resolve(test)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
  const failed = testModules.find((module) => module.state() === 'failed')
  const hasFailed = failed !== undefined || unhandledErrors.length > 0
  tell({
    outcome: hasFailed ? 'failed' : 'passed',
    ...(failed && { failed: nameOf(failed.moduleId) }),
    files: Object.fromEntries(
      testModules
        .filter((module) => module.state() === 'passed')
        .map((module) => {
          const { collectDuration, duration } = module.diagnostic()
          return [nameOf(module.moduleId), (collectDuration + duration) / 1_000]
        }),
    ),
  })
}

process.on('message', (tests: string[]) => {
  void run(tests)
})
process.once('disconnect', () => process.exit())
