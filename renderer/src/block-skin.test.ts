import { expect, test } from 'vitest'
import { maxSkinBytes } from './block-skin.ts'
import { draw } from './draw.ts'
import type { Clothes } from './drawing.ts'
import type { FigureColours } from './figure.ts'
import { templateSize } from './template.ts'
import { badge, clothing, expectGolden, painted, pixelsOf, plain } from './testing/pictures.ts'

const skinOf = async (colours: FigureColours, clothes: Clothes) => {
  const { skin = new Uint8Array() } = await draw({ kind: 'skin', colours, clothes })
  return skin
}

test('paints each side of each limb, the face and a T-shirt into their regions', async () => {
  const clothes = { shirt: clothing(255), pants: clothing(140), tShirt: badge }
  await expectGolden('skin', await skinOf(plain, clothes))
})

test('paints body colours where there are no clothes, and nothing between the regions', async () => {
  const colours = { ...plain, LeftArm: 21, RightLeg: 26 }
  const { width, rgba } = await pixelsOf(await skinOf(colours, {}))
  expect(width).toBe(512)
  const at = (x: number, y: number) => [...rgba.subarray((y * 8 * 512 + x * 8) * 4).subarray(0, 4)]
  expect(at(37, 53)).toEqual([196, 40, 28, 255])
  expect(at(45, 21)).toEqual([245, 205, 48, 255])
  expect(at(5, 21)).toEqual([27, 42, 53, 255])
  expect(at(21, 53)).toEqual([164, 189, 71, 255])
  expect(at(1, 1)[3]).toBe(0)
  expect(at(60, 40)[3]).toBe(0)
})

test('fits clothes full of detail into the properties of a player', async () => {
  // A linear congruential generator, because a compressible pattern would prove nothing.
  let seed = 1
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed >> 23
  }
  const noise = painted(templateSize.width, templateSize.height, () => [random(), random(), random(), 255])
  const skin = await skinOf(plain, { shirt: noise, pants: noise })
  expect(skin.length).toBeLessThanOrEqual(maxSkinBytes)
  expect((await pixelsOf(skin)).width).toBeGreaterThanOrEqual(256)
})

test('leaves broken clothes out and names them', async () => {
  const shirt = { name: 'asset 7', bytes: Buffer.from('hello') }
  const { skin, omitted } = await draw({ kind: 'skin', colours: plain, clothes: { shirt } })
  expect(omitted).toEqual([expect.stringMatching(/^shirt: The picture of asset 7 cannot be read: /)])
  expect(skin).toEqual(await skinOf(plain, {}))
})
