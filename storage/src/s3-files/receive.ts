import { createHash, randomUUID } from 'node:crypto'
import { requireFileName } from '../files.ts'
import { type Chunks, type Received, TooLarge, type Written } from '../received-file.ts'
import type { IndexDb } from '../tables.ts'
import { forgetObjects, nameObject, recordUpload } from './file-index.ts'
import type { Objects } from './objects.ts'

/** Uploads a source as an object for `use`, and removes the object unless `use` has named it. */
export async function receiveObject<T>(
  { db, objects }: { db: IndexDb; objects: Objects },
  { source, maxBytes, modified }: { source: Chunks; maxBytes: number; modified?: number },
  use: (received: Received) => Promise<T>,
): Promise<T> {
  const objectKey = randomUUID()
  let mayHaveName = false
  await recordUpload(db, objectKey)
  try {
    const written = await putCounted(objects, objectKey, source, maxBytes)
    const store = async (name: string) => {
      requireFileName(name)
      mayHaveName = true
      await nameObject(db, { name, objectKey, ...written }, modified ?? Date.now())
    }
    const read = (range: { start: number; end: number }) => objects.read(objectKey, range)
    return await use({ ...written, read, store, share: store })
  } finally {
    // The sweep removes the object if this fails.
    if (!mayHaveName) await removeObjects(db, objects, [objectKey]).catch(() => {})
  }
}

async function putCounted(objects: Objects, key: string, source: Chunks, maxBytes: number): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`)
      hash.update(chunk)
      yield chunk
    }
  }
  await objects.put(key, counted())
  return { size, sha256: hash.digest('hex') }
}

/** Removes objects before their rows, so that a crash in between repeats the removal. */
export async function removeObjects(db: IndexDb, objects: Objects, keys: readonly string[]): Promise<void> {
  for (const key of keys) await objects.remove(key)
  await forgetObjects(db, keys)
}
