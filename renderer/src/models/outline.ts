import { referredAsset } from './content.ts'
import { NotAModel, readDocument } from './document.ts'

/** Contents of a model for its review by a moderator. */
export interface ModelOutline {
  /** Objects by their class, the most frequent first. */
  classes: { name: string; count: number }[]
  /** Addresses that clients would load, without duplicates. */
  addresses: string[]
}

/** Limits for the page on which a moderator reviews a hostile document. Lengths are in characters. */
const limits = { addresses: 200, addressLength: 500, classes: 200, classLength: 100 }

/**
 * Reads the outline of a model.
 *
 * @param root name of the root element
 * @throws NotAModel
 */
export async function readOutline(bytes: Uint8Array, root: string): Promise<ModelOutline> {
  const classes = new Map<string, number>()
  const addresses = new Set<string>()
  /** Texts of the open elements. */
  const texts: string[] = []
  await readDocument(bytes, {
    opened(name, attributes, depth) {
      if (depth === 1 && name !== root)
        throw new NotAModel(`Model files begin with <${root}>`, { kind: 'root', root })
      texts.push('')
      if (name !== 'Item') return
      const className = (attributes.class ?? '').slice(0, limits.classLength)
      if (classes.has(className) || classes.size < limits.classes)
        classes.set(className, (classes.get(className) ?? 0) + 1)
    },
    closed(name) {
      const text = texts.pop()?.trim().slice(0, limits.addressLength)
      if (text && isAddress(name, text) && addresses.size < limits.addresses) addresses.add(text)
    },
    text(part) {
      const open = texts.length - 1
      const text = texts[open] ?? ''
      if (text.length < limits.addressLength) texts[open] = (text + part).trimStart()
    },
  })
  if (classes.size === 0) throw new NotAModel('There is nothing in this model', { kind: 'empty' })
  return {
    classes: [...classes]
      .map(([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count),
    addresses: [...addresses],
  }
}

/** Clients also read an address that is the whole text of a property. Scripts have several lines. */
const isAddress = (element: string, text: string): boolean =>
  element === 'url' || element === 'uri' || (!text.includes('\n') && referredAsset(text) !== undefined)
