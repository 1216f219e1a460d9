import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

test('a test run with a failed test fails, with everything that our runs set up', async () => {
  const folder = await mkdtemp(join(root, '.prepared', 'failing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'fails.test.ts'),
    `import { expect, test } from 'vitest'\ntest('fails', () => expect(1).toBe(2))\n`,
  )
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `export default { test: { root: ${JSON.stringify(folder)}, globalSetup: [${JSON.stringify(join(root, 'platform/src/testing/postgres-server.ts'))}] } }\n`,
  )
  const { status, stdout } = spawnSync('vitest', ['run', '--config', join(folder, 'vitest.config.ts')], {
    cwd: folder,
  })
  expect(stdout.toString()).toContain('1 failed')
  expect(status).toBe(1)
})
