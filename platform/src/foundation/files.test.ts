import { link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { hour, minute } from './clock.ts'
import { type Files, openFiles } from './files.ts'
import { TooLarge } from './received-file.ts'

let root: string
let files: Files

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baseplate-files-'))
  files = await openFiles(root)
  return () => rm(root, { recursive: true })
})

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function read(name: string, range?: { start: number; end: number }): Promise<string> {
  const file = await files.open(name)
  const chunks: Buffer[] = []
  for await (const chunk of file?.stream(range) ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('reads a written file as a whole and in ranges', async () => {
  const written = await files.write('places/1', parts('hello ', 'world'), 11)
  expect(written).toEqual({
    size: 11,
    // printf 'hello world' | sha256sum
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  })
  expect(await read('places/1')).toBe('hello world')
  expect(await read('places/1', { start: 4, end: 6 })).toBe('o w')
  const file = await files.open('places/1')
  expect(file?.size).toBe(11)
  await file?.close()
})

test('serves an open file unchanged while it is replaced', async () => {
  await files.write('places/1', parts('old'), 100)
  const old = await files.open('places/1')
  await files.write('places/1', parts('newer'), 100)
  const stream = old?.stream()
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toBe('old')
  expect(await read('places/1')).toBe('newer')
})

test('lists the current names of a folder, and none for a missing one', async () => {
  const names = () => [...files.list('places')].toSorted()
  const timeOf = async (name: string) => (await stat(join(root, name), { bigint: true })).ctimeNs
  /** Waits for the next tick of the file system's clock, which may take a few milliseconds. */
  const tick = () =>
    expect
      .poll(async () => {
        await writeFile(join(root, 'tick'), '')
        return (await timeOf('tick')) > (await timeOf('places'))
      })
      .toBe(true)
  expect(names()).toEqual([])
  await files.write('places/1', parts('x'), 1)
  await files.write('places/2.lua', parts('x'), 1)
  expect(names()).toEqual(['1', '2.lua'])
  // A listing that is no longer fresh is reused until the folder changes.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  const known = files.list('places')
  expect(files.list('places')).toBe(known)
  await tick()
  await files.remove('places/1')
  expect(names()).toEqual(['2.lua'])
  await tick()
  await writeFile(join(root, 'places', '3'), 'x')
  expect(names()).toEqual(['2.lua', '3'])
  await rm(join(root, 'places'), { recursive: true })
  expect(names()).toEqual([])
  vi.restoreAllMocks()
})

test('leaves nothing behind after a source that is too large', async () => {
  await expect(files.write('places/1', parts('hello ', 'world'), 10)).rejects.toBeInstanceOf(TooLarge)
  expect(await files.open('places/1')).toBeUndefined()
  expect(await readdir(join(root, 'incoming'))).toEqual([])
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
  const other = await openFiles(root)
  await other.sweep()
  mayContinue.resolve()
  await writing
  expect(await read('places/1')).toBe('half and half')

  await writeFile(join(root, 'incoming', 'half'), 'x')
  await mkdir(join(root, 'incoming', 'backup'))
  await link(join(root, 'places', '1'), join(root, 'incoming', 'backup', 'link'))
  await other.sweep()
  expect(await readdir(join(root, 'incoming'))).toEqual(['backup', 'half'])
  const later = await openFiles(root, () => Date.now() + 2 * hour + minute)
  await later.sweep()
  expect(await readdir(join(root, 'incoming'))).toEqual([])
  expect(await read('places/1')).toBe('half and half')
})

test.each(['../secret', '/etc/passwd', 'places/../../x', 'places//1', '', 'places/.hidden', 'a\0b'])(
  'rejects the name %j',
  async (name) => {
    await expect(files.open(name)).rejects.toThrow('not the name of a stored file')
    await expect(files.write(name, parts('x'), 1)).rejects.toThrow('not the name of a stored file')
  },
)
