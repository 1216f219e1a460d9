import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../tools/cases.ts'
import { draw } from './draw.ts'
import { CannotDraw, type Model } from './drawing.ts'
import type { Corner } from './models/write-mesh.ts'
import { scale, upright, yaw } from './space.ts'
import {
  at,
  badge,
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

test('draws a textured mesh as large as the picture allows', async () => {
  const { thumbnail } = await draw({ kind: 'model', model: hat(mesh(partyHat), '#ffffff', [stripes]) })
  await expectGolden('party-hat', thumbnail)
  const tenfold = (corner: Corner) => ({ ...corner, position: scale(corner.position, 10) })
  const huge = mesh(partyHat.map(([a, b, c]) => [tenfold(a), tenfold(b), tenfold(c)]))
  const alike = await draw({ kind: 'model', model: hat(huge, '#ffffff', [stripes], 5) })
  await expectGolden('party-hat', alike.thumbnail)
})

test('draws plain parts of each shape, rotated and coloured, with a decal on a block', async () => {
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

/** Leaves with transparent gaps, which fade out to the right. */
const leaves = painted(256, 256, (x, y) => {
  const inside = Math.hypot((x % 64) - 32, ((y % 64) - 32) * 0.6) < 18
  return inside ? [70, 150 - (y % 64), 60, Math.round(255 * Math.min(1, (320 - x) / 180))] : [0, 0, 0, 0]
})

test('composites translucent parts back to front, in whatever order they are listed', async () => {
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
    // A decal stays visible on an invisible part.
    { ...block('#000000', -2.6, 0, [1.6, 1.6, 0.3]), coverings: [{ side: 'front', picture: 1 }] },
  ]
  const model = { parts, meshes: [], pictures: [stripes, badge] }
  await expectGolden('glass', (await draw({ kind: 'model', model })).thumbnail)
  const reversed = { ...model, parts: parts.toReversed() }
  await expectGolden('glass', (await draw({ kind: 'model', model: reversed })).thumbnail)
})

test('makes a mesh as transparent as its texture', async () => {
  const crown = hat(mesh(topHat), '#ffffff', [leaves])
  const { head } = await draw({ kind: 'avatar', colours: plain, clothes: {}, hats: [crown] })
  await expectGolden('leaves-head', head)
  const veil: Model = {
    ...crown,
    parts: crown.parts.map((part) => ({ ...part, opacity: 0.4, coverings: [] })),
  }
  await expectGolden('veil', (await draw({ kind: 'model', model: veil })).thumbnail)
})

test('draws the twelve nearest of thirty translucent panes', async () => {
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
  // 1 - 0.95^12 = 0.46
  expect(alpha / 255).toBeCloseTo(0.46, 1)
})

test('draws or refuses any model, however odd', async () => {
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
    { numRuns: cases(10, 25) },
  )
})
