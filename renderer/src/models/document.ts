import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

/** Reason why bytes are not a model document. */
type ModelFault = { kind: 'xml' | 'doctype' | 'encoding' | 'size' | 'empty' } | { kind: 'root'; root: string }

/** The bytes are not a model document. The message is public. */
export class NotAModel extends Error {
  override name = 'NotAModel'
  readonly fault: ModelFault

  constructor(message: string, fault: ModelFault) {
    super(message)
    this.fault = fault
  }
}

/** Handlers for the elements and texts of a document. */
export interface Reader {
  /** @param depth 1 for the root */
  opened(name: string, attributes: Readonly<Record<string, string>>, depth: number): void
  closed(name: string): void
  /** A text may arrive in several pieces. */
  text(text: string): void
}

/** Real models stay far below these limits. They stop documents made to exhaust the parser. */
const limits = { depth: 200, elements: 1_000_000 }

/** Characters parsed before other work gets a turn: a few milliseconds. */
const chunkLength = 128 * 1024

/**
 * Parses the XML document of a model. Document types are refused, and custom entities with them.
 *
 * @throws NotAModel, and any error of the handlers
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
    throw new NotAModel('Model files have no document type', { kind: 'doctype' })
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
      throw new NotAModel('Model files are in UTF-8', { kind: 'encoding' })
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > limits.elements || ++depth > limits.depth)
      throw new NotAModel('This model is too large', { kind: 'size' })
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

const notXml = () => new NotAModel('This is not an XML model file', { kind: 'xml' })
