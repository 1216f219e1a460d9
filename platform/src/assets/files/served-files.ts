import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../foundation/config/schema.ts'
import type { Files, StoredFile } from '../../foundation/files.ts'
import { singleFlight } from '../../foundation/single-flight.ts'
import { isXml } from '../rules.ts'
import { replaceHostReferences } from './host-references.ts'

/** Files of at most this many bytes are kept in memory, as they are served. */
const smallBytes = 256 * 1024

/** All of them together. */
const maxMemoryBytes = 32 * 1024 * 1024

/** Larger files of which is known what they are. */
const maxDescribed = 10_000

interface Content {
  /** Bytes. */
  size: number
  /** Hex. */
  md5: string
}

/** Small files, which are kept in memory. */
interface SmallFile extends Content {
  bytes: Buffer<ArrayBuffer>
}

/** Any other, which is open. */
interface LargeFile extends Content {
  bytes?: undefined
  /** The bytes from `start` to `end`, both inclusive; all of them when absent. Closes the file at its end. */
  stream(range?: { start: number; end: number }): Readable
  /** Writes the same into a socket, and quicker, where it is sent as it is on the disk. */
  send?: StoredFile['send']
  /** For those who do not read it after all. */
  close(): Promise<void>
}

/** A file as it is handed out, which for XML is another one than on the disk: see `replaceHostReferences`. */
export type ServedFile = SmallFile | LargeFile

export interface ServedFiles {
  /**
   * Opens a file; undefined when there is none.
   *
   * @param storedMd5 of the file on the disk, where that is noted: what is in memory then needs no look at the disk.
   */
  open(name: string, storedMd5?: string): Promise<ServedFile | undefined>
}

interface Description extends Content {
  storedMd5: string
  small: boolean
}

export function createServedFiles(platform: {
  files: Files
  config: Pick<Config, 'baseUrl' | 'AssetCloud'>
}): ServedFiles {
  const { files, config } = platform
  const described = new LRUCache<string, Description>({ max: maxDescribed })
  const small = new LRUCache<string, SmallFile>({
    maxSize: maxMemoryBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })

  async function* served(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    const chunks = source[Symbol.asyncIterator]()
    const { value: first, done } = await chunks.next()
    if (done) return
    const all = async function* () {
      yield first
      yield* { [Symbol.asyncIterator]: () => chunks }
    }
    try {
      yield* isXml(first) ? replaceHostReferences(config.AssetCloud.Hosts, config.baseUrl)(all()) : all()
    } finally {
      // Whoever reads a part leaves before the end, maybe before `all` came to the chunks: the file is closed here.
      await chunks.return?.()
    }
  }

  /** Reads a file once through, to learn what it is. */
  const describe = singleFlight(async (name: string) => {
    const file = await files.open(name)
    if (!file) return
    const stored = createHash('md5')
    const sent = createHash('md5')
    const isSmall = file.size <= smallBytes
    const parts: Buffer[] = []
    let size = 0
    for await (const part of served(hashed(file.stream(), stored))) {
      sent.update(part)
      size += part.length
      if (isSmall) parts.push(part)
    }
    const description = { storedMd5: stored.digest('hex'), md5: sent.digest('hex'), size, small: isSmall }
    described.set(versionOf(name, file), description)
    if (!isSmall) return
    const { md5, storedMd5 } = description
    small.set(`${name} ${storedMd5}`, { size, md5, bytes: Buffer.concat(parts) })
  })

  const openDescribed = (name: string, file: StoredFile): ServedFile | undefined => {
    const description = described.get(versionOf(name, file))
    if (!description) return undefined
    const { storedMd5, md5, size } = description
    if (description.small) return small.get(`${name} ${storedMd5}`)
    const { stream, send, close } = file
    return md5 === storedMd5
      ? { md5, size, stream, send, close }
      : { md5, size, stream: (range) => part(stream(), range), close }
  }

  function part(source: Readable, range?: { start: number; end: number }): Readable {
    const readable = Readable.from(range ? cut(served(source), range) : served(source), { objectMode: false })
    // A client that is gone before the first byte was read never starts what would close the file.
    return readable.once('close', () => source.destroy())
  }

  return {
    async open(name, storedMd5) {
      const kept = storedMd5 === undefined ? undefined : small.get(`${name} ${storedMd5}`)
      if (kept) return kept
      // A file that is replaced meanwhile is another one, and is looked at again.
      for (let attempt = 0; attempt < 5; attempt++) {
        const file = await files.open(name)
        if (!file) return undefined
        const opened = openDescribed(name, file)
        if (opened && !opened.bytes) return opened
        await file.close()
        if (opened) return opened
        await describe(name)
      }
      throw new Error(`${name} changes faster than it can be read`)
    },
  }
}

const versionOf = (name: string, file: StoredFile) => `${name} ${file.etag}`

async function* hashed(source: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

/** The bytes from `start` to `end`, both inclusive. */
async function* cut(source: AsyncIterable<Buffer>, { start, end }: { start: number; end: number }) {
  let at = 0
  for await (const chunk of source) {
    const wanted = chunk.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0))
    if (wanted.length > 0) yield wanted
    at += chunk.length
    if (at > end) return
  }
}
