/** Some bytes of a larger whole, and their hash. */
export interface Span {
  start: number
  end: number
  hash: number
}

/**
 * Bytes to be read one at a time, as `array`, or several at once, as `view`: byte for byte the array is twice as fast,
 * but only the view reads a number at any place.
 */
export interface Bytes {
  array: Uint8Array
  view: DataView
}

export function bytesOf(array: Uint8Array): Bytes {
  return { array, view: new DataView(array.buffer, array.byteOffset, array.byteLength) }
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
