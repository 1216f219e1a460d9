import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalFiles } from './open.ts'

async function start() {
  const root = await mkdtemp(join(tmpdir(), 'baseplate-stored-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const files = await openLocalFiles(root)
  await files.write('places/1', [Buffer.from('0123456789')], 100)
  return { root, files }
}

/** Lists the files below a folder that this process has open. */
async function openBelow(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd')
  const paths = await Promise.all(
    descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(folder))
}

test('a range of a file is sent as it is', async () => {
  const { files } = await start()
  const file = await files.open('places/1')
  const to = new PassThrough()
  await file?.send?.(to, { start: 2, end: 5 })
  to.end()
  expect(await text(to)).toBe('2345')
})

test('a folder is no file', async () => {
  const { root, files } = await start()
  await mkdir(join(root, 'places/below'))
  expect(await files.open('places/below')).toBeUndefined()
  expect(await files.exists('places/below')).toBe(false)
  expect(await files.open('places/1/below')).toBeUndefined()
  expect(await files.exists('places/1/below')).toBe(false)
})

test.skipIf(process.platform !== 'linux')('files and folders are closed after they were used', async () => {
  const { root, files } = await start()
  await files.share('places/1', 'places/2')
  await files.write('assets/new/1', [Buffer.from('x')], 1)
  await expect(files.write('places/3', [Buffer.from('xx')], 1)).rejects.toThrow()
  await mkdir(join(root, 'places/below'))
  await files.open('places/below')
  const [sent, read, unread] = [
    await files.open('places/1'),
    await files.open('places/1'),
    await files.open('places/1'),
  ]
  expect(await openBelow(root)).toHaveLength(3)
  const to = new PassThrough().resume()
  await sent?.send?.(to, { start: 0, end: 9 })
  if (read) await text(read.stream())
  await unread?.close()
  await files.sweep()
  await expect.poll(() => openBelow(root)).toEqual([])
})
