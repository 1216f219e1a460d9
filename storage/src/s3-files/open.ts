import { Readable } from 'node:stream'
import { day } from '@baseplate/service/clock'
import { singleFlight } from '@baseplate/service/single-flight'
import { LRUCache } from 'lru-cache'
import { createBatchLoader } from '../batch-loader.ts'
import { type Files, requireFileName } from '../files.ts'
import type { StoredFile } from '../stored-file.ts'
import type { IndexDb } from '../tables.ts'
import {
  findFiles,
  type IndexedFile,
  listFiles,
  listUnusedObjects,
  recordUse,
  removeName,
  restoreName,
  shareName,
} from './file-index.ts'
import type { Objects } from './objects.ts'
import { receiveObject, removeObjects } from './receive.ts'

/** How long an object stays without a name: longer than any upload, download or backup takes. */
const retention = day

const namesPerBatch = 500
const removedPerBatch = 100

/** Maximum size of a file that is cached in memory, and of all of them. */
const cachedFileBytes = 256 * 1024
const cacheBytes = 32 * 1024 * 1024

/** Opens files whose bytes are objects and whose names are rows: docs/decisions/0031-files-have-two-drivers.md. */
export function openS3Files(db: IndexDb, objects: Objects): Files {
  const find = createBatchLoader<string, IndexedFile | undefined>(0, async (names) => {
    const files = new Map((await findFiles(db, names)).map((file) => [file.name, file]))
    return names.map((name) => files.get(name))
  })
  const streamOf = createStreams(objects)
  const receive: Files['receive'] = (source, maxBytes, use) =>
    receiveObject({ db, objects }, { source, maxBytes }, use)

  return {
    async open(name) {
      requireFileName(name)
      const file = await find(name)
      return file && storedFile(file, streamOf, objects)
    },
    exists: async (name) => (await find(name)) !== undefined,
    async existing(names) {
      if (names.length === 0) return new Set()
      return new Set((await findFiles(db, names)).map(({ name }) => name))
    },
    async write(name, source, maxBytes) {
      // Reports a wrong name before the source is read.
      requireFileName(name)
      return receive(source, maxBytes, async ({ store, size, sha256 }) => {
        await store(name)
        return { size, sha256 }
      })
    },
    receive,
    async share(from, to) {
      requireFileName(to)
      return shareName(db, from, to)
    },
    async remove(name) {
      await removeName(db, name)
    },
    async removeUntouched(name, before) {
      await removeName(db, name, before)
    },
    async removeUnless(name, isWanted) {
      const removed = await removeName(db, name)
      if (removed && (await isWanted())) await restoreName(db, removed)
    },
    touch: (name, used) => recordUse(db, name, used),
    async *walk(folder, prefix = '') {
      for await (const files of filesIn(db, folder, prefix)) yield files.map(({ name }) => name)
    },
    async *usage(folder) {
      for await (const files of filesIn(db, folder))
        yield files.map(({ name, size, used }) => ({ name, bytes: size, used }))
    },
    sweep: (time = Date.now()) => sweepObjects(db, objects, time),
    check: () => objects.check(),
    async close() {
      objects.close()
    },
  }
}

type StreamOf = (file: IndexedFile, range: { start: number; end: number }) => Readable

const storedFile = (file: IndexedFile, streamOf: StreamOf, objects: Objects): StoredFile => ({
  size: file.size,
  modified: file.modified,
  etag: `"${file.sha256.slice(0, 32)}"`,
  stream: (range) =>
    file.size === 0 ? Readable.from([]) : streamOf(file, range ?? { start: 0, end: file.size - 1 }),
  address: ({ contentType }, seconds) => objects.addressOf(file.objectKey, contentType, seconds),
  async close() {},
})

/** Streams objects. Small ones are cached in memory. They cannot become stale, because an object never changes. */
function createStreams(objects: Objects): StreamOf {
  const cache = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length,
  })
  const load = singleFlight(async (key: string, size: number) => {
    const chunks = await Array.fromAsync(objects.read(key, { start: 0, end: size - 1 }))
    const bytes = Buffer.concat(chunks)
    cache.set(key, bytes)
    return bytes
  })
  async function* ofSmall({ objectKey, size }: IndexedFile, range: { start: number; end: number }) {
    const bytes = cache.get(objectKey) ?? (await load(objectKey, size))
    yield bytes.subarray(range.start, range.end + 1)
  }
  return (file, range) =>
    Readable.from(file.size <= cachedFileBytes ? ofSmall(file, range) : objects.read(file.objectKey, range), {
      objectMode: false,
    })
}

/** Yields the files in a folder, without those in folders below it, under their names in the folder. */
async function* filesIn(db: IndexDb, folder: string, prefix = ''): AsyncGenerator<IndexedFile[], void> {
  requireFileName(folder)
  const start = `${folder}/`.length
  for (let after = ''; ; ) {
    const files = await listFiles(db, { prefix: `${folder}/${prefix}`, after, limit: namesPerBatch })
    const here = files
      .map((file) => ({ ...file, name: file.name.slice(start) }))
      .filter(({ name }) => !name.includes('/'))
    if (here.length > 0) yield here
    const last = files.at(-1)
    if (!last || files.length < namesPerBatch) return
    after = last.name
  }
}

async function sweepObjects(db: IndexDb, objects: Objects, time: number): Promise<void> {
  for (;;) {
    const keys = await listUnusedObjects(db, { forMs: retention, time }, removedPerBatch)
    await removeObjects(db, objects, keys)
    if (keys.length === 0) break
  }
  await objects.abortUploads(new Date(Math.min(Date.now(), time) - retention))
}
