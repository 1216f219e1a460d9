import { randomUUID } from 'node:crypto'
import { link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { testFiles } from '@baseplate/platform/testing/files-contract'
import { hour, minute } from '@baseplate/service/clock'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Files } from '../files.ts'
import { TooLarge } from '../received-file.ts'
import { openLocalFiles } from './open.ts'

let root: string
let files: Files

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baseplate-files-'))
  files = await openLocalFiles(root)
  return () => rm(root, { recursive: true })
})

describe('files in a folder', () => testFiles(async () => files))

const read = async (name: string) => {
  const file = await files.open(name)
  return file && text(file.stream())
}

test('finds the current names of a folder, and none in a missing one', async () => {
  const names = async () =>
    [...(await files.existing(['places/1', 'places/2.lua', 'places/3']))].map((name) => name.slice(7))
  const timeOf = async (name: string) => (await stat(join(root, name), { bigint: true })).ctimeNs
  /** Waits for the next tick of the file system's clock, which may take a few milliseconds. */
  const tick = () =>
    expect
      .poll(async () => {
        await writeFile(join(root, 'tick'), '')
        return (await timeOf('tick')) > (await timeOf('places'))
      })
      .toBe(true)
  expect(await names()).toEqual([])
  await files.write('places/1', [Buffer.from('x')], 1)
  await files.write('places/2.lua', [Buffer.from('x')], 1)
  expect(await names()).toEqual(['1', '2.lua'])
  // A listing that is no longer fresh is reused until the folder changes.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  expect(await names()).toEqual(['1', '2.lua'])
  await tick()
  await files.remove('places/1')
  expect(await names()).toEqual(['2.lua'])
  await tick()
  await writeFile(join(root, 'places', '3'), 'x')
  expect(await names()).toEqual(['2.lua', '3'])
  await rm(join(root, 'places'), { recursive: true })
  expect(await names()).toEqual([])
  vi.restoreAllMocks()
})

test('leaves nothing behind after a source that is too large', async () => {
  const source = [Buffer.from('hello '), Buffer.from('world')]
  await expect(files.write('places/1', source, 10)).rejects.toBeInstanceOf(TooLarge)
  expect(await readdir(join(root, 'incoming'))).toEqual([])
})

test('stores a shared file as one file on disk', async () => {
  await files.write('place-files/a', [Buffer.from('x')], 1)
  await files.share('place-files/a', 'places/1')
  const inodeOf = async (name: string) => (await stat(join(root, name))).ino
  expect(await inodeOf('places/1')).toBe(await inodeOf('place-files/a'))
})

test('a sweep removes abandoned temporary files and spares those in use', async () => {
  const started = Promise.withResolvers<void>()
  const mayContinue = Promise.withResolvers<void>()
  async function* slow() {
    yield Buffer.from('half')
    started.resolve()
    await mayContinue.promise
    yield Buffer.from(' and half')
  }
  const writing = files.write('places/1', slow(), 100)
  await started.promise
  const other = await openLocalFiles(root)
  await other.sweep()
  mayContinue.resolve()
  await writing
  expect(await read('places/1')).toBe('half and half')

  await writeFile(join(root, 'incoming', 'half'), 'x')
  await mkdir(join(root, 'incoming', 'backup'))
  await link(join(root, 'places', '1'), join(root, 'incoming', 'backup', 'link'))
  await other.sweep()
  const soon = await openLocalFiles(root, () => Date.now() + hour)
  await soon.sweep()
  expect(await readdir(join(root, 'incoming'))).toEqual(['backup', 'half'])
  const later = await openLocalFiles(root, () => Date.now() + 2 * hour + minute)
  await later.sweep()
  expect(await readdir(join(root, 'incoming'))).toEqual([])
  expect(await read('places/1')).toBe('half and half')
})

test('a sweep gives files their names back that a process took away before it died, but not those of newer files', async () => {
  await files.write('places/2', [Buffer.from('newer')], 100)
  await mkdir(join(root, 'places'), { recursive: true })
  const takeAway = (name: string) => {
    const aside = `aside-${Buffer.from(name).toString('base64url')}.${randomUUID()}`
    return writeFile(join(root, 'incoming', aside), 'taken away')
  }
  await takeAway('places/1')
  await takeAway('places/2')
  await takeAway('gone/3')
  await files.sweep()
  expect(await read('places/1')).toBeUndefined()
  expect(await readdir(join(root, 'incoming'))).toHaveLength(3)
  const later = await openLocalFiles(root, () => Date.now() + minute + 1)
  await later.sweep()
  expect([await read('places/1'), await read('places/2')]).toEqual(['taken away', 'newer'])
  expect(await readdir(join(root, 'incoming'))).toEqual([])
})

test('the check fails when the folder of uploads is missing', async () => {
  await files.check()
  await rm(join(root, 'incoming'), { recursive: true })
  await expect(files.check()).rejects.toMatchObject({ code: 'ENOENT' })
})
