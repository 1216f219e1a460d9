/**
 * A 32-bit hash for tables in memory: FNV-1a with a final mix, since the tables use only some of the bits. Snapshots contain such tables;
 * `formatOf` in snapshot/snapshot.ts notices when the function changes. Loops that read the bytes anyway call `hashStep` themselves.
 */
export const hashStart = 0x811c9dc5

const asciiMax = 0x7f

export function hashStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193)
}

export function hashEnd(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** Returns the hash of the UTF-8 form of a text. */
export function hashText(text: string): number {
  let hash = hashStart
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > asciiMax) return hashBytes(Buffer.from(text))
    hash = hashStep(hash, code)
  }
  return hashEnd(hash)
}

function hashBytes(bytes: Uint8Array): number {
  let hash = hashStart
  for (const byte of bytes) hash = hashStep(hash, byte)
  return hashEnd(hash)
}
