import { constants } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ArchiveLimits } from '../place-file/archive.ts'
import { copyDatabase, isDatabase } from './copy-database.ts'
import { listWorldFiles, type WorldFile } from './world-files.ts'

/** Prefix of folders with copies of databases. They are beside the world, because `/tmp` may be in memory. */
const copiesPrefix = 'snapshot-'

/** The lowest level, which takes a fifth of the time: the engine has already compressed the blocks of a map. */
const compressionLevel = 1

/** All files get this time, so that the same world makes the same archive. */
const modified = new Date(Date.UTC(2000, 0, 1))

/**
 * Yields a ZIP archive of the world in a server's working folder. Databases are copied as of one moment, all other files as they are.
 *
 * The world belongs to an unreviewed game, which may change it meanwhile. This runs with the rights of the game, so it can
 * read nothing that the game cannot read.
 *
 * @throws Error when the world is too large, or cannot be read
 */
export async function* snapshot(home: string, limits: ArchiveLimits): AsyncGenerator<Uint8Array, void> {
  await removeCopies(home)
  const files = await listWorldFiles(join(home, 'world'), limits)
  const copies = await mkdtemp(join(home, copiesPrefix))
  const archive = new ZipFile()
  const output = archive.outputStream.pipe(new PassThrough())
  let current: Readable | undefined
  const add = async () => {
    for (const { name, ...file } of files) {
      if (output.destroyed) return
      current = await openContent(file, join(copies, 'database'))
      if (!current) continue
      archive.addReadStream(current, name, { mtime: modified, mode: 0o100644, compressionLevel })
      await finished(current)
    }
    archive.end()
  }
  const adding = add().catch((error: Error) => output.destroy(error))
  archive.on('error', (error) => output.destroy(error))
  try {
    yield* output
  } finally {
    current?.destroy()
    output.destroy()
    await adding
    await rm(copies, { recursive: true, force: true })
  }
}

/** Removes the copies of a snapshot that was killed. */
async function removeCopies(home: string): Promise<void> {
  for (const name of await readdir(home))
    if (name.startsWith(copiesPrefix)) await rm(join(home, name), { recursive: true, force: true })
}

/** Opens a file, or a copy of a database; undefined: it is gone, or is no longer a regular file. */
async function openContent(
  { path, size }: Omit<WorldFile, 'name'>,
  copy: string,
): Promise<Readable | undefined> {
  const file = await openRegular(path)
  if (!file) return undefined
  if (await isDatabase(file)) {
    const copied = await copyOf(path, copy)
    if (copied) {
      await file.close()
      return copied.createReadStream()
    }
  }
  // The size limits the read, because a file that grows would never end.
  return size === 0 ? emptied(file) : file.createReadStream({ start: 0, end: size - 1 })
}

/** Copies a database; undefined: it is damaged, and is stored as it is. */
async function copyOf(path: string, copy: string): Promise<FileHandle | undefined> {
  try {
    await rm(copy, { recursive: true, force: true })
    await copyDatabase(path, copy)
    return await openRegular(copy)
  } catch (error) {
    process.stderr.write(`${path} is stored as it is: ${(error as Error).message}\n`)
    return undefined
  }
}

async function emptied(file: FileHandle): Promise<Readable> {
  await file.close()
  const empty = new PassThrough()
  empty.end()
  return empty
}

/** Opens a regular file without following a link or waiting for a pipe. */
async function openRegular(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  if (!file) return undefined
  if ((await file.stat()).isFile()) return file
  await file.close()
  return undefined
}
