import { SaxesParser } from 'saxes'
import { decodeDocument } from './decode-document.ts'

/** Reason why bytes are not a model document. */
export type ModelFault =
  | { kind: 'xml' | 'doctype' | 'encoding' | 'size' | 'empty' }
  | { kind: 'root'; root: string }
  | { kind: 'broken'; line: number; column: number }

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

/** Encodings that a document may declare. Its bytes decide whether it is in UTF-8 or Latin-1. */
const encodings: ReadonlySet<string> = new Set([
  'utf-8',
  'utf8',
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'latin1',
  'windows-1252',
])

/**
 * Parses the XML document of a model. Document types are refused, and custom entities with them. Documents of strangers keep a
 * processor busy for seconds: parse them in a worker (`reader-pool.ts`).
 *
 * @throws NotAModel, and any error of the handlers
 */
export async function readDocument(bytes: Uint8Array, reader: Reader): Promise<void> {
  const parser = new SaxesParser()
  const tooLarge = () => new NotAModel('This model is too large', { kind: 'size' })
  let depth = 0
  let elements = 0
  let attributes = 0
  let attributesOfOne = 0

  parser.on('error', () => {
    throw elements === 0
      ? new NotAModel('This is not an XML model file', { kind: 'xml' })
      : broken(parser.line, parser.column)
  })
  parser.on('doctype', () => {
    throw new NotAModel('Model files have no document type', { kind: 'doctype' })
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !encodings.has(encoding.toLowerCase()))
      throw new NotAModel('Model files are in UTF-8 or Latin-1', { kind: 'encoding' })
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

  for (const text of decodeDocument(bytes)) parser.write(text)
  parser.close()
}

const broken = (line: number, column: number) =>
  new NotAModel(`This model file is broken at line ${line}, column ${column}`, {
    kind: 'broken',
    line,
    column,
  })
