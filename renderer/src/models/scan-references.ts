import { findReferences } from './content.ts'

/** More characters than a reference has. */
const longest = 300

/** Finds the assets that a text refers to, as it comes. */
export interface ReferenceScan {
  add(chunk: Uint8Array): void
  /** All assets that are referred to, once the text has ended. */
  end(): Set<number>
}

/** @param isScanned whether a file that begins like this is looked through at all; others refer to nothing. */
export function createReferenceScan(isScanned: (start: Uint8Array) => boolean): ReferenceScan {
  const found = new Set<number>()
  let start: Uint8Array | undefined = new Uint8Array()
  let skipped = false
  let text = ''

  const take = (chunk: Uint8Array) => {
    text += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    for (const { id, end } of findReferences(text)) {
      // The number of a reference at the very end may go on in the next chunk: it is found with that.
      if (end < text.length) found.add(id)
    }
    text = text.slice(-longest)
  }
  const decide = () => {
    if (!start) return
    skipped = !isScanned(start)
    if (!skipped) take(start)
    start = undefined
  }

  return {
    add(chunk) {
      if (skipped) return
      if (!start) return take(chunk)
      start = Buffer.concat([start, chunk])
      if (start.length >= longest) decide()
    },
    end() {
      decide()
      if (!skipped) for (const { id } of findReferences(text)) found.add(id)
      return found
    },
  }
}
