import { createHash, randomUUID } from 'node:crypto'
import { type ReadStream, readdirSync, statSync } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { type Clock, hour } from './clock.ts'
import { collectYoung } from './collect-young.ts'
import { linkOrCopy } from './link-or-copy.ts'
import { sendFile } from './send-file.ts'

/** Names under the data directory are made of our own words and ids; anything else is a mistake, or an attack. */
const safeName = /^[a-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** What arrives, and what a backup holds still. Several processes may share it: each has names of its own. */
export const temporaryFolder = 'incoming'

/**
 * What was not touched for so long is nobody's any more: an upload takes an hour at most, as the server has it. Touched is
 * also what was linked: that is why the time of the last change of the inode counts.
 */
const abandonedAfter = 2 * hour

/** Far longer than a tick of any file system's clock. */
const settledMs = 2_000

/** Names that are read of a folder at once. */
const walkedAtOnce = 500

/** Bytes of a stream after which its used buffers are freed. */
const collectEvery = 8 * 1024 * 1024

/** A file that is open: what is said of it and what is read from it stay true when another one takes its place. */
export interface StoredFile {
  /** Bytes. */
  size: number
  /** Unix milliseconds. */
  modified: number
  /** Strong validator for HTTP, quotes included. Every write makes a new file, so inode, time and size tell them apart. */
  etag: string
  /** The bytes from `start` to `end`, both inclusive; all of them when absent. Closes the file at its end. */
  stream(range?: { start: number; end: number }): ReadStream
  /** Writes the same into a socket, and quicker, without ending it: see `sendFile`. Closes the file at its end. */
  send(to: Writable, range: { start: number; end: number }): Promise<void>
  /** For those who do not read it after all. */
  close(): Promise<void>
}

/** Bytes in pieces: as they arrive, or a list of what is there already. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface Written {
  size: number
  /** Hex SHA-256 of the bytes. */
  sha256: string
}

/** A file that has arrived, on disk under a temporary name. */
export interface Received extends Written {
  /** Puts it in place of the file of that name. */
  place(name: string): Promise<void>
  /** The same, and keeps it, so that it can be placed again. */
  share(name: string): Promise<void>
}

/** More bytes came than the caller allows. Nothing was kept. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** The product's files on a local disk. Whole files are put in place at once: a reader never sees half of one. */
export interface Files {
  /** Opens the file; undefined when there is none. */
  open(name: string): Promise<StoredFile | undefined>
  /**
   * Streams bytes to disk: a temporary name, fsync, rename, fsync of the folder. Memory does not grow with the size.
   * @throws TooLarge past `maxBytes`; whatever the source throws. The file of that name stays as it was.
   */
  write(name: string, source: Chunks, maxBytes: number): Promise<Written>
  /**
   * As `write`, in two steps, for a file of which something is noted elsewhere: what `use` does not place is gone.
   * @throws TooLarge past `maxBytes`; whatever the source or `use` throws.
   */
  receive<T>(source: Chunks, maxBytes: number, use: (received: Received) => Promise<T>): Promise<T>
  /**
   * Puts the file `from` in place as `to` too, at once. Both are one file on disk, where the file system can do that,
   * or else a copy with the same time.
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
  /** Bytes, and when it was used last, in Unix milliseconds: as `touch` noted, or the file system. Undefined when there is none. */
  measure(name: string): Promise<{ bytes: number; used: number } | undefined>
  /** Notes when a file was used last. It stays the same file, with the same `etag`; one that is gone stays gone. */
  touch(name: string, used: number): Promise<void>
  /**
   * The names of the files and folders in a folder, this very moment; none when there is no such folder. For folders
   * that are asked about with every request: read only when they have changed, and without a way to another thread.
   */
  list(folder: string): ReadonlySet<string>
  /**
   * The names of the files and folders in a folder, some at a time, however many there are; none when there is no such folder.
   * Whether it has those that come or go meanwhile is not known.
   */
  walk(folder: string): AsyncGenerator<string[], void>
  /** Removes what a crash left half written, once nobody can be writing it any more. */
  sweep(): Promise<void>
}

/** @param now what time it is for the file system. */
export async function openFiles(root: string, now: Clock = Date.now): Promise<Files> {
  const temporary = join(root, temporaryFolder)
  await mkdir(temporary, { recursive: true })

  const pathOf = (name: string) => {
    if (!safeName.test(name)) throw new Error(`not the name of a stored file: ${JSON.stringify(name)}`)
    return join(root, name)
  }

  const listings = new Map<string, { changed: bigint; names: ReadonlySet<string> }>()

  const shareAt = async (from: string, to: string) => {
    const partial = join(temporary, randomUUID())
    try {
      await linkOrCopy(from, partial)
      await mkdir(dirname(to), { recursive: true })
      await rename(partial, to)
      await syncFolder(dirname(to))
    } finally {
      // Two names of one file stay where they are when one is renamed to the other.
      await rm(partial, { force: true })
    }
  }

  const removeAside = async (path: string, isWanted: (aside: string) => Promise<boolean>) => {
    const aside = join(temporary, randomUUID())
    try {
      await rename(path, aside)
      if (await isWanted(aside)) await linkOrCopy(aside, path)
    } catch (error) {
      // Another process removed it first, or has already put another file in its place.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') undefinedWhenMissing(error as Error)
    } finally {
      await rm(aside, { force: true })
    }
  }

  const receive: Files['receive'] = async (source, maxBytes, use) => {
    const partial = join(temporary, randomUUID())
    const place = async (name: string) => {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      await rename(partial, path)
      await syncFolder(dirname(path))
    }
    try {
      const share = (name: string) => shareAt(partial, pathOf(name))
      return await use({ ...(await writeSynced(partial, source, maxBytes)), place, share })
    } finally {
      await rm(partial, { force: true })
    }
  }

  return {
    async open(name) {
      const file = await open(pathOf(name), 'r').catch(undefinedWhenMissing)
      if (!file) return undefined
      const found = await file.stat().catch(async (error: Error) => {
        await file.close()
        throw error
      })
      if (!found.isFile()) {
        await file.close()
        return undefined
      }
      return {
        size: found.size,
        modified: found.mtimeMs,
        etag: `"${found.ino.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}-${found.size.toString(36)}"`,
        // Half a megabyte at a time: the default of 64 KiB costs a third of the throughput of large files.
        stream: (range) => file.createReadStream({ ...range, highWaterMark: 512 * 1024 }),
        send: (to, range) => sendFile(file, to, range).finally(() => file.close()),
        close: () => file.close(),
      }
    },

    async write(name, source, maxBytes) {
      // A mistake is told before anything is read.
      pathOf(name)
      return receive(source, maxBytes, async ({ place, size, sha256 }) => {
        await place(name)
        return { size, sha256 }
      })
    },

    receive,

    async share(from, to) {
      try {
        await shareAt(pathOf(from), pathOf(to))
        return true
      } catch (error) {
        undefinedWhenMissing(error as NodeJS.ErrnoException)
        return false
      }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
    },

    async removeUntouched(name, before) {
      const path = pathOf(name)
      const isOld = async (at: string) => {
        const found = await stat(at).catch(undefinedWhenMissing)
        return found !== undefined && found.mtimeMs < before
      }
      if (await isOld(path)) await removeAside(path, async (aside) => !(await isOld(aside)))
    },

    removeUnless: (name, isWanted) => removeAside(pathOf(name), isWanted),

    async measure(name) {
      const found = await stat(pathOf(name)).catch(undefinedWhenMissing)
      return found && { bytes: found.size, used: found.atimeMs }
    },

    async touch(name, used) {
      const path = pathOf(name)
      const found = await stat(path).catch(undefinedWhenMissing)
      // In the middle of its millisecond: on the way the time is rounded.
      const modified = found && (Math.trunc(found.mtimeMs) + 0.5) / 1000
      if (modified !== undefined) await utimes(path, used / 1000, modified).catch(undefinedWhenMissing)
    },

    list(folder) {
      const path = pathOf(folder)
      const known = listings.get(folder)
      const changed = statSync(path, { bigint: true, throwIfNoEntry: false })?.ctimeNs
      if (changed === undefined) return new Set()
      if (known?.changed === changed) return known.names
      const names = new Set(readdirSync(path))
      // The file system's clock ticks slowly: what changed just now may change again within the same tick.
      if (Date.now() - Number(changed / 1_000_000n) > settledMs) listings.set(folder, { changed, names })
      return names
    },

    walk: (folder) => walk(pathOf(folder)),

    async sweep() {
      for await (const names of walk(temporary)) {
        for (const name of names) {
          const path = join(temporary, name)
          const found = await stat(path).catch(undefinedWhenMissing)
          if (found && found.ctimeMs < now() - abandonedAfter)
            await rm(path, { force: true, recursive: true })
        }
      }
    },
  }
}

async function writeSynced(path: string, source: Chunks, maxBytes: number): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  let collectAt = collectEvery
  const file = await open(path, 'wx')
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`)
      hash.update(chunk)
      await file.appendFile(chunk)
      if (size < collectAt) continue
      collectYoung()
      collectAt = size + collectEvery
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** The names in a folder, read by another thread some at a time. */
async function* walk(path: string): AsyncGenerator<string[], void> {
  const folder = await opendir(path, { bufferSize: walkedAtOnce }).catch(undefinedWhenMissing)
  if (!folder) return
  let names: string[] = []
  for await (const { name } of folder) {
    names.push(name)
    if (names.length < walkedAtOnce) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}

/** A rename is only on disk once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
