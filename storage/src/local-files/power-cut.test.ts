import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cut, recordCuts } from '@baseplate/platform/testing/power-cut'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLocalFiles } from './open.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'baseplate-cut-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Contents by name. */
type Stored = Record<string, string | undefined>

/** Checks that every state has the contents that were stored before, and no others than allowed. */
function expectStored(
  cuts: readonly Cut<Stored>[],
  allowed: Record<string, readonly (string | undefined)[]>,
): void {
  expect(cuts.length).toBeGreaterThan(2)
  for (const cut of cuts) {
    const folder = emptyFolder()
    cut.writeTo(folder)
    const found = Object.keys(allowed).map((name) => {
      const path = join(folder, name)
      return [name, existsSync(path) ? readFileSync(path, 'utf8') : undefined] as const
    })
    const promised = Object.assign({}, ...cut.promised) as Stored
    for (const [name, content] of found) {
      const message = `${name} with ${cut.kept} kept`
      expect(allowed[name], message).toContain(content)
      if (promised[name] !== undefined) expect(content, message).toBe(promised[name])
    }
  }
}

test('a power cut loses no file that was written, not even the first one of a folder', async () => {
  const root = emptyFolder()
  const files = await openLocalFiles(root)
  const cuts = await recordCuts<Stored>(root, async (promise) => {
    for (const name of ['places/1', 'assets/next/2']) {
      await files.write(name, [Buffer.from('content of '), Buffer.from(name)], 100)
      promise({ [name]: `content of ${name}` })
    }
  })
  const allowed = (name: string) => ({ [name]: [undefined, `content of ${name}`] })
  expectStored(cuts, { ...allowed('places/1'), ...allowed('assets/next/2') })
})

test('a power cut leaves the earlier content of a file or the later one', async () => {
  const root = emptyFolder()
  mkdirSync(join(root, 'places'))
  writeFileSync(join(root, 'places', '1'), 'earlier')
  const files = await openLocalFiles(root)
  const cuts = await recordCuts<Stored>(root, async (promise) => {
    await files.write('places/1', [Buffer.from('later')], 100)
    promise({ 'places/1': 'later' })
  })
  expectStored(cuts, { 'places/1': ['earlier', 'later'] })
})

test.each([
  ['links', false],
  ['copies', true],
])('a power cut loses none of the names of a file that %s share', async (_name, isWithoutLinks) => {
  const root = emptyFolder()
  const files = await openLocalFiles(root)
  const { default: fs } = await import('node:fs/promises')
  const { syncBuiltinESMExports } = await import('node:module')
  if (isWithoutLinks) {
    const refusal = Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
    vi.spyOn(fs, 'link').mockRejectedValue(refusal)
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    })
  }
  const content = 'shared'
  const cuts = await recordCuts<Stored>(root, async (promise) => {
    await files.receive([Buffer.from(content)], 100, async ({ share }) => {
      await share('place-files/a')
      promise({ 'place-files/a': content })
    })
    expect(await files.share('place-files/a', 'places/1')).toBe(true)
    promise({ 'places/1': content })
  })
  const allowed = [undefined, content]
  expectStored(cuts, { 'place-files/a': allowed, 'places/1': allowed })
})
