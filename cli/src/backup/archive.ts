import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Chunks } from '@baseplate/storage/received-file'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { sumsName } from './format.ts'

/** Bytes read at a time. */
const chunkBytes = 512 * 1024

interface FileEntry {
  name: string
  /** Permission bits. */
  mode: number
  modified: Date
}

/** Writes the entries of a tar archive one after another and records the SHA-256 of each file. */
export interface ArchiveWriter {
  folder(name: string, mode: number): Promise<void>
  text(name: string, text: string): Promise<string>
  /** @returns the file's hash and size. */
  file(entry: FileEntry, path: string, bytes?: number): Promise<{ sha256: string; size: number }>
  /** Adds a file whose bytes come from elsewhere. @returns the file's hash. @throws when it is not of this size */
  stream(entry: FileEntry, size: number, source: Chunks): Promise<string>
  /** Adds a second name for a file that is already in the archive. */
  link(name: string, target: string): Promise<void>
}

/** Streams an archive to `write`. `fill` adds the files, and the last entry lists their hashes. */
export async function writeArchive(
  write: (chunk: Uint8Array) => Promise<void>,
  signal: AbortSignal,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const sums = new Map<string, string>()
  const add = async (header: Parameters<typeof controller.add>[0], source: Chunks) => {
    const hash = createHash('sha256')
    const body = controller.add(header).getWriter()
    for await (const chunk of source) {
      signal.throwIfAborted()
      hash.update(chunk)
      await body.write(chunk)
    }
    await body.close()
    return hash.digest('hex')
  }
  const note = (name: string, sha256: string) => {
    sums.set(name, sha256)
    return sha256
  }
  const addText = (name: string, text: string) =>
    add({ name, size: Buffer.byteLength(text), mode: 0o600, type: 'file' }, [Buffer.from(text)])
  const archive: ArchiveWriter = {
    async folder(name, mode) {
      await add({ name: `${name}/`, size: 0, mode, type: 'directory' }, [])
    },
    text: async (name, text) => note(name, await addText(name, text)),
    async file({ name, mode, modified }, path, bytes) {
      const file = await open(path, 'r')
      try {
        const size = bytes ?? (await file.stat()).size
        const header = { name, size, mode, mtime: modified, type: 'file' as const }
        return { size, sha256: note(name, await add(header, firstBytes(file, size))) }
      } finally {
        await file.close()
      }
    },
    stream: async ({ name, mode, modified: mtime }, size, source) =>
      note(name, await add({ name, size, mode, mtime, type: 'file' }, source)),
    async link(name, target) {
      await add({ name, size: 0, linkname: target, type: 'link' }, [])
      note(name, sums.get(target) ?? '')
    },
  }

  const written = (async () => {
    for await (const chunk of readable) await write(chunk)
  })()
  const filled = (async () => {
    await fill(archive)
    await addText(sumsName, [...sums].map(([name, sha256]) => `${sha256}  ${name}\n`).join(''))
    controller.finalize()
  })().catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  await Promise.all([written, filled])
}

/** Reads the first `size` bytes of a file that may have grown. @throws when the file has shrunk */
async function* firstBytes(file: FileHandle, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < size; ) {
    const wanted = Math.min(chunkBytes, size - at)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
    if (bytesRead === 0) throw new Error('a file became shorter while it was copied')
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

export interface ReadEntry {
  type: 'file' | 'link' | 'directory'
  name: string
  mode: number
  modified: Date
  /** The file that a link is another name for. */
  target: string
  bytes: AsyncIterable<Uint8Array>
}

/** An archive that is open for reading. */
export interface ArchiveSource {
  size: number
  bytes: AsyncIterable<Uint8Array>
}

/** Opens an archive on disk. @throws the system's error */
export async function openArchiveFile(path: string): Promise<ArchiveSource> {
  const { size } = await stat(path)
  return { size, bytes: createReadStream(path, { highWaterMark: chunkBytes }) }
}

/**
 * Yields the entries of an archive. Each must be read before the next one.
 *
 * @throws when the archive is not a tar archive or is incomplete
 */
export async function* readArchive(
  { bytes }: ArchiveSource,
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<ReadEntry, void> {
  const source = ReadableStream.from(counted(bytes, onProgress))
  const entries = source.pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    const { type = 'file', name, mode = 0o600, mtime: modified = new Date(), linkname: target = '' } = header
    if (type !== 'file' && type !== 'link' && type !== 'directory') {
      throw new Error(`${name} is a ${type}, which no backup has`)
    }
    yield { type, name: name.replace(/\/$/, ''), mode: mode & 0o777, modified, target, bytes: body }
  }
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array, void> {
  let bytesRead = 0
  for await (const chunk of source) {
    bytesRead += chunk.length
    onProgress(bytesRead)
    yield chunk
  }
}
