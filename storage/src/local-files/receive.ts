import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Chunks, type Received, TooLarge, type Written } from '../received-file.ts'
import { collectYoung } from './collect-young.ts'
import { linkOrCopy } from './link-or-copy.ts'

/** A received file has its used buffers freed after this many bytes. */
const collectEvery = 8 * 1024 * 1024

/** Writes a source to a temporary file for `use`, and removes the file unless `use` has stored it. */
export async function receiveFile<T>(
  { temporary, pathOf }: { temporary: string; pathOf: (name: string) => string },
  { source, maxBytes }: { source: Chunks; maxBytes: number },
  use: (received: Received) => Promise<T>,
): Promise<T> {
  const partial = join(temporary, randomUUID())
  const store = async (name: string) => {
    const path = pathOf(name)
    await makeFolder(dirname(path))
    await rename(partial, path)
    await syncFolder(dirname(path))
  }
  try {
    const share = (name: string) => shareFile(temporary, partial, pathOf(name))
    const read = (range: { start: number; end: number }) => createReadStream(partial, range)
    return await use({ ...(await writeSynced(partial, source, maxBytes)), read, store, share })
  } finally {
    await rm(partial, { force: true })
  }
}

/** Gives a file a second name at once: a link, or a copy where the file system has no links. */
export async function shareFile(temporary: string, from: string, to: string): Promise<void> {
  const partial = join(temporary, randomUUID())
  try {
    await linkOrCopy(from, partial)
    await makeFolder(dirname(to))
    await rename(partial, to)
    await syncFolder(dirname(to))
  } finally {
    // A rename between two links of one file leaves both.
    await rm(partial, { force: true })
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

/** Syncs a folder, so that renames in it survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes a folder with its parents. Their names survive a power cut. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) })
  if (first === undefined) return
  let made = resolve(path)
  await syncFolder(dirname(made))
  while (made !== resolve(first)) {
    made = dirname(made)
    await syncFolder(dirname(made))
  }
}
