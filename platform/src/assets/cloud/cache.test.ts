import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { minute } from '@baseplate/service/clock'
import { createLog } from '@baseplate/service/log'
import { openLocalFiles } from '@baseplate/storage/local-files/open'
import { expect, onTestFinished, test } from 'vitest'
import { storedNames } from '../../testing/stored-names.ts'
import { cachedAssetName, createAssetCache } from './cache.ts'

async function start(maxBytes: number) {
  const root = await mkdtemp(join(tmpdir(), 'asset-cache-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const files = await openLocalFiles(root)
  let time = Date.now()
  const open = () => createAssetCache({ files, log: createLog('silent'), maxBytes }, () => time)
  const store = (id: number, content: string) => files.write(cachedAssetName(id), [Buffer.from(content)], 100)
  const cached = async () => (await storedNames(files, 'asset-cache')).map(Number)
  const pass = (ms: number) => {
    time += ms
  }
  return { files, open, store, cached, pass }
}

test('evicts the least recently used files, and none that is being served', async () => {
  const { files, open, store, cached, pass } = await start(30)
  let cache = open()
  for (const id of [1, 2, 3]) {
    await store(id, '0123456789')
    pass(minute)
    cache.use(id)
  }
  pass(minute)
  cache.use(1)
  await cache.sweep()
  expect(await cached()).toEqual([1, 2, 3])

  // After a restart, the cache is one byte too large.
  cache = open()
  await store(4, 'x')
  cache.use(4)
  const reading = await files.open(cachedAssetName(2))
  const before = await files.open(cachedAssetName(1))
  pass(30_000)
  await cache.sweep()
  expect(await cached()).toEqual([1, 3, 4])
  expect(reading && (await text(reading.stream()))).toBe('0123456789')

  // Recording a use does not change the etag.
  const after = await files.open(cachedAssetName(1))
  expect(after?.etag).toBe(before?.etag)
  await Promise.all([before?.close(), after?.close()])
})

test('does not evict a file that was just served, even without room', async () => {
  const { open, store, cached, pass } = await start(5)
  const cache = open()
  await store(1, '0123456789')
  cache.use(1)
  await cache.sweep()
  expect(await cached()).toEqual([1])
  pass(minute + 1)
  await cache.sweep()
  expect(await cached()).toEqual([])
})

test('evicts files before the next sweep when many are stored', async () => {
  const { open, store, cached, pass } = await start(30)
  const cache = open()
  for (const id of [1, 2, 3, 4]) await store(id, '0123456789')
  pass(2 * minute)
  cache.add(1)
  expect(await cached()).toHaveLength(4)
  cache.add(10)
  await expect.poll(async () => (await cached()).length).toBe(2)
})
