import { normalise, type Vector } from '../space.ts'

/** A corner of a generated mesh. `v` grows upwards, as in the text format. */
export interface Corner {
  position: Vector
  normal: Vector
  u: number
  v: number
}

export type Face = readonly [Corner, Corner, Corner]

/** Radius and height of a point, and whether the outline has a sharp bend there. */
export type Point = readonly [radius: number, height: number, sharp?: 'sharp']

/**
 * Returns a surface of revolution: the outline, from top to bottom, rotated around the upright axis. The texture is wound around
 * it once.
 */
export function lathe(outline: readonly Point[], segments = 28): Face[] {
  const lengths = outline.map((point, at) => (at === 0 ? 0 : distance(outline[at - 1] ?? point, point)))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const rings = outline.slice(1).map((point, at) => {
    const before = outline[at] ?? point
    const along = lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0) / whole
    const end = along + (lengths[at + 1] ?? 0) / whole
    return {
      upper: { point: before, lean: leanAt(outline, at, at + 1), v: 1 - along },
      lower: { point, lean: leanAt(outline, at + 1, at + 1), v: 1 - end },
    }
  })
  const corner = ({ point, lean, v }: (typeof rings)[number]['upper'], turn: number): Corner => {
    const angle = (2 * Math.PI * turn) / segments
    const [x, z] = [Math.sin(angle), -Math.cos(angle)]
    const [radius, height] = point
    return {
      position: [radius * x, height, radius * z],
      normal: [lean[0] * x, lean[1], lean[0] * z],
      u: turn / segments,
      v,
    }
  }
  return rings.flatMap(({ upper, lower }) =>
    Array.from({ length: segments }, (_, turn): Face[] => {
      const [a, b] = [corner(upper, turn), corner(upper, turn + 1)]
      const [c, d] = [corner(lower, turn), corner(lower, turn + 1)]
      return [
        [a, b, c],
        [b, d, c],
      ]
    }).flat(),
  )
}

const distance = (from: Point, to: Point) => Math.hypot(from[0] - to[0], from[1] - to[1])

/** Returns the normal at a point of the outline. At a sharp point it is that of the adjacent segment. */
function leanAt(outline: readonly Point[], at: number, segment: number): [out: number, up: number] {
  const sharp = outline[at]?.[2] === 'sharp'
  const from = outline[sharp ? segment - 1 : Math.max(0, at - 1)]
  const to = outline[sharp ? segment : Math.min(outline.length - 1, at + 1)]
  const [x = 0, y = 0] = normalise([(from?.[1] ?? 0) - (to?.[1] ?? 0), (to?.[0] ?? 0) - (from?.[0] ?? 0), 0])
  return [x, y]
}

const triple = (numbers: readonly number[]) => `[${numbers.map((number) => +number.toFixed(4)).join(',')}]`

/** Returns a mesh file in the text format. */
export const meshText = (faces: readonly Face[], version = '1.01'): Buffer =>
  Buffer.from(
    `version ${version}\n${faces.length}\n${faces
      .flat()
      .map(({ position, normal, u, v }) => triple(position) + triple(normal) + triple([u, v, 0]))
      .join('')}`,
  )
