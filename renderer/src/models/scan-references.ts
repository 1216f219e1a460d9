import { findReferences } from './content.ts'

/** Upper bound for the length of a reference. */
const longest = 400

/**
 * Finds the assets that a streamed text refers to, such as those in scripts. It reads the bytes and not the document: what is drawn
 * comes from `readModelContent`.
 */
export interface ReferenceScan {
  add(chunk: Uint8Array): void
  /** Returns all references, and whether the file was scanned. Call it after the last chunk. */
  end(): { found: Set<number>; isScanned: boolean }
}

/** @param isScanned Decides from its first bytes whether a file is scanned. Other files have no references. */
export function createReferenceScan(isScanned: (start: Uint8Array) => boolean): ReferenceScan {
  const found = new Set<number>()
  let start: Uint8Array | undefined = new Uint8Array()
  let skipped = false
  let text = ''

  const take = (chunk: Uint8Array) => {
    text += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    for (const { id, isLast } of findReferences(text)) {
      // A number at the very end may continue in the next chunk, and is found with that one.
      if (!isLast) found.add(id)
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
      return { found, isScanned: !skipped }
    },
  }
}
