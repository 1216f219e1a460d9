import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packGame } from './pack-game.ts'

let folder: string
const { TZ } = process.env

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-game-'))
  await mkdir(join(folder, 'game/mods/first'), { recursive: true })
  await writeFile(join(folder, 'game/game.conf'), 'title = First\n')
  await writeFile(join(folder, 'game/mods/first/init.lua'), '-- nothing\n')
})

afterEach(async () => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
  await rm(folder, { recursive: true })
})

test('has the files of the folder, with game.conf at the top', async () => {
  const files = unzipSync(await packGame(join(folder, 'game')))
  const texts = Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(texts).toEqual([
    ['game.conf', 'title = First\n'],
    ['mods/first/init.lua', '-- nothing\n'],
  ])
})

test('is the same for a newer copy of the folder in another time zone', async () => {
  process.env.TZ = 'Asia/Tokyo'
  const first = await packGame(join(folder, 'game'))
  await cp(join(folder, 'game'), join(folder, 'copy'), { recursive: true })
  await utimes(join(folder, 'copy/game.conf'), new Date(), new Date())
  process.env.TZ = 'America/New_York'
  expect(await packGame(join(folder, 'copy'))).toEqual(first)
})

test('fails for a folder that does not exist', async () => {
  await expect(packGame(join(folder, 'nowhere'))).rejects.toThrow('ENOENT')
})
