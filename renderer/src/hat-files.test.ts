import sharp from 'sharp'
import { expect, test } from 'vitest'
import { draw } from './draw.ts'
import type { Model } from './drawing.ts'
import { maxHatTriangles } from './hat-files.ts'
import { type Face, lathe } from './models/write-mesh.ts'
import { at, badge, hat, mesh, partyHat, pixelsOf, stripes } from './testing/pictures.ts'

async function bake(model: Model) {
  const { hat: files } = await draw({ kind: 'hat', model })
  if (!files) throw new Error('nothing was baked')
  const lines = Buffer.from(files.mesh).toString().split('\n')
  const numbers = (keyword: string) =>
    lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.split(' ').slice(1).map(Number))
  return {
    positions: numbers('v'),
    coordinates: numbers('vt'),
    faces: lines.filter((line) => line.startsWith('f ')),
    texture: await pixelsOf(await sharp(files.texture).ensureAlpha().png().toBuffer()),
  }
}

const thrice = (corner: Face[0]) => ({ ...corner, u: corner.u * 3 })

const block: Model = {
  parts: [
    {
      shape: 'block',
      size: [1, 2, 1],
      placement: at(0, 1, 0),
      hex: '#ff0000',
      coverings: [{ side: 'front', picture: 0 }],
    },
  ],
  meshes: [],
  pictures: [badge],
}

test('places a mesh above the neck in units of the figure, facing the same way as figures', async () => {
  const { positions, faces } = await bake(hat(mesh(partyHat), '#20222a', [], 0.5))
  const heights = positions.map(([, y = 0]) => y)
  // The mesh is from 0 to 1.25 studs high, half a stud above the middle of the head.
  expect(Math.min(...heights)).toBeCloseTo((0.6 + 0.5) * 3.4, 2)
  expect(Math.max(...heights)).toBeCloseTo((0.6 + 0.5 + 1.25) * 3.4, 2)
  // Triangles at the two tips have no area.
  expect(faces.length).toBe((partyHat.length * 3) / 4)
  const behind = await bake({
    ...block,
    parts: block.parts.map((part) => ({ ...part, placement: at(0, 0, 5) })),
  })
  expect(Math.max(...behind.positions.map(([, , z = 0]) => z))).toBeLessThan(0)
})

test('keeps the coordinates of a texture that covers a whole mesh, so that it can repeat', async () => {
  const wider = partyHat.map(([a, b, c]): Face => [thrice(a), thrice(b), thrice(c)])
  const { coordinates, texture } = await bake(hat(mesh(wider), '#ffffff', [stripes]))
  expect(Math.max(...coordinates.map(([u = 0]) => u))).toBeCloseTo(3, 1)
  expect([texture.width, texture.height]).toEqual([256, 256])
})

test('paints each covered side of a block with its own picture over its colour', async () => {
  const { coordinates, texture } = await bake(block)
  for (const [u = -1, v = -1] of coordinates) {
    expect(u).toBeGreaterThan(0)
    expect(u).toBeLessThan(1)
    expect(v).toBeGreaterThan(0)
    expect(v).toBeLessThan(1)
  }
  const colours = new Set<string>()
  for (let pixel = 0; pixel < texture.rgba.length; pixel += 4)
    colours.add(texture.rgba.subarray(pixel, pixel + 4).join(' '))
  expect(colours).toContain('255 0 0 255')
  expect(colours).toContain('30 110 60 255')
})

test('refuses hats with too many triangles', async () => {
  const outline = Array.from(
    { length: 200 },
    (_, index) => [1, index / 100] as [radius: number, height: number],
  )
  const model = hat(mesh(lathe(outline)), '#ffffff')
  await expect(draw({ kind: 'hat', model })).rejects.toThrow(
    `There are more than ${maxHatTriangles} triangles`,
  )
})

test('fits many large pictures into one texture', async () => {
  const parts = Array.from({ length: 30 }, (_, index) => ({
    ...block.parts[0],
    coverings: [{ side: 'front', picture: index % 2 }],
  }))
  const { texture } = await bake({ ...block, parts, pictures: [badge, stripes] } as Model)
  expect(texture.width).toBeLessThanOrEqual(256)
  expect(texture.height).toBeLessThanOrEqual(256)
})
