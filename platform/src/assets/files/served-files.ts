import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { singleFlight } from '@baseplate/service/single-flight'
import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../foundation/config/schema.ts'
import { isXml } from '../rules.ts'
import { type ReplaceHosts, replaceHostReferences } from './host-references.ts'

/** Maximum size of a file that is cached in memory. */
const smallBytes = 256 * 1024

/** Maximum size of all files in memory. */
const maxMemoryBytes = 32 * 1024 * 1024

/** Approximate size of a cache entry without its bytes. */
const entryBytes = 500

/** Maximum number of files whose description is cached. */
const maxDescriptions = 10_000

const maxOpenAttempts = 5

interface Content {
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  md5: string
}

/** A small file, in memory. */
interface SmallFile extends Content {
  bytes: Buffer<ArrayBuffer>
}

/** A large file, which is open. */
interface LargeFile extends Content {
  bytes?: undefined
  /** Reads the bytes from `start` to `end`, both inclusive, or the whole file. Closes the file at its end. */
  stream(range?: { start: number; end: number }): Readable
  /** Writes the same bytes into a socket, faster. Undefined when the served content differs from the disk. */
  send?: StoredFile['send']
  /** Closes a file that is not read. */
  close(): Promise<void>
}

/** The content of a file as it is served. XML differs from the disk: see `replaceHostReferences`. */
export type ServedFile = SmallFile | LargeFile

interface ServedFiles {
  /**
   * Opens a file. Returns undefined when it does not exist.
   *
   * @param storedMd5 hash of the file on disk, if known. A cached file then needs no access to the disk.
   */
  open(name: string, storedMd5?: string): Promise<ServedFile | undefined>
}

interface Description extends Content {
  storedMd5: string
  small: boolean
}

export function createServedFiles({
  files,
  config,
}: {
  files: Files
  config: Pick<Config, 'baseUrl' | 'AssetCloud'>
}): ServedFiles {
  const replaceHosts: ReplaceHosts = (source) =>
    replaceHostReferences(config.AssetCloud.Hosts, config.baseUrl)(source)
  const descriptions = new LRUCache<string, Description>({ max: maxDescriptions })
  const small = new LRUCache<string, SmallFile>({
    maxSize: maxMemoryBytes,
    sizeCalculation: ({ bytes }) => bytes.length + entryBytes,
  })

  /** Reads a file once to describe it. Concurrent requests share the read. */
  const describe = singleFlight(async (name: string) => {
    const file = await files.open(name)
    if (!file) return
    const { description, bytes } = await readThrough(file, replaceHosts)
    descriptions.set(versionOf(name, file), description)
    const { size, md5, storedMd5 } = description
    if (bytes) small.set(`${name} ${storedMd5}`, { size, md5, bytes })
  })

  const openDescribed = (name: string, file: StoredFile): ServedFile | undefined => {
    const description = descriptions.get(versionOf(name, file))
    if (!description) return undefined
    const { storedMd5, md5, size } = description
    if (description.small) return small.get(`${name} ${storedMd5}`)
    const { stream, send, close } = file
    if (md5 === storedMd5) return { md5, size, stream, send, close }
    return { md5, size, stream: (range) => streamServed(stream(), replaceHosts, range), close }
  }

  return {
    async open(name, storedMd5) {
      const cached = storedMd5 === undefined ? undefined : small.get(`${name} ${storedMd5}`)
      if (cached) return cached
      // A file that is replaced between describing and opening it has to be described again.
      for (let attempt = 0; attempt < maxOpenAttempts; attempt++) {
        const file = await files.open(name)
        if (!file) return undefined
        const opened = openDescribed(name, file)
        if (opened && !opened.bytes) return opened
        // A small file is served from memory, and an unknown one is described first.
        await file.close()
        if (opened) return opened
        await describe(name)
      }
      throw new Error(`${name} changes faster than it can be read`)
    },
  }
}

const versionOf = (name: string, file: StoredFile) => `${name} ${file.etag}`

/** Reads a file to its end. Returns its bytes, as they are served, if it is small. */
async function readThrough(
  file: StoredFile,
  replaceHosts: ReplaceHosts,
): Promise<{ description: Description; bytes: Buffer<ArrayBuffer> | undefined }> {
  const stored = createHash('md5')
  const sent = createHash('md5')
  const small = file.size <= smallBytes
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of serve(hashed(file.stream(), stored), replaceHosts)) {
    sent.update(chunk)
    size += chunk.length
    if (small) chunks.push(chunk)
  }
  const description = { storedMd5: stored.digest('hex'), md5: sent.digest('hex'), size, small }
  return { description, bytes: small ? Buffer.concat(chunks) : undefined }
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

/** Rewrites XML, and passes on any other file as it is. */
async function* serve(source: AsyncIterable<Buffer>, replaceHosts: ReplaceHosts): AsyncIterable<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const { value: first, done } = await chunks.next()
  if (done) return
  const all = async function* () {
    yield first
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  try {
    yield* isXml(first) ? replaceHosts(all()) : all()
  } finally {
    // A reader of a range stops before the end, maybe before `all` has reached the chunks. This closes the file.
    await chunks.return?.()
  }
}

function streamServed(
  source: Readable,
  replaceHosts: ReplaceHosts,
  range?: { start: number; end: number },
): Readable {
  const served = serve(source, replaceHosts)
  const readable = Readable.from(range ? cut(served, range) : served, { objectMode: false })
  // A client that leaves before the first read never starts the generator that would close the file.
  return readable.once('close', () => source.destroy())
}

/** Returns the bytes from `start` to `end`, both inclusive. */
async function* cut(source: AsyncIterable<Buffer>, { start, end }: { start: number; end: number }) {
  let at = 0
  for await (const chunk of source) {
    const wanted = chunk.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0))
    if (wanted.length > 0) yield wanted
    at += chunk.length
    if (at > end) return
  }
}
