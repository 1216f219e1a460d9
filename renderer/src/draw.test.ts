import { expect, test } from 'vitest'
import { draw } from './draw.ts'
import { CannotDraw, type Hat } from './drawing.ts'
import {
  badge,
  clothing,
  expectGolden,
  hat,
  mesh,
  painted,
  partyHat,
  pixelsOf,
  plain,
  stripes,
  topHat,
} from './testing/pictures.ts'

const dark = { Head: 1003, Torso: 21, LeftArm: 26, RightArm: 1001, LeftLeg: 5, RightLeg: 107 }

test('draws the plain avatar of a new user', async () => {
  const { head, body } = await draw({ kind: 'avatar', colours: plain, clothes: {} })
  await expectGolden('plain-head', head)
  await expectGolden('plain-body', body)
})

test('draws body colours, a face and a T-shirt', async () => {
  const { head, body } = await draw({
    kind: 'avatar',
    colours: dark,
    clothes: { tShirt: badge, face: badge },
  })
  await expectGolden('dark-head', head)
  await expectGolden('dark-body', body)
})

test('covers each side of each body part from its template region', async () => {
  const clothes = { shirt: clothing(255), pants: clothing(140), tShirt: badge }
  await expectGolden('dressed-body', (await draw({ kind: 'avatar', colours: plain, clothes })).body)
})

test('draws pants alone on a plain figure', async () => {
  const pants = await draw({ kind: 'worn', clothes: { pants: clothing(255) }, view: 'body' })
  await expectGolden('pants', pants.thumbnail)
})

test('centres a decal in its picture', async () => {
  const wide = painted(400, 100, (x) => [x % 256, 90, 160, 255])
  const { thumbnail } = await draw({ kind: 'picture', picture: wide })
  const { width, height, rgba } = await pixelsOf(thumbnail ?? new Uint8Array())
  expect([width, height]).toEqual([352, 352])
  const rows = Array.from({ length: height }, (_, row) => rgba[(row * width + 176) * 4 + 3])
  expect([rows[0], rows[131], rows[133], rows[218], rows[221]]).toEqual([0, 0, 255, 255, 0])
})

test('draws hats with their shadows and fits them into the picture', async () => {
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
    'The mesh of asset 7 is not a mesh file',
  ],
  [
    'a mesh picture',
    hat(mesh(partyHat), '#ffffff', [{ name: 'asset 7', bytes: badge.bytes.subarray(0, 400) }]),
    'The picture of asset 7 cannot be read: This image is damaged',
  ],
])('names %s that is broken, and draws an avatar without the hat', async (_what, model, why) => {
  await expect(draw({ kind: 'model', model })).rejects.toThrow(new CannotDraw(why))
  const avatar = { kind: 'avatar', colours: plain, clothes: {} } as const
  const whole = { ...hat(mesh(partyHat), '#20222a'), name: 'asset 8' }
  const { omitted, ...pictures } = await draw({ ...avatar, hats: [model, whole] })
  expect(omitted).toEqual([`hat asset 9: ${why}`])
  expect(pictures).toEqual(await draw({ ...avatar, hats: [whole] }))
})

test.each([
  ['no image', Buffer.from('hello')],
  ['half an image', badge.bytes.subarray(0, 400)],
])('names clothing that is %s, and draws an avatar without it', async (_what, bytes) => {
  const shirt = { name: 'asset 7', bytes }
  const { omitted, ...pictures } = await draw({ kind: 'avatar', colours: plain, clothes: { shirt } })
  expect(omitted).toEqual([expect.stringMatching(/^shirt: The picture of asset 7 cannot be read: /)])
  expect(pictures).toEqual(await draw({ kind: 'avatar', colours: plain, clothes: {} }))
  const drawing = draw({ kind: 'worn', clothes: { shirt }, view: 'body' })
  await expect(drawing).rejects.toThrow(CannotDraw)
  await expect(drawing).rejects.toThrow(/^The picture of asset 7 cannot be read: /)
})
