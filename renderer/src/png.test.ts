import { expect, test } from 'vitest'
import { encodePng } from './png.ts'
import { pixelsOf } from './testing/pictures.ts'
import type { Pixels } from './texture.ts'

test('encodes pixels without loss', async () => {
  const pixels: Pixels = { width: 37, height: 11, rgba: new Uint8Array(37 * 11 * 4) }
  for (const at of pixels.rgba.keys()) pixels.rgba[at] = (at * 7919) % 251
  const read = await pixelsOf(encodePng(pixels))
  expect(Buffer.from(read.rgba).equals(pixels.rgba)).toBe(true)
})
