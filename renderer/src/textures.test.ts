import { expect, test } from 'vitest'
import { CannotDraw } from './drawing.ts'
import { encodePng } from './png.ts'
import { createTextures } from './textures.ts'

/** A picture of one colour. With its mip levels it takes at most 64 x 64 x 4 x 4/3 = 21,846 bytes. */
const picture = (red: number, name = 'asset 1') => {
  const rgba = new Uint8Array(64 * 64 * 4).map((_, at) => (at % 4 === 0 ? red : 255))
  return { name, bytes: new Uint8Array(encodePng({ width: 64, height: 64, rgba })) }
}

test('decodes the same content once per size and tint, whatever its name', async () => {
  const textures = createTextures(1_000_000)
  const first = await textures.read(picture(10), 64)
  expect(await textures.read(picture(10, 'asset 2'), 64)).toBe(first)
  expect([first.width, first.mipLevels[0].rgba[0]]).toEqual([64, 10])
  const small = await textures.read(picture(10), 32)
  expect([small.width, small.height]).toEqual([32, 32])
  const dark = await textures.read(picture(10), 64, '#ff0000')
  expect([...dark.mipLevels[0].rgba.subarray(0, 4)]).toEqual([10, 0, 0, 255])
  expect(await textures.read(picture(11), 64)).not.toBe(first)
})

test('evicts the least recently used textures', async () => {
  const textures = createTextures(50_000)
  const [first, second] = [await textures.read(picture(1), 64), await textures.read(picture(2), 64)]
  expect(await textures.read(picture(1), 64)).toBe(first)
  await textures.read(picture(3), 64)
  expect(await textures.read(picture(1), 64)).toBe(first)
  expect(await textures.read(picture(2), 64)).not.toBe(second)
  // A texture larger than the whole cache is returned, but not cached.
  const none = createTextures(1_000)
  expect(await none.read(picture(1), 64)).not.toBe(await none.read(picture(1), 64))
})

test('names the item of a broken picture on every read', async () => {
  const textures = createTextures(1_000_000)
  for (const name of ['asset 7', 'asset 8']) {
    const broken = { name, bytes: picture(1).bytes.subarray(0, 100) }
    await expect(textures.read(broken, 64)).rejects.toThrow(
      new CannotDraw(`The picture of ${name} cannot be read: This image is damaged`),
    )
  }
})
