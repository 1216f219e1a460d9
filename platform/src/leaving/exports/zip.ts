import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. */
export interface ZipEntry {
  name: string
  /** Returns the content. Called when the archive gets to it. */
  open(): Readable | Iterable<string> | AsyncIterable<string>
  /** Whether compression would make the file smaller. */
  compress: boolean
}

/**
 * Yields a ZIP archive. Files are read one after the other, as the consumer takes the bytes, so memory does not grow with them.
 *
 * @throws any error of an entry. Nothing is read any more when the consumer stops.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, modified: Date): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const output = archive.outputStream.pipe(new PassThrough())
  let current: Readable | undefined
  const add = async () => {
    for await (const { name, open, compress } of entries) {
      if (output.destroyed) return
      const content = open()
      current = content instanceof Readable ? content : Readable.from(content, { objectMode: false })
      archive.addReadStream(current, name, { mtime: modified, compress })
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
  }
}
