import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { recordCuts } from '../testing/power-cut.ts'
import { readOrMakeSecret } from './secret-file.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a power cut loses no secret that was made, and leaves no part of one', async () => {
  const root = emptyFolder()
  const cuts = await recordCuts<string>(root, async (promise) => {
    promise(await readOrMakeSecret(join(root, 'keys', 'platform'), () => 'a secret'))
  })
  for (const cut of cuts) {
    const folder = emptyFolder()
    cut.writeTo(folder)
    const path = join(folder, 'keys', 'platform')
    const found = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    expect([undefined, 'a secret'], cut.kept).toContain(found)
    if (cut.promised.length > 0) expect(found, cut.kept).toBe('a secret')
  }
})

test('only the user of the process can read a secret, and enter its folder', async () => {
  const folder = join(emptyFolder(), 'keys')
  await readOrMakeSecret(join(folder, 'platform'), () => 'a secret')
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  expect(modeOf(folder)).toBe('700')
  expect(modeOf(join(folder, 'platform'))).toBe('600')
})
