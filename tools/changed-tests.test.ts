import { expect, test } from 'vitest'
import { allTests, readImporters, testsOf } from './changed-tests.ts'

test('a change runs the tests beside it and the tests that import it through other files', async () => {
  const importers = await readImporters(['renderer/src'])
  const touchedBy = (file: string) => testsOf([file], importers, allTests())
  const ofWorkers = touchedBy('renderer/src/worker-pool.ts')
  expect(ofWorkers).toContain('renderer/src/worker-pool.test.ts')
  expect(ofWorkers.filter((file) => !file.startsWith('renderer/'))).toEqual([])
  expect(touchedBy('docs/start.md')).toEqual([])
})

test('a change does not run tests that import it only by opening a platform', () => {
  const importers = new Map([
    ['platform/src/avatars/rules.ts', new Set(['platform/src/avatars/dress.ts'])],
    ['platform/src/avatars/dress.ts', new Set(['platform/src/avatars/door.ts', 'cli/src/hats.test.ts'])],
    ['platform/src/avatars/door.ts', new Set(['platform/src/people/groups.test.ts'])],
  ])
  const tests = [
    'platform/src/avatars/rules.test.ts',
    'cli/src/hats.test.ts',
    'platform/src/people/groups.test.ts',
  ]
  expect(testsOf(['platform/src/avatars/rules.ts'], importers, tests)).toEqual(tests.slice(0, 2))
})
