/** Some bytes of a larger whole, and their hash. */
export interface Span {
  start: number
  end: number
  hash: number
}

/** The bytes of a typed array or Buffer, to be read at any place as numbers of any width. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/**
 * Whether the bytes at two places are the same. Four are compared at a time: replay spends much of its time here, and
 * `Buffer.compare` costs more for the call than a name costs to compare.
 */
export function areSame(
  one: DataView,
  oneAt: number,
  other: DataView,
  otherAt: number,
  length: number,
): boolean {
  if (oneAt + length > one.byteLength || otherAt + length > other.byteLength) return false
  let index = 0
  for (; index + 4 <= length; index += 4) {
    if (one.getInt32(oneAt + index) !== other.getInt32(otherAt + index)) return false
  }
  for (; index < length; index++) {
    if (one.getUint8(oneAt + index) !== other.getUint8(otherAt + index)) return false
  }
  return true
}
