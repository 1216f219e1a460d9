import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

/** What is in a model's document: for those who look at it before others may load it. */
export interface ModelOutline {
  /** Objects by their class, the most frequent first. */
  classes: { name: string; count: number }[]
  /** Addresses that it makes clients load, each once. */
  addresses: string[]
}

/** The bytes are no document of a model; the message is public. */
export class NotAModel extends Error {
  override name = 'NotAModel'
}

/** No real model comes near these; a document that does is made to wear out whoever reads it. */
const limits = { depth: 200, elements: 1_000_000, addresses: 200, classes: 200 }

/** So much is read before others have their turn, in characters: a few milliseconds. */
const chunkLength = 128 * 1024

/**
 * Reads the XML document of a model through, without a document type and the entities that come with one.
 *
 * @param root the name of its root element.
 * @throws NotAModel
 */
export async function readModel(bytes: Uint8Array, root: string): Promise<ModelOutline> {
  if (!isUtf8(bytes)) throw notXml()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString()
    .replace(/^\uFEFF/, '')
  const classes = new Map<string, number>()
  const addresses = new Set<string>()
  const parser = new SaxesParser()
  let depth = 0
  let elements = 0
  let isAddress = false

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
    if (depth === 1 && name !== root) throw new NotAModel(`Model files begin with <${root}>`)
    isAddress = name === 'url'
    if (name !== 'Item') return
    const className = attributes.class ?? ''
    if (classes.has(className) || classes.size < limits.classes)
      classes.set(className, (classes.get(className) ?? 0) + 1)
  })
  parser.on('closetag', () => {
    depth--
    isAddress = false
  })
  parser.on('text', (address) => {
    if (isAddress && address.trim() !== '' && addresses.size < limits.addresses)
      addresses.add(address.trim().slice(0, 500))
  })

  for (let at = 0; at < text.length; at += chunkLength) {
    parser.write(text.slice(at, at + chunkLength))
    await setImmediate()
  }
  parser.close()
  if (classes.size === 0) throw new NotAModel('There is nothing in this model')
  return {
    classes: [...classes]
      .map(([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count),
    addresses: [...addresses],
  }
}

const notXml = () => new NotAModel('This is not an XML model file')
