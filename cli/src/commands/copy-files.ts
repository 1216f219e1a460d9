import { createReadStream } from 'node:fs'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/service/cannot-start'
import { isFileName } from '@baseplate/storage/files'
import { openLocalFiles } from '@baseplate/storage/local-files/open'
import { findFiles, type IndexedFile, shareName } from '@baseplate/storage/s3-files/file-index'
import type { Objects } from '@baseplate/storage/s3-files/objects'
import { keysFolder, leftOut } from '../backup/format.ts'
import { filesBelow, objectFault, openObjectStorage, readIndex } from '../backup/indexed-files.ts'
import { print } from '../print.ts'
import { type Progress, showProgress } from '../progress.ts'
import { withDatabase } from './database.ts'
import { importFile } from './import-file.ts'

type Db = Parameters<Parameters<typeof withDatabase>[1]>[0]

interface Copying {
  config: Config
  db: Db
  objects: Objects
  progress: Progress
}

interface Copied {
  copied: number
  /** Files that the destination has already, or has in a newer version. */
  present: number
  /** One sentence for each file that could not be copied. */
  faults: string[]
}

/**
 * `baseplate files copy`: copies all files into object storage, or from there into the data directory. It never removes a file and
 * never replaces a newer one, so it can be repeated, and run while the product does.
 *
 * @throws CannotStart
 */
export async function copyFiles(config: Config, toStorage: boolean): Promise<void> {
  const objects = await openObjectStorage(config)
  if (!objects)
    throw new CannotStart('FILES_URL is not set. Set it to the object storage to copy to or from.')
  const progress = showProgress()
  try {
    const { copied, present, faults } = await withDatabase(config, (db) => {
      const copying = { config, db, objects, progress }
      return toStorage ? copyToStorage(copying) : copyToFolder(copying)
    })
    progress.end()
    await print(`${copied} files copied and verified, ${present} were there already.\n`)
    for (const fault of faults) await print(`FAULT  ${fault}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    progress.end()
    objects.close()
  }
}

async function copyToStorage(copying: Copying): Promise<Copied> {
  const { config, progress } = copying
  const result: Copied = { copied: 0, present: 0, faults: [] }
  /** Copied names by inode: links share an object. */
  const names = new Map<number, string>()
  const isStored = createStoredCheck(copying.objects)
  const top = (await readdir(config.dataDirectory)).filter((name) => !leftOut(name) && name !== keysFolder)
  for (const folder of top) {
    for await (const name of filesBelow(config.dataDirectory, folder)) {
      if (!isFileName(name)) {
        result.faults.push(`${JSON.stringify(name)} has a name that no stored file can have`)
        continue
      }
      progress.show(`${result.copied} files copied, ${result.present} there already: ${name}`)
      const outcome = await storeFile(copying, { name, names, isStored })
      if (outcome === 'copied' || outcome === 'present') result[outcome] += 1
      else result.faults.push(`${name} ${outcome.fault}`)
    }
  }
  return result
}

/** Copies a file into object storage, unless it is there. */
async function storeFile(
  { config, db, objects }: Copying,
  file: { name: string; names: Map<number, string>; isStored: (key: string) => Promise<boolean> },
): Promise<'copied' | 'present' | { fault: string }> {
  const { name, names, isStored } = file
  const path = join(config.dataDirectory, name)
  const { ino, size, mtimeMs } = await stat(path)
  const modified = Math.trunc(mtimeMs)
  const twin = names.get(ino)
  const [there] = await findFiles(db, [name])
  const isNewer = there !== undefined && there.modified > modified
  if (there && (isNewer || (there.modified === modified && there.size === size))) {
    if (await isStored(there.objectKey)) {
      names.set(ino, name)
      return 'present'
    }
    // An older version in its place would hide the loss from `verify`.
    if (isNewer) return { fault: 'is newer in object storage, and its object is gone' }
  }
  if (twin !== undefined && (await shareName(db, twin, name))) return 'copied'
  await importFile({ db, objects }, { name, modified }, createReadStream(path))
  const [stored] = await findFiles(db, [name])
  const fault = stored ? await objectFault(objects, stored) : 'is missing'
  if (fault !== undefined) return { fault }
  names.set(ino, name)
  return 'copied'
}

/**
 * Returns a function that tells whether an object is in storage, whatever the database says. The storage is listed once: a request
 * for each object would take longer than copying the files that are left.
 */
function createStoredCheck(objects: Objects): (key: string) => Promise<boolean> {
  const list = async () => {
    const keys = new Set<string>()
    for await (const batch of objects.list()) for (const key of batch) keys.add(key)
    return keys
  }
  let listing: Promise<Set<string>> | undefined
  return async (key) => {
    listing ??= list()
    // Listings of some storages lag behind.
    return (await listing).has(key) || (await objects.sizeOf(key)) !== undefined
  }
}

async function copyToFolder({ config, db, objects, progress }: Copying): Promise<Copied> {
  const result: Copied = { copied: 0, present: 0, faults: [] }
  const local = await openLocalFiles(config.dataDirectory)
  /** Copied names by object. */
  const names = new Map<string, string>()
  for (const file of (await readIndex(db)).values()) {
    const { name, objectKey, modified, size, sha256 } = file
    progress.show(`${result.copied} files copied, ${result.present} there already: ${name}`)
    const path = join(config.dataDirectory, name)
    const there = await stat(path).catch(() => undefined)
    const time = there && Math.trunc(there.mtimeMs)
    const twin = names.get(objectKey)
    if (time !== undefined && (time > modified || (time === modified && there?.size === size)))
      result.present += 1
    else if (twin !== undefined && (await local.share(twin, name))) result.copied += 1
    else {
      const written = await local.write(name, bytesOf(objects, file), size)
      // The middle of the millisecond, because the system rounds the time.
      await utimes(path, new Date(), (modified + 0.5) / 1000)
      if (written.sha256 === sha256) result.copied += 1
      else result.faults.push(`${name} does not match its hash`)
    }
    names.set(objectKey, name)
  }
  return result
}

async function* bytesOf(objects: Objects, { objectKey, size }: IndexedFile) {
  if (size > 0) yield* objects.read(objectKey, { start: 0, end: size - 1 })
}
