import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { ArchiveLimits } from '../place-file/archive.ts'
import { isOfDisk, reasonOf, ServeFault } from './fault.ts'

/** Types of files in the upper half of their attributes, as stat(2) has them. */
const typeMask = 0o170000
const plainTypes = new Set([0, 0o100000, 0o040000])

/**
 * Unpacks a ZIP archive that is not trusted into a new folder: regular files with safe names only.
 *
 * @throws ServeFault; errors of the disk. The folder is then removed.
 */
export async function unpack(archive: string, folder: string, limits: ArchiveLimits): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const zip = await openPromise(archive, { lazyEntries: true, autoClose: false, strictFileNames: true })
    try {
      await unpackEntries(zip, folder, limits)
    } finally {
      zip.close()
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (error instanceof ServeFault || isOfDisk(error)) throw error
    throw new ServeFault(`it is no valid ZIP archive: ${reasonOf(error)}`)
  }
}

async function unpackEntries(zip: ZipFile, folder: string, limits: ArchiveLimits): Promise<void> {
  if (zip.entryCount > limits.entries) throw new ServeFault(`it has more than ${limits.entries} files`)
  let left = limits.bytes
  const takeBytes = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new ServeFault(`it is larger than ${limits.bytes} bytes when it is unpacked`)
  }
  for await (const entry of zip.eachEntry()) {
    requireSafe(entry)
    const path = join(folder, entry.fileName)
    if (entry.fileName.endsWith('/')) {
      await mkdir(path, { recursive: true })
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    const content = await zip.openReadStreamPromise(entry)
    // `wx` refuses a second file of the same name. Only regular files are ever written, so no path leads through a link.
    await pipeline(content, checked(entry, takeBytes), createWriteStream(path, { flags: 'wx' }))
  }
}

/** @throws ServeFault for an entry that could write outside of the folder, or is no file */
function requireSafe(entry: Entry): void {
  const { fileName, externalFileAttributes } = entry
  const name = JSON.stringify(fileName)
  const parts = fileName.replace(/\/$/, '').split('/')
  const isUnsafe = parts.some((part) => part === '' || part === '.' || part === '..')
  if (isUnsafe || /[\p{Cc}\\]/u.test(fileName)) throw new ServeFault(`the name ${name} is not allowed`)
  if (!plainTypes.has((externalFileAttributes >>> 16) & typeMask))
    throw new ServeFault(`${name} is no regular file`)
  if (entry.isEncrypted()) throw new ServeFault(`${name} is encrypted`)
}

/** Counts the bytes that arrive, whatever size the archive declares, and verifies their checksum. */
function checked(entry: Entry, takeBytes: (bytes: number) => void): Transform {
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        takeBytes(chunk.length)
        sum = crc32(chunk, sum)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new ServeFault(`${JSON.stringify(entry.fileName)} is damaged`))
    },
  })
}
