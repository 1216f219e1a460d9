import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { draw } from './draw.ts'
import { CannotDraw, type EncodedPicture } from './drawing.ts'
import { encodePng } from './png.ts'
import { template, templateSize } from './template.ts'
import type { Pixels } from './texture.ts'

/**
 * How far a picture may be from its golden one: other machines round otherwise, which moves an edge by a hair. At most
 * this share of the pixels may differ by more than this much of 255, and all of them by this much on the average.
 */
const tolerance = { pixels: 0.002, difference: 10, average: 0.3 }

/** `UPDATE_GOLDENS=1` writes what is drawn now; look at it. */
async function expectGolden(name: string, picture: Uint8Array | undefined) {
  if (!picture) throw new Error('nothing was drawn')
  const file = new URL(`./goldens/${name}.png`, import.meta.url)
  if (process.env.UPDATE_GOLDENS) await writeFile(file, picture)
  const drawn = await pixelsOf(picture)
  const golden = await pixelsOf(await readFile(file))
  expect([drawn.width, drawn.height]).toEqual([golden.width, golden.height])
  let total = 0
  const changed = new Set<number>()
  for (const [at, value] of drawn.rgba.entries()) {
    const difference = Math.abs(value - (golden.rgba[at] ?? 0))
    total += difference
    if (difference > tolerance.difference) changed.add(at >> 2)
  }
  expect(changed.size / (drawn.rgba.length / 4), `${name}: share of pixels`).toBeLessThan(tolerance.pixels)
  expect(total / drawn.rgba.length, `${name}: average`).toBeLessThan(tolerance.average)
}

async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(4)
  return { width: info.width, height: info.height, rgba: data }
}

type Paint = readonly [red: number, green: number, blue: number, alpha: number]

/** A picture that is painted point by point. */
function painted(width: number, height: number, paint: (x: number, y: number) => Paint): EncodedPicture {
  const rgba = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) rgba.set(paint(at % width, Math.floor(at / width)), at * 4)
  return { name: 'asset 1', bytes: encodePng({ width, height, rgba }) }
}

/** Every place of the template in a colour of its own, with a dark corner at its top left, and nothing between. */
function clothing(brightness: number): EncodedPicture {
  const regions = Object.values(template).flatMap((sides) => Object.values(sides))
  return painted(templateSize.width, templateSize.height, (x, y) => {
    const index = regions.findIndex(
      (at) => x >= at.x && y >= at.y && x < at.x + at.width && y < at.y + at.height,
    )
    const region = regions[index]
    if (!region) return [0, 0, 0, 0]
    if (x - region.x < 20 && y - region.y < 20) return [20, 20, 20, 255]
    const hue = (index * 360) / regions.length
    const channel = (turn: number) => brightness * (0.6 + 0.4 * Math.cos(((hue + turn) * Math.PI) / 180))
    return [channel(0), channel(120), channel(240), 255]
  })
}

/** A ring: what is around and within it is what is below. */
const badge = painted(256, 256, (x, y) => {
  const distance = Math.hypot(x - 128, y - 128)
  return distance > 60 && distance < 100 ? [30, 110, 60, 255] : [0, 0, 0, 0]
})

const plain = { Head: 24, Torso: 23, LeftArm: 24, RightArm: 24, LeftLeg: 119, RightLeg: 119 }
const dark = { Head: 1003, Torso: 21, LeftArm: 26, RightArm: 1001, LeftLeg: 5, RightLeg: 107 }

test('somebody new', async () => {
  const { head, body } = await draw({ kind: 'avatar', colours: plain, clothes: {} })
  await expectGolden('plain-head', head)
  await expectGolden('plain-body', body)
})

test('colours part by part, a face, a T-shirt', async () => {
  const { head, body } = await draw({
    kind: 'avatar',
    colours: dark,
    clothes: { tShirt: badge, face: badge },
  })
  await expectGolden('dark-head', head)
  await expectGolden('dark-body', body)
})

test('a shirt, pants and a T-shirt, each side of each part from its place in the template', async () => {
  const clothes = { shirt: clothing(255), pants: clothing(140), tShirt: badge }
  await expectGolden('dressed-body', (await draw({ kind: 'avatar', colours: plain, clothes })).body)
})

test('pants alone on a plain figure, and a decal', async () => {
  const pants = await draw({ kind: 'worn', clothes: { pants: clothing(255) }, shot: 'body' })
  await expectGolden('pants', pants.thumbnail)
  const wide = painted(400, 100, (x) => [x % 256, 90, 160, 255])
  const { thumbnail } = await draw({ kind: 'picture', picture: wide })
  const { width, height, rgba } = await pixelsOf(thumbnail ?? new Uint8Array())
  expect([width, height]).toEqual([352, 352])
  const rows = Array.from({ length: height }, (_, row) => rgba[(row * width + 176) * 4 + 3])
  expect([rows[0], rows[131], rows[133], rows[218], rows[221]]).toEqual([0, 0, 255, 255, 0])
})

test('a PNG file says exactly what was drawn', async () => {
  const pixels: Pixels = { width: 37, height: 11, rgba: new Uint8Array(37 * 11 * 4) }
  for (const at of pixels.rgba.keys()) pixels.rgba[at] = (at * 7919) % 251
  const read = await pixelsOf(encodePng(pixels))
  expect(Buffer.from(read.rgba).equals(pixels.rgba)).toBe(true)
})

test.each([
  ['no image', Buffer.from('hello')],
  ['half an image', badge.bytes.subarray(0, 400)],
])('%s is told by its name', async (_what, bytes) => {
  const drawing = draw({ kind: 'avatar', colours: plain, clothes: { shirt: { name: 'asset 7', bytes } } })
  await expect(drawing).rejects.toThrow(CannotDraw)
  await expect(drawing).rejects.toThrow(/^The picture of asset 7 cannot be read: /)
})
