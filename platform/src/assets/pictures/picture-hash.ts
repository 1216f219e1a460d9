import { damagedImage, decode, inTurn } from '@baseplate/renderer/image-file'

/** Cells of the grid that a picture is reduced to. A row of n + 1 cells has n differences. */
const side = 8
const width = side + 1
const channels = 3

/** Minimum difference of two cells that counts. Re-encoding changes flat areas by one or two. */
const margin = 4

/** A picture with fewer differences per colour is too plain to be compared: all plain pictures would be alike. */
const leastDifferences = 10

/** Bits that two hashes of the same picture may differ in, after re-encoding, scaling or small changes. */
export const alikeWithin = 18

/**
 * Returns a difference hash (dHash) of a picture: for each colour and each pair of neighbouring cells, whether the right one is
 * brighter. Pictures that look alike have hashes that differ in few bits.
 *
 * @returns 48 hexadecimal digits; empty when the picture is too plain to be compared.
 * @throws NotAnImage
 */
export function hashPicture(bytes: Uint8Array, maxPixels: number): Promise<string> {
  return inTurn(async () => {
    const { upright } = await decode(bytes, maxPixels)
    try {
      const cells = await upright
        .flatten({ background: '#808080' })
        .resize({ width, height: side, fit: 'fill' })
        .toColourspace('srgb')
        .removeAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer()
      return hashOf(cells)
    } catch {
      throw damagedImage()
    }
  })
}

function hashOf(cells: Uint8Array): string {
  let bits = ''
  let differences = 0
  for (let channel = 0; channel < channels; channel++) {
    for (let cell = 0; cell < width * side; cell++) {
      if (cell % width === side) continue
      const at = cell * channels + channel
      const step = (cells[at + channels] ?? 0) - (cells[at] ?? 0)
      if (Math.abs(step) >= margin) differences++
      bits += step >= margin ? '1' : '0'
    }
  }
  if (differences < leastDifferences * channels) return ''
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('')
}

/** Digits that are compared at once: as many as fit into 32 bits. */
const digits = 8

/** Returns the number of bits in which two hashes differ. */
export function hammingDistance(a: string, b: string): number {
  let distance = 0
  for (let at = 0; at < a.length; at += digits) {
    let different =
      Number.parseInt(a.slice(at, at + digits), 16) ^ Number.parseInt(b.slice(at, at + digits), 16)
    for (; different !== 0; different &= different - 1) distance++
  }
  return distance
}
