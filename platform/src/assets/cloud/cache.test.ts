import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createLog } from '@baseplate/service/log'
import { expect, onTestFinished, test } from 'vitest'
import { minute } from '../../foundation/clock.ts'
import { openFiles } from '../../foundation/files.ts'
import { cachedAssetName, createAssetCache } from './cache.ts'

async function start(maxBytes: number) {
  const root = await mkdtemp(join(tmpdir(), 'asset-cache-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const files = await openFiles(root)
  let time = Date.now()
  const open = () => createAssetCache({ files, log: createLog('silent'), maxBytes }, () => time)
  const keep = (id: number, content: string) => files.write(cachedAssetName(id), [Buffer.from(content)], 100)
  const kept = () => [...files.list('asset-cache')].map(Number).toSorted((a, b) => a - b)
  const pass = (ms: number) => {
    time += ms
  }
  return { files, open, keep, kept, pass }
}

test('what was not asked for longest goes, as much as it takes, and not what is handed out', async () => {
  const { files, open, keep, kept, pass } = await start(30)
  let cache = open()
  for (const id of [1, 2, 3]) {
    await keep(id, '0123456789')
    pass(minute)
    cache.use(id)
  }
  pass(minute)
  cache.use(1)
  await cache.sweep()
  expect(kept()).toEqual([1, 2, 3])

  // After a restart, one byte too much.
  cache = open()
  await keep(4, 'x')
  cache.use(4)
  const reading = await files.open(cachedAssetName(2))
  const before = await files.open(cachedAssetName(1))
  pass(30_000)
  await cache.sweep()
  expect(kept()).toEqual([1, 3, 4])
  expect(reading && (await text(reading.stream()))).toBe('0123456789')

  // Of those that were used, the content is known as what it was.
  const after = await files.open(cachedAssetName(1))
  expect(after?.etag).toBe(before?.etag)
  await Promise.all([before?.close(), after?.close()])
})

test('what is handed out this very moment stays, however little room there is', async () => {
  const { open, keep, kept, pass } = await start(5)
  const cache = open()
  await keep(1, '0123456789')
  cache.use(1)
  await cache.sweep()
  expect(kept()).toEqual([1])
  pass(minute + 1)
  await cache.sweep()
  expect(kept()).toEqual([])
})
