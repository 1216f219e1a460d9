import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { fromRandomAccessReaderPromise, getFileNameLowLevel, type Entry as Header, type ZipFile } from 'yauzl'
import { BlockReader, type FileBytes } from './block-reader.ts'
import { fault, PlaceFileFault } from './fault.ts'
import { checkNames } from './names.ts'

export interface ArchiveLimits {
  /** Files and folders. */
  entries: number
  /** Bytes of all files when they are unpacked. */
  bytes: number
}

/** The archives that are accepted. */
export interface AcceptedArchives extends ArchiveLimits {
  /** Whether names have to differ on every file system, even if it ignores case or the form of accents. */
  portableNames: boolean
}

export const placeFiles: AcceptedArchives = { entries: 5_000, bytes: 500_000_000, portableNames: true }

/** A file or a folder in an archive. */
export interface Entry {
  /** Relative and safe. A folder ends in a slash. */
  path: string
  /** Bytes when it is unpacked. */
  size: number
  header: Header
}

/** An archive whose list of files has been checked. Its content has not. */
export interface Archive {
  /** In the order of their bytes in the archive. */
  entries: readonly Entry[]
  /**
   * Unpacks an entry. Entries are read once each, in order. Checks size and checksum at its end.
   *
   * @throws PlaceFileFault; errors of the file
   */
  unpack(entry: Entry): AsyncGenerator<Uint8Array, void>
}

/**
 * Opens a ZIP archive that is not trusted. Memory grows with the number of entries only.
 *
 * @throws PlaceFileFault; errors of the file
 */
export async function openArchive(file: FileBytes, accepted: AcceptedArchives): Promise<Archive> {
  const reader = new BlockReader(file)
  try {
    const zip = await fromRandomAccessReaderPromise(reader, file.size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    })
    const entries = await listEntries(zip, accepted)
    let freeFrom = 0
    return {
      entries,
      async *unpack(entry) {
        try {
          const start = await startOf(zip, entry, freeFrom)
          freeFrom = start + entry.header.compressedSize
          yield* unpacked(reader, entry, start)
        } catch (error) {
          throw reader.failure ?? asFault(error, fault('damaged', { file: entry.path }))
        }
      },
    }
  } catch (error) {
    throw reader.failure ?? asFault(error, fault('not_zip', {}))
  }
}

/** Returns a fault unchanged. Any other error is a parser error that the content caused. */
const asFault = (error: unknown, otherwise: PlaceFileFault): PlaceFileFault => {
  if (error instanceof PlaceFileFault) return error
  otherwise.cause = error
  return otherwise
}

async function listEntries(zip: ZipFile, { portableNames, ...limits }: AcceptedArchives): Promise<Entry[]> {
  if (zip.entryCount > limits.entries) throw fault('too_many_entries', { max: limits.entries })
  const entries: Entry[] = []
  for await (const header of zip.eachEntry()) entries.push(entryOf(header))
  checkNames(
    entries.map(({ path }) => path),
    portableNames,
  )
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > limits.bytes) throw fault('too_large_unpacked', { max: limits.bytes / 1_000_000 })
  const offsetOf = ({ header }: Entry) => header.relativeOffsetOfLocalHeader
  return entries.sort((one, other) => offsetOf(one) - offsetOf(other))
}

/** Bits of a Unix mode that are the type of a file, and the types that may be unpacked. */
const typeBits = 0o170000
const types: ReadonlySet<number> = new Set([0, 0o100000, 0o040000])

function entryOf(header: Header): Entry {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, externalFileAttributes } = header
  const path = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
  if (header.isEncrypted()) throw fault('encrypted', { file: path })
  if (!header.canDecodeFileData()) throw fault('compression', { file: path })
  if (!types.has((externalFileAttributes >>> 16) & typeBits)) throw fault('link', { file: path })
  const size = header.uncompressedSize
  if (path.endsWith('/') && size > 0) throw fault('damaged', { file: path })
  return { path, size, header }
}

/** Returns the offset of an entry's data. Its local header has to name the same file, because some readers trust that header. */
async function startOf(zip: ZipFile, { path, header }: Entry, freeFrom: number): Promise<number> {
  const { fileDataStart, fileName, compressionMethod } = await zip.readLocalFileHeaderPromise(header)
  const isSame = fileName.equals(header.fileNameRaw) && compressionMethod === header.compressionMethod
  if (!isSame || header.relativeOffsetOfLocalHeader < freeFrom) throw fault('damaged', { file: path })
  return fileDataStart
}

const deflated = 8
const chunkBytes = 64 * 1024

async function* unpacked(
  reader: BlockReader,
  { path, size, header }: Entry,
  start: number,
): AsyncGenerator<Uint8Array, void> {
  const packed = reader.range(start, start + header.compressedSize)
  let bytes = 0
  let checksum = 0
  for await (const chunk of header.compressionMethod === deflated ? inflate(packed) : packed) {
    bytes += chunk.length
    if (bytes > size) throw fault('damaged', { file: path })
    checksum = crc32(chunk, checksum)
    yield chunk
  }
  if (bytes !== size || checksum !== header.crc32) throw fault('damaged', { file: path })
}

function inflate(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const inflating = createInflateRaw({ chunkSize: chunkBytes })
  // Iterating over the result throws the errors of both streams.
  pipeline(packed, inflating, () => {})
  return inflating
}
