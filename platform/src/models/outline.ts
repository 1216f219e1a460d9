import { NotAModel, readDocument } from './document.ts'

/** What is in a model's document: for those who look at it before others may load it. */
export interface ModelOutline {
  /** Objects by their class, the most frequent first. */
  classes: { name: string; count: number }[]
  /** Addresses that it makes clients load, each once. */
  addresses: string[]
}

/** More are not listed: nobody reads them. */
const limits = { addresses: 200, classes: 200 }

/**
 * Reads the document of a model through.
 *
 * @param root the name of its root element.
 * @throws NotAModel
 */
export async function readOutline(bytes: Uint8Array, root: string): Promise<ModelOutline> {
  const classes = new Map<string, number>()
  const addresses = new Set<string>()
  let isAddress = false
  await readDocument(bytes, {
    opened(name, attributes, depth) {
      if (depth === 1 && name !== root) throw new NotAModel(`Model files begin with <${root}>`)
      isAddress = name === 'url'
      if (name !== 'Item') return
      const className = attributes.class ?? ''
      if (classes.has(className) || classes.size < limits.classes)
        classes.set(className, (classes.get(className) ?? 0) + 1)
    },
    closed() {
      isAddress = false
    },
    text(address) {
      if (isAddress && address.trim() !== '' && addresses.size < limits.addresses)
        addresses.add(address.trim().slice(0, 500))
    },
  })
  if (classes.size === 0) throw new NotAModel('There is nothing in this model')
  return {
    classes: [...classes]
      .map(([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count),
    addresses: [...addresses],
  }
}
