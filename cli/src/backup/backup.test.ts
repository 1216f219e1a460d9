import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { createPlace } from '@baseplate/platform/places/create'
import { updatePlaceData } from '@baseplate/platform/places/data'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

const quiet = { show() {}, end() {} }
const forever = new AbortController().signal

async function once() {
  const platform = await openTestPlatform('SQLite')
  const { dataDirectory } = platform.config
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
  const file = randomBytes(700_000)
  const upload = (bytes: Uint8Array) =>
    updatePlaceData(
      platform,
      maker,
      id,
      (async function* () {
        yield bytes
      })(),
    )
  await upload(file)
  await mkdir(join(dataDirectory, 'economy'))
  await writeFile(join(dataDirectory, 'economy', 'ledger'), 'Mint {"To":"a","Amount":3000000}\nMint {"To"')
  await mkdir(join(dataDirectory, 'scripts'))
  await writeFile(join(dataDirectory, 'scripts', 'an operator’s own.lua'), 'print(1)')
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'archive.tar')
  const target: Config = { ...platform.config, dataDirectory: join(folder, 'restored') }
  const backedUp = await backUp(platform.config, archive, forever, quiet)
  return { platform, id, file, upload, archive, backedUp, target, folder }
}

async function verdicts(config: Config): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for await (const { what, faults } of verify(config, quiet)) found[what] = faults
  return found
}

const fine = { database: [], files: [], ledger: [], payments: [] }

test('what is restored is what was backed up, and no copy of it is left anywhere', async () => {
  const { platform, id, file, archive, backedUp, target, folder } = await once()
  expect(backedUp).toMatchObject({ files: 3, faults: [], about: { ledger: true, database: 'SQLite' } })
  await restore(target, archive, forever, quiet)
  expect(await verdicts(target)).toEqual(fine)
  const read = (name: string) => readFile(join(target.dataDirectory, name))
  expect((await read(`places/${id}`)).equals(file)).toBe(true)
  expect(String(await read('economy/ledger'))).toBe('Mint {"To":"a","Amount":3000000}\n')
  expect(String(await read('scripts/an operator’s own.lua'))).toBe('print(1)')
  expect(await readdir(join(platform.config.dataDirectory, 'incoming'))).toEqual([])
  expect((await readdir(folder)).toSorted()).toEqual(['archive.tar', 'restored'])
  await expect(restore(target, archive, forever, quiet)).rejects.toThrow('is not empty')
  await expect(backUp(platform.config, archive, forever, quiet)).rejects.toThrow('is there already')
  const inside = join(platform.config.dataDirectory, 'places', 'archive.tar')
  await expect(backUp(platform.config, inside, forever, quiet)).rejects.toThrow(
    'in the data directory itself',
  )
})

test('a damaged archive is refused, wherever the damage is, and restores nothing', async () => {
  const { archive, target, folder } = await once()
  const whole = await readFile(archive)
  const refused = async (why: string | RegExp) => {
    await expect(restore(target, archive, forever, quiet)).rejects.toThrow(why)
    expect((await readdir(folder)).toSorted()).toEqual(['archive.tar'])
  }
  for (const place of [600, 40_000, whole.length - 300_000, whole.length - 2_000]) {
    const broken = Buffer.from(whole)
    broken[place] = (broken[place] ?? 0) ^ 1
    await writeFile(archive, broken)
    await refused(/is damaged: .* Nothing was restored/)
  }
  for (const length of [0, 100, 20_000, whole.length - 300_000, whole.length - 3_000]) {
    await writeFile(archive, whole)
    await truncate(archive, length)
    await refused(/is damaged: .* Nothing was restored/)
  }
  const later = Buffer.from(whole.toString('latin1').replace('"format": 1', '"format": 2'), 'latin1')
  await writeFile(archive, later)
  await refused('a later version of Baseplate')
})

test('an interrupted back-up leaves nothing', async () => {
  const { platform, folder } = await once()
  const signal = AbortSignal.abort(new Error('enough'))
  const other = join(folder, 'other.tar')
  await expect(backUp(platform.config, other, signal, quiet)).rejects.toThrow('enough')
  expect(await readdir(folder)).toEqual(['archive.tar'])
  expect(await readdir(join(platform.config.dataDirectory, 'incoming'))).toEqual([])
})

test('verify and back-up tell what is not as the database says; the back-up is made all the same', async () => {
  const { platform, id, folder } = await once()
  const { dataDirectory } = platform.config
  await rm(join(dataDirectory, 'places', String(id)))
  const [content = ''] = await readdir(join(dataDirectory, 'place-files'))
  await writeFile(join(dataDirectory, 'place-files', content), randomBytes(700_000))
  await writeFile(join(dataDirectory, 'economy', 'ledger'), 'Burn {"From":"a","Amount":3000000}\n')
  const files = [`places/${id} is not there`, `place-files/${content} is not what the database says`]
  expect(await verdicts(platform.config)).toEqual({
    database: [],
    files,
    ledger: [expect.stringMatching(/^invalid ledger: line 1: insufficient balance/)],
  })
  const { faults } = await backUp(platform.config, join(folder, 'faulty.tar'), forever, quiet)
  expect(faults.toSorted()).toEqual(files.toSorted())
  await rename(join(dataDirectory, 'baseplate.sqlite'), join(dataDirectory, 'elsewhere'))
  await expect(verdicts(platform.config)).rejects.toThrow('There is no database to read')
})
