import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makePlace } from '../support/game.ts'
import { password, register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Returns the commands below a heading, or after a sentence, of a page. */
async function commandsOf(page: string, before: string): Promise<string> {
  const text = await readFile(join(root, page), 'utf8')
  return /```sh\n([\s\S]*?)```/.exec(text.slice(text.indexOf(before)))?.[1] ?? ''
}

test('the documented commands get a ticket without a browser, and verify its script with openssl', async () => {
  const product = await startProduct()
  onTestFinished(async () => void (await product.stop()))
  const maker = await register(product.baseUrl, 'Maker')
  const place = await makePlace(maker, 'A place')
  const folder = await mkdtemp(join(tmpdir(), 'documented-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'baseplate'),
    `#!/bin/sh\nexec ${process.execPath} ${root}/cli/src/main.mjs "$@"\n`,
  )
  await chmod(join(folder, 'baseplate'), 0o755)
  const env = {
    ...product.environment,
    PATH: `${folder}:${process.env.PATH}`,
    site: product.baseUrl,
    place: `${product.baseUrl}${place.path}`,
    username: 'Maker',
    password,
  }
  const shell = (commands: string) => run('sh', ['-ec', commands], { env, cwd: folder })
  await shell(await commandsOf('docs/game-clients.md', '## A ticket without a browser'))
  const verifying = await commandsOf('docs/game-clients.md', 'With `openssl`')
  expect((await shell(verifying)).stdout).toContain('Verified OK')

  await appendFile(join(folder, 'script'), '-- changed')
  await expect(shell(verifying)).rejects.toMatchObject({
    stdout: expect.stringContaining('Verification failure'),
  })
})
