import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, hour } from './clock.ts'
import { createFolderListings, walkFolder } from './folder-listing.ts'
import { linkOrCopy } from './link-or-copy.ts'
import { type Chunks, type Received, receiveFile, shareFile, type Written } from './received-file.ts'
import { openStored, type StoredFile, undefinedWhenMissing } from './stored-file.ts'

/** Names below the data directory consist of the product's own words and ids. Any other name is a mistake or an attack. */
const safeName = /^[a-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** Folder of uploads in progress and of files that a running backup holds. Processes may share it, because names are random. */
export const temporaryFolder = 'incoming'

/**
 * Age at which a temporary file is abandoned. The server ends uploads after an hour. The age counts from the last change of the
 * inode, which a link changes too.
 */
const abandonedAfter = 2 * hour

/** The product's files on a local disk. Each file is replaced at once: a reader never sees half of one. */
export interface Files {
  /** Opens the file. Returns undefined when there is none. */
  open(name: string): Promise<StoredFile | undefined>
  exists(name: string): Promise<boolean>
  /**
   * Streams bytes to disk: temporary name, fsync, rename, fsync of the folder. Memory does not grow with the size.
   *
   * @throws TooLarge past `maxBytes`; any error of the source. An existing file of that name then stays as it was.
   */
  write(name: string, source: Chunks, maxBytes: number): Promise<Written>
  /**
   * Writes a file in two steps, so that `use` can record it elsewhere before it is stored. A file that `use` does not store is
   * removed.
   *
   * @throws TooLarge past `maxBytes`; any error of the source or of `use`.
   */
  receive<T>(source: Chunks, maxBytes: number, use: (received: Received) => Promise<T>): Promise<T>
  /**
   * Stores the file `from` as `to` too. Both names are links to one file, or a copy with the same time where the file system has no
   * links.
   *
   * @returns false when there is no such file.
   */
  share(from: string, to: string): Promise<boolean>
  remove(name: string): Promise<void>
  /**
   * Removes a file that was last written before a time, in Unix milliseconds. A file that replaces it meanwhile stays. A sweep
   * removes files that no row names in this way, without removing one that was just written and is about to be named.
   */
  removeUntouched(name: string, before: number): Promise<void>
  /** Removes a file unless it is wanted. `isWanted` is called while the file has no name, so that no reader opens it meanwhile. */
  removeUnless(name: string, isWanted: () => Promise<boolean>): Promise<void>
  /** Returns bytes and the time of the last use, in Unix milliseconds; undefined when there is no such file. */
  measure(name: string): Promise<{ bytes: number; used: number } | undefined>
  /** Records the last use of a file without changing its `etag`. Does nothing when there is no such file. */
  touch(name: string, used: number): Promise<void>
  /**
   * Returns the current names in a folder; none when there is no such folder. For folders that requests ask about: it reads a
   * folder only after a change, and does not switch threads.
   */
  list(folder: string): ReadonlySet<string>
  /**
   * Yields the names in a folder of any size in batches; none when there is no such folder. Names that are added or removed
   * meanwhile may be missing.
   */
  walk(folder: string): AsyncGenerator<string[], void>
  /** Removes abandoned temporary files, which a crash has left. */
  sweep(): Promise<void>
}

/** @param now the file system's clock. */
export async function openFiles(root: string, now: Clock = Date.now): Promise<Files> {
  const temporary = join(root, temporaryFolder)
  await mkdir(temporary, { recursive: true })
  const listFolder = createFolderListings()
  const pathOf = (name: string) => {
    if (!safeName.test(name)) throw new Error(`not the name of a stored file: ${JSON.stringify(name)}`)
    return join(root, name)
  }
  const receive: Files['receive'] = (source, maxBytes, use) =>
    receiveFile({ temporary, pathOf }, { source, maxBytes }, use)

  return {
    open: async (name) => openStored(pathOf(name)),
    async exists(name) {
      const file = await openStored(pathOf(name))
      await file?.close()
      return file !== undefined
    },
    async write(name, source, maxBytes) {
      // Reports a wrong name before the source is read.
      pathOf(name)
      return receive(source, maxBytes, async ({ store, size, sha256 }) => {
        await store(name)
        return { size, sha256 }
      })
    },
    receive,
    share: async (from, to) =>
      shareFile(temporary, pathOf(from), pathOf(to)).then(
        () => true,
        (error) => undefinedWhenMissing(error) ?? false,
      ),
    remove: async (name) => rm(pathOf(name), { force: true }),
    async removeUntouched(name, before) {
      const path = pathOf(name)
      if (!(await isOlder(path, before))) return
      await removeAside(temporary, path, async (aside) => !(await isOlder(aside, before)))
    },
    removeUnless: async (name, isWanted) => removeAside(temporary, pathOf(name), isWanted),
    async measure(name) {
      const found = await stat(pathOf(name)).catch(undefinedWhenMissing)
      return found && { bytes: found.size, used: found.atimeMs }
    },
    touch: async (name, used) => touchFile(pathOf(name), used),
    list: (folder) => listFolder(pathOf(folder)),
    walk: (folder) => walkFolder(pathOf(folder)),
    sweep: () => sweepTemporary(temporary, now),
  }
}

async function isOlder(path: string, than: number): Promise<boolean> {
  const found = await stat(path).catch(undefinedWhenMissing)
  return found !== undefined && found.mtimeMs < than
}

/** Takes a file's name away, and gives it back if the file turns out to be wanted. */
async function removeAside(
  temporary: string,
  path: string,
  isWanted: (aside: string) => Promise<boolean>,
): Promise<void> {
  const aside = join(temporary, randomUUID())
  try {
    await rename(path, aside)
    if (await isWanted(aside)) await linkOrCopy(aside, path)
  } catch (error) {
    // Another process removed it first, or has already stored another file under its name.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') undefinedWhenMissing(error as Error)
  } finally {
    await rm(aside, { force: true })
  }
}

async function touchFile(path: string, used: number): Promise<void> {
  const found = await stat(path).catch(undefinedWhenMissing)
  // The middle of the millisecond, because the system rounds the time.
  const modified = found && (Math.trunc(found.mtimeMs) + 0.5) / 1000
  if (modified !== undefined) await utimes(path, used / 1000, modified).catch(undefinedWhenMissing)
}

async function sweepTemporary(temporary: string, now: Clock): Promise<void> {
  for await (const names of walkFolder(temporary)) {
    for (const name of names) {
      const path = join(temporary, name)
      const found = await stat(path).catch(undefinedWhenMissing)
      if (found && found.ctimeMs < now() - abandonedAfter) await rm(path, { force: true, recursive: true })
    }
  }
}
