import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

/** The bytes are no document of a model; the message is public. */
export class NotAModel extends Error {
  override name = 'NotAModel'
}

/** What comes by while a document is read. */
export interface Reader {
  /** @param depth of the root is 1 */
  opened(name: string, attributes: Readonly<Record<string, string>>, depth: number): void
  closed(name: string): void
  /** May come in several parts. */
  text(text: string): void
}

/** No real model comes near these; a document that does is made to wear out whoever reads it. */
const limits = { depth: 200, elements: 1_000_000 }

/** So much is read before others have their turn, in characters: a few milliseconds. */
const chunkLength = 128 * 1024

/**
 * Reads the XML document of a model, without a document type and the entities that come with one.
 *
 * @throws NotAModel; whatever the reader throws
 */
export async function readDocument(bytes: Uint8Array, reader: Reader): Promise<void> {
  if (!isUtf8(bytes)) throw notXml()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString()
    .replace(/^\uFEFF/, '')
  const parser = new SaxesParser()
  let depth = 0
  let elements = 0

  parser.on('error', () => {
    throw notXml()
  })
  parser.on('doctype', () => {
    throw new NotAModel('Model files have no document type')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
      throw new NotAModel('Model files are in UTF-8')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > limits.elements || ++depth > limits.depth) throw new NotAModel('This model is too large')
    reader.opened(name, attributes, depth)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    reader.closed(name)
  })
  parser.on('text', (part) => reader.text(part))
  parser.on('cdata', (part) => reader.text(part))

  for (let at = 0; at < text.length; at += chunkLength) {
    parser.write(text.slice(at, at + chunkLength))
    await setImmediate()
  }
  parser.close()
}

const notXml = () => new NotAModel('This is not an XML model file')
