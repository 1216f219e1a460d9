import { readFile, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { draw } from './draw.ts'
import { CannotDraw, type EncodedFile, type EncodedPicture, type Hat, type Model } from './drawing.ts'
import { type Corner, type Face, meshText, turned } from './models/write-mesh.ts'
import { encodePng } from './png.ts'
import { scale, upright, yaw } from './space.ts'
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

const mesh = (faces: Face[]): EncodedFile => ({ name: 'asset 2', bytes: meshText(faces) })

const partyHat = turned([
  [0, 1.25],
  [0.06, 1.16],
  [0.63, 0, 'sharp'],
  [0.58, 0, 'sharp'],
  [0, 1.1],
])
const topHat = turned([
  [0, 1],
  [0.5, 1, 'sharp'],
  [0.52, 0.98],
  [0.5, 0.12, 'sharp'],
  [0.92, 0.06],
  [0.95, 0.02],
  [0.92, -0.02],
  [0.5, 0, 'sharp'],
  [0.46, 0.4],
])

const stripes = painted(256, 256, (x, y) => ((x + y) % 64 < 32 ? [226, 72, 61, 255] : [255, 207, 63, 255]))

const at = (x: number, y: number, z: number) => ({ rotation: upright, offset: [x, y, z] as const })

/** A hat that stands on a head's top. */
const hat = (file: EncodedFile, hex: string, pictures: EncodedFile[] = [], up = 0.5): Hat => ({
  name: 'asset 9',
  parts: [
    {
      shape: 0,
      size: [1, 1, 1],
      placement: at(0, up, 0),
      hex,
      coverings: pictures.map((_, picture) => ({ side: 'all', picture })),
    },
  ],
  meshes: [file],
  pictures,
})

test('a mesh with a picture wound about it, as large as it fits', async () => {
  const { thumbnail } = await draw({ kind: 'model', model: hat(mesh(partyHat), '#ffffff', [stripes]) })
  await expectGolden('party-hat', thumbnail)
  const tenfold = (corner: Corner) => ({ ...corner, position: scale(corner.position, 10) })
  const huge = mesh(partyHat.map(([a, b, c]) => [tenfold(a), tenfold(b), tenfold(c)]))
  const alike = await draw({ kind: 'model', model: hat(huge, '#ffffff', [stripes], 5) })
  await expectGolden('party-hat', alike.thumbnail)
})

test('plain parts of each shape, turned and coloured, with a picture on the front of a block', async () => {
  const shapes = ['block', 'ball', 'cylinder', 'wedge', 'cornerWedge', 'post', 'head'] as const
  const hexes = ['#c4281c', '#0d69ac', '#f5cd30', '#4b974b', '#da8541', '#6b327c', '#cc8e69']
  const parts = shapes.map((shape, index) => ({
    shape,
    size: [2, 1.6, 1.6] as const,
    placement: {
      rotation: index === 4 ? yaw(45) : upright,
      offset: [2.6 - (index % 3) * 2.6, 0, Math.floor(index / 3) * 2.4] as const,
    },
    hex: hexes[index] ?? '',
    coverings: shape === 'block' ? [{ side: 'front' as const, picture: 0 }] : [],
  }))
  const { thumbnail } = await draw({ kind: 'model', model: { parts, meshes: [], pictures: [stripes] } })
  await expectGolden('parts', thumbnail)
})

/** Leaves that nothing is between, which fade out to the right. */
const leaves = painted(256, 256, (x, y) => {
  const inside = Math.hypot((x % 64) - 32, ((y % 64) - 32) * 0.6) < 18
  return inside ? [70, 150 - (y % 64), 60, Math.round(255 * Math.min(1, (320 - x) / 180))] : [0, 0, 0, 0]
})

/** What is behind it is seen through it, whichever is named first. */
test('see-through parts are drawn over what is behind them, the nearest last', async () => {
  const block = (hex: string, z: number, opacity: number, sized: readonly [number, number, number]) => ({
    shape: 'block' as const,
    size: sized,
    placement: { rotation: upright, offset: [0, 0, z] as const },
    hex,
    opacity,
    coverings: [],
  })
  const parts: Model['parts'] = [
    { ...block('#ffffff', 2, 1, [3, 3, 1]), coverings: [{ side: 'front', picture: 0 }] },
    block('#c4281c', 0.4, 0.5, [3, 1.4, 0.3]),
    block('#0d69ac', -0.8, 0.5, [1.4, 3, 0.3]),
    { ...block('#f5cd30', -1.6, 0.3, [1.2, 1.2, 1.2]), shape: 'ball' },
    // A decal is seen on a part that is not.
    { ...block('#000000', -2.6, 0, [1.6, 1.6, 0.3]), coverings: [{ side: 'front', picture: 1 }] },
  ]
  const model = { parts, meshes: [], pictures: [stripes, badge] }
  await expectGolden('glass', (await draw({ kind: 'model', model })).thumbnail)
  const reversed = { ...model, parts: parts.toReversed() }
  await expectGolden('glass', (await draw({ kind: 'model', model: reversed })).thumbnail)
})

test('what a picture leaves out of a mesh is not there, and what is half there is seen through', async () => {
  const crown = hat(mesh(topHat), '#ffffff', [leaves])
  const { head } = await draw({ kind: 'avatar', colours: plain, clothes: {}, hats: [crown] })
  await expectGolden('leaves-head', head)
  const veil: Model = {
    ...crown,
    parts: crown.parts.map((part) => ({ ...part, opacity: 0.4, coverings: [] })),
  }
  await expectGolden('veil', (await draw({ kind: 'model', model: veil })).thumbnail)
})

test('of thirty panes behind each other the nearest are seen', async () => {
  const pane = (z: number) => ({
    shape: 'block' as const,
    size: [4, 4, 0.01] as const,
    placement: at(0, 0, z / 50),
    hex: '#20a0c0',
    opacity: 0.05,
    coverings: [],
  })
  const parts = Array.from({ length: 30 }, (_, index) => pane(index))
  const { thumbnail } = await draw({ kind: 'model', model: { parts, meshes: [], pictures: [] } })
  const { rgba } = await pixelsOf(thumbnail ?? new Uint8Array())
  const alpha = rgba[(176 * 352 + 176) * 4 + 3] ?? 0
  // Twelve of them are seen: 1 - 0.95^12 is 0.46.
  expect(alpha / 255).toBeCloseTo(0.46, 1)
})

test('hats throw their shadow on the head, and all of them is in the pictures', async () => {
  const hats = [hat(mesh(topHat), '#20222a'), hat(mesh(partyHat), '#ffffff', [stripes], 1.5)]
  const one = await draw({ kind: 'avatar', colours: plain, clothes: {}, hats: hats.slice(0, 1) })
  await expectGolden('hat-head', one.head)
  await expectGolden('hat-body', one.body)
  const { body } = await draw({ kind: 'avatar', colours: plain, clothes: { shirt: clothing(255) }, hats })
  await expectGolden('hats-body', body)
})

test.each<[string, Hat, string]>([
  [
    'a mesh',
    hat({ name: 'asset 7', bytes: Buffer.from('hello') }, '#ffffff'),
    'The mesh of asset 7 is no mesh file',
  ],
  [
    'a mesh’s picture',
    hat(mesh(partyHat), '#ffffff', [{ name: 'asset 7', bytes: badge.bytes.subarray(0, 400) }]),
    'The picture of asset 7 cannot be read: This image is damaged',
  ],
])('%s that is broken is told by its name; an avatar is drawn without', async (_what, model, why) => {
  await expect(draw({ kind: 'model', model })).rejects.toThrow(new CannotDraw(why))
  const avatar = { kind: 'avatar', colours: plain, clothes: {} } as const
  const whole = { ...hat(mesh(partyHat), '#20222a'), name: 'asset 8' }
  const { omitted, ...pictures } = await draw({ ...avatar, hats: [model, whole] })
  expect(omitted).toEqual([`hat asset 9: ${why}`])
  expect(pictures).toEqual(await draw({ ...avatar, hats: [whole] }))
})

test('whatever a model is said to be is drawn, or told not to be', async () => {
  const length = fc.oneof(fc.double({ min: -1e5, max: 1e5, noNaN: true }), fc.constantFrom(0, 1, -1, 1e-9))
  const vector = fc.tuple(length, length, length)
  const part = fc.record({
    shape: fc.constantFrom(0, 1, 'block', 'ball', 'cylinder', 'wedge', 'cornerWedge', 'post', 'head'),
    size: vector,
    placement: fc.record({ rotation: fc.constantFrom(upright, yaw(200)), offset: vector }),
    hex: fc.constant('#c04030'),
    coverings: fc.constantFrom(
      [],
      [{ side: 'all', picture: 0 }],
      [{ side: 'top', picture: 0, tint: '#00ff80' }],
    ),
  })
  const meshes = [mesh(partyHat), { name: 'asset 3', bytes: Buffer.from('version 1.01\n1\n[0,0,0]') }]
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
      const model = { parts, meshes, pictures: [badge] } as Model
      for (const drawing of [
        { kind: 'model', model },
        { kind: 'avatar', colours: plain, clothes: {}, hats: [{ ...model, name: 'asset 9' }] },
      ] as const) {
        const outcome = await draw(drawing).catch((error: Error) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CannotDraw)
        else expect(Object.keys(outcome)).not.toEqual([])
      }
    }),
    { numRuns: 25 },
  )
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
])('%s is told by its name; an avatar is drawn without', async (_what, bytes) => {
  const shirt = { name: 'asset 7', bytes }
  const { omitted, ...pictures } = await draw({ kind: 'avatar', colours: plain, clothes: { shirt } })
  expect(omitted).toEqual([expect.stringMatching(/^shirt: The picture of asset 7 cannot be read: /)])
  expect(pictures).toEqual(await draw({ kind: 'avatar', colours: plain, clothes: {} }))
  const drawing = draw({ kind: 'worn', clothes: { shirt }, shot: 'body' })
  await expect(drawing).rejects.toThrow(CannotDraw)
  await expect(drawing).rejects.toThrow(/^The picture of asset 7 cannot be read: /)
})
