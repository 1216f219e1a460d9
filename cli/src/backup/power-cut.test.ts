import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlace } from '@baseplate/platform/places/create'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { recordCuts } from '@baseplate/platform/testing/power-cut'
import { restoringMark } from '@baseplate/storage/restoring'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const quiet = { show() {}, end() {} }
const forever = new AbortController().signal

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-cut-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** SQLite writes and syncs its file itself, where the recording does not see it. */
const isIgnored = (name: string) => name.startsWith('baseplate.sqlite') || name === 'lock'

/** Returns the content of each file of a data directory. Folders have none. */
function contentsOf(folder: string): Record<string, string | undefined> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const kept = names.filter((name) => !isIgnored(name) && name !== restoringMark)
  return Object.fromEntries(
    kept.map((name) => {
      const path = join(folder, name)
      return [name, statSync(path).isDirectory() ? undefined : readFileSync(path, 'latin1')]
    }),
  )
}

test('a power cut leaves no data directory that lacks a restored file', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
  await updatePlaceFile(platform, maker, id, [Buffer.from('content')])
  await mkdir(join(platform.config.dataDirectory, 'scripts'))
  await writeFile(join(platform.config.dataDirectory, 'scripts', 'own.lua'), 'print(1)')
  const archive = join(await emptyFolder(), 'archive.tar')
  await backUp(platform.config, archive, forever, quiet)

  const root = await emptyFolder()
  const dataDirectory = join(root, 'srv', 'data')
  const cuts = await recordCuts<true>(
    root,
    async (promise) => {
      await restore({ ...platform.config, dataDirectory }, archive, forever, quiet)
      promise(true)
    },
    isIgnored,
  )
  const restored = contentsOf(dataDirectory)
  expect(Object.keys(restored)).toContain('scripts/own.lua')
  for (const cut of cuts) {
    const folder = await emptyFolder()
    cut.writeTo(folder)
    const found = join(folder, 'srv', 'data')
    if (cut.promised.length > 0) expect(existsSync(found), cut.kept).toBe(true)
    if (existsSync(found)) expect(contentsOf(found), cut.kept).toEqual(restored)
  }
})

test('a power cut after a backup leaves the whole archive', async () => {
  const platform = await openTestPlatform('SQLite')
  await mkdir(join(platform.config.dataDirectory, 'scripts'))
  await writeFile(join(platform.config.dataDirectory, 'scripts', 'own.lua'), 'print(1)')
  const root = await emptyFolder()
  const cuts = await recordCuts<true>(root, async (promise) => {
    await backUp(platform.config, join(root, 'archive.tar'), forever, quiet)
    promise(true)
  })
  const archive = readFileSync(join(root, 'archive.tar'))
  const promised = cuts.filter((cut) => cut.promised.length > 0)
  expect(promised.length).toBeGreaterThan(0)
  for (const cut of promised) {
    const folder = await emptyFolder()
    cut.writeTo(folder)
    expect(readFileSync(join(folder, 'archive.tar')).equals(archive), cut.kept).toBe(true)
  }
})
