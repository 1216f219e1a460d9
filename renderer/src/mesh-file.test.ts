import { meshBinary } from '@baseplate/platform/testing/mesh-files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CannotDraw } from './drawing.ts'
import { readMeshFile } from './mesh-file.ts'
import { lathe, meshText } from './models/write-mesh.ts'

const read = (bytes: Uint8Array | string) => readMeshFile({ name: 'asset 7', bytes: Buffer.from(bytes) })

const cone = lathe([
  [0.1, 1],
  [0.5, 0],
])

/** A text file with the given corners. */
const text = (version: string, corners: string, faces = 1) => `version ${version}\n${faces}\n${corners}`
const corners = '[2,0,0][0,0,1][0.25,0.75,0] [0,2,0][0,0,1][0,0,0]\n[0,0,4][0,0,1][0,0,0]'

test('reads positions, normals and texture coordinates from text, and halves version 1.00', () => {
  const [{ a } = expect.fail('no triangle')] = read(text('1.01', corners))
  expect(a).toEqual({ position: [2, 0, 0], normal: [0, 0, 1], u: 0.25, v: 0.25 })
  const [old] = read(text('1.00', corners))
  expect(old?.a.position).toEqual([1, 0, 0])
  expect(read(text('1.01', corners).replace(/\n/g, '\r\n'))).toHaveLength(1)
})

test('reads the same mesh from binary files as from text', () => {
  const written = read(meshText(cone))
  for (const bytes of [meshBinary(cone), meshBinary(cone, [cone.length])]) {
    const mesh = read(bytes)
    expect(mesh).toHaveLength(written.length)
    for (const [index, { a }] of mesh.entries()) {
      for (const axis of [0, 1, 2] as const)
        expect(a.position[axis]).toBeCloseTo(written[index]?.a.position[axis] ?? Number.NaN, 3)
      expect(a.v).toBeCloseTo(written[index]?.a.v ?? Number.NaN, 3)
    }
  }
})

test('reads the finest level of detail', () => {
  expect(read(meshBinary(cone, [10, cone.length]))).toHaveLength(10)
})

test('corrects the winding order, and computes missing normals', () => {
  const inside = read(text('1.01', '[0,0,0][0,0,1][0,0,0][0,1,0][0,0,1][0,0,0][1,0,0][0,0,1][0,0,0]'))
  const outside = read(text('1.01', '[0,0,0][0,0,1][0,0,0][1,0,0][0,0,1][0,0,0][0,1,0][0,0,1][0,0,0]'))
  expect(inside).toEqual(outside)
  const bare = read(text('1.01', '[0,0,0][0,0,0][0,0,0][1,0,0][nan,0,0][0,0,0][0,1,0][0,0,0][0,0,0]'))
  expect([bare[0]?.a, bare[0]?.b, bare[0]?.c].map((corner) => corner?.normal)).toEqual(
    Array.from({ length: 3 }, () => [0, 0, 1]),
  )
})

const changed = (bytes: Buffer, change: (bytes: Buffer) => void) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

test.each<[string, Uint8Array | string, string]>([
  ['an empty file', '', 'is not a mesh file'],
  ['another file', 'solid cube', 'is not a mesh file'],
  ['a later version', 'version 4.00\n', 'has version 4.00, but only 1.00 to 3.01 are supported'],
  ['a file without a count', 'version 1.01\nmany', 'does not state its number of triangles'],
  ['a truncated text file', text('1.01', corners, 2), 'ends early, or contains something other than triples'],
  [
    'a broken triple',
    text('1.01', corners.replace(',', ';')),
    'ends early, or contains something other than triples',
  ],
  [
    'a broken number',
    text('1.01', corners.replace('2', 'x')),
    'has a corner without a position, or too far away',
  ],
  ['a file without triangles', text('1.01', '', 0), 'has no triangles'],
  ['a file with too many triangles', text('1.01', '', 999_999_999), 'has more than 40000 triangles'],
  ['half a binary file', meshBinary(cone).subarray(0, 300), 'ends early'],
  ['a header alone', 'version 2.00\n', 'ends early'],
  [
    'a reference to a missing corner',
    changed(meshBinary(cone), (bytes) => bytes.writeUInt32LE(99_999, bytes.length - 4)),
    'has a triangle with a missing corner',
  ],
  [
    'more corners than bytes',
    changed(meshBinary(cone), (bytes) => bytes.writeUInt32LE(100_000, 17)),
    'ends early',
  ],
  [
    'an unknown vertex size',
    changed(meshBinary(cone), (bytes) => bytes.writeUInt8(8, 15)),
    'has an unknown layout',
  ],
  [
    'a missing level of detail',
    meshBinary(cone, [cone.length + 1, cone.length]),
    'has a level of detail with missing triangles',
  ],
])('refuses %s with the reason', (_what, bytes, why) => {
  expect(() => read(bytes)).toThrow(new CannotDraw(`The mesh of asset 7 ${why}`))
})

test('reads a finite mesh from hostile bytes, or refuses them', () => {
  const whole = [meshText(cone, '1.00'), meshText(cone), meshBinary(cone), meshBinary(cone, [12, 30])]
  const starts = ['1.00\n9\n', '1.01\n9\n[', '2.00\n', '3.00\n', '3.01\n'].map((start) => `version ${start}`)
  const made = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }))
  const spoilt = fc.tuple(
    fc.constantFrom(...whole),
    fc.array(fc.tuple(fc.nat(3_000), fc.nat(255)), { maxLength: 12 }),
    fc.nat(4_000),
  )
  const hostile = fc.oneof(
    made.map(([start, rest]) => Buffer.concat([Buffer.from(start), rest])),
    spoilt.map(([bytes, changes, length]) => {
      const copy = Buffer.from(bytes)
      for (const [at, value] of changes) copy[at % copy.length] = value
      return copy.subarray(0, length)
    }),
  )
  fc.assert(
    fc.property(hostile, (bytes) => {
      try {
        for (const { a, b, c } of read(bytes)) {
          for (const number of [a, b, c].flatMap(({ position, normal, u, v }) => [
            ...position,
            ...normal,
            u,
            v,
          ]))
            expect(Number.isFinite(number)).toBe(true)
        }
      } catch (error) {
        expect(error).toBeInstanceOf(CannotDraw)
      }
    }),
    { numRuns: 400 },
  )
})
