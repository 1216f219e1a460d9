import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'

/** Reason why bytes are not a model document. */
export type ModelFault =
  | { kind: 'xml' | 'doctype' | 'encoding' | 'size' | 'empty' }
  | { kind: 'root'; root: string }

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
const limits = { depth: 200, elements: 1_000_000, attributes: 1_500_000, attributesOfOne: 100 }

/** Bytes decoded and parsed at once, so that memory does not hold the whole text. */
const chunkBytes = 128 * 1024

/**
 * Parses the XML document of a model. Document types are refused, and custom entities with them. Documents of strangers keep a
 * processor busy for seconds: parse them in a worker (`reader-pool.ts`).
 *
 * @throws NotAModel, and any error of the handlers
 */
export async function readDocument(bytes: Uint8Array, reader: Reader): Promise<void> {
  if (!isUtf8(bytes)) throw notXml()
  const decoder = new TextDecoder()
  const parser = new SaxesParser()
  const tooLarge = () => new NotAModel('This model is too large', { kind: 'size' })
  let depth = 0
  let elements = 0
  let attributes = 0
  let attributesOfOne = 0

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
  parser.on('opentagstart', () => {
    attributesOfOne = 0
  })
  // The parser keeps the attributes of an element until its tag ends.
  parser.on('attribute', () => {
    if (++attributesOfOne > limits.attributesOfOne || ++attributes > limits.attributes) throw tooLarge()
  })
  parser.on('opentag', (tag) => {
    if (++elements > limits.elements || ++depth > limits.depth) throw tooLarge()
    reader.opened(tag.name, tag.attributes, depth)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    reader.closed(name)
  })
  parser.on('text', (part) => reader.text(part))
  parser.on('cdata', (part) => reader.text(part))

  for (let at = 0; at < bytes.byteLength; at += chunkBytes)
    parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true }))
  parser.close()
}

const notXml = () => new NotAModel('This is not an XML model file', { kind: 'xml' })
