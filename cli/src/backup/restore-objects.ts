import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { CannotStart } from '@baseplate/service/cannot-start'
import { sqliteFile } from '@baseplate/storage/database/location'
import { openSqlite, sqliteDialect } from '@baseplate/storage/database/sqlite'
import type { IndexedFile } from '@baseplate/storage/s3-files/file-index'
import type { Objects } from '@baseplate/storage/s3-files/objects'
import { restoringKey } from '@baseplate/storage/s3-files/refuse-lost'
import { replaceIndex } from '@baseplate/storage/s3-files/replace-index'
import { Kysely } from 'kysely'
import type { Progress } from '../progress.ts'
import { keysFolder, leftOut } from './format.ts'
import { filesBelow, openObjectStorage } from './indexed-files.ts'

/** Storage that a restore fills: object storage, or the data directory, which needs no upload. */
export interface RestoredStorage {
  /** Uploads the files of an extracted archive, and removes them from its folder. */
  upload(folder: string, signal: AbortSignal, progress: Progress): Promise<void>
  /** Makes the index of the restored database match. */
  complete(db: Kysely<Database>): Promise<void>
  /** Does the same in an extracted SQLite database. */
  completeSqlite(folder: string): Promise<void>
  /** Removes the mark of the prefix. Called when data directory and database are in place, because a later restore would be refused. */
  finish(): Promise<void>
  close(): void
}

/**
 * Opens the storage that a restore fills, and removes what a stopped restore left there.
 *
 * @throws CannotStart when there are objects of another platform; FilesUnavailable
 */
export async function openRestoredStorage(config: Config, signal: AbortSignal): Promise<RestoredStorage> {
  const objects = await openObjectStorage(config)
  let files: IndexedFile[] = []
  if (objects)
    await clearUnfinished(objects, signal).catch((error: unknown) => {
      objects.close()
      throw error
    })
  const complete: RestoredStorage['complete'] = (db) => replaceIndex(db, files)
  return {
    async upload(folder, signal, progress) {
      if (objects) files = await uploadAll(objects, folder, signal, progress)
    },
    complete,
    async completeSqlite(folder) {
      const db = new Kysely<Database>({ dialect: sqliteDialect(openSqlite(join(folder, sqliteFile))) })
      try {
        await complete(db)
      } finally {
        await db.destroy()
      }
    },
    finish: async () => objects?.remove(restoringKey),
    close: () => objects?.close(),
  }
}

async function clearUnfinished(objects: Objects, signal: AbortSignal): Promise<void> {
  const keys: string[] = []
  for await (const page of objects.list()) {
    signal.throwIfAborted()
    keys.push(...page)
  }
  if (keys.length > 0 && !keys.includes(restoringKey)) {
    throw new CannotStart('There are objects at FILES_URL already. Restore into an empty bucket or prefix.')
  }
  await objects.put(restoringKey, [Buffer.from('A restore is filling this prefix, or was stopped.\n')])
  for (const key of keys) {
    signal.throwIfAborted()
    if (key !== restoringKey) await objects.remove(key)
  }
}

async function uploadAll(
  objects: Objects,
  folder: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<IndexedFile[]> {
  /** Uploaded files by inode: links of the archive share an object. */
  const uploaded = new Map<number, IndexedFile>()
  const files: IndexedFile[] = []
  const top = (await readdir(folder)).filter((name) => !leftOut(name) && name !== keysFolder)
  for (const name of top) {
    for await (const path of filesBelow(folder, name)) {
      signal.throwIfAborted()
      const { ino, mtimeMs, size } = await stat(join(folder, path))
      const modified = Math.trunc(mtimeMs)
      const twin = uploaded.get(ino)
      const file = twin
        ? { ...twin, name: path }
        : { name: path, size, modified, used: modified, ...(await uploadFile(objects, join(folder, path))) }
      uploaded.set(ino, file)
      files.push(file)
      progress.show(`Uploading ${files.length} files`)
    }
    await rm(join(folder, name), { recursive: true })
  }
  return files
}

async function uploadFile(objects: Objects, path: string): Promise<{ objectKey: string; sha256: string }> {
  const objectKey = randomUUID()
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Uint8Array)
      yield chunk as Uint8Array
    }
  }
  await objects.put(objectKey, hashed())
  return { objectKey, sha256: hash.digest('hex') }
}
