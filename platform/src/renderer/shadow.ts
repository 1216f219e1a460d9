import type { Mesh } from './mesh.ts'
import { cross, dot, normalise, type Vector } from './space.ts'

/** What of a scene a light reaches. */
export interface Shadow {
  /** How much of the light arrives at a point, from 0 to 1; soft at the edges. */
  lightAt(x: number, y: number, z: number): number
}

/** A sphere that everything is in. */
export interface Bounds {
  centre: Vector
  radius: number
}

/**
 * Looks at the scene from where the light comes, all rays side by side, and keeps how near the nearest thing is in each cell.
 *
 * @param towards the light, of length 1
 * @param size cells along each side
 */
export function castShadow(blockers: Mesh, bounds: Bounds, towards: Vector, size: number): Shadow {
  const aside = normalise(cross(Math.abs(towards[1]) > 0.99 ? [1, 0, 0] : [0, 1, 0], towards))
  const up = cross(towards, aside)
  const { centre, radius } = bounds
  const perStud = size / (2 * radius)
  const offset = [dot(aside, centre), dot(up, centre)] as const
  const nearest = new Float32Array(size * size).fill(-1e9)

  const across = (p: Vector) => (dot(aside, p) - offset[0] + radius) * perStud
  const down = (p: Vector) => (dot(up, p) - offset[1] + radius) * perStud

  for (const { a, b, c } of blockers) {
    const [ax, ay] = [across(a.position), down(a.position)]
    const [bx, by] = [across(b.position), down(b.position)]
    const [cx, cy] = [across(c.position), down(c.position)]
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    // What faces away from the light is behind what faces it.
    if (area <= 0) continue
    const [az, bz, cz] = [dot(towards, a.position), dot(towards, b.position), dot(towards, c.position)]
    const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
    const right = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx)))
    const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
    const bottom = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy)))
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5]
        const ofA = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
        const ofB = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
        const ofC = 1 - ofA - ofB
        if (ofA < 0 || ofB < 0 || ofC < 0) continue
        const depth = ofA * az + ofB * bz + ofC * cz
        const cell = y * size + x
        if (depth > (nearest[cell] ?? 0)) nearest[cell] = depth
      }
    }
  }

  const [tx, ty, tz] = towards
  const [sx, sy, sz] = aside
  const [ux, uy, uz] = up
  // Half a cell's slope: a surface does not shade itself.
  const slack = 1.5 / perStud
  return {
    lightAt(x, y, z) {
      const depth = tx * x + ty * y + tz * z + slack
      const across = (sx * x + sy * y + sz * z - offset[0] + radius) * perStud - 0.5
      const down = (ux * x + uy * y + uz * z - offset[1] + radius) * perStud - 0.5
      const column = Math.floor(across)
      const row = Math.floor(down)
      if (column < 0 || row < 0 || column >= size - 1 || row >= size - 1) return 1
      const dx = across - column
      const dy = down - row
      const cell = row * size + column
      let light = 0
      if (depth >= (nearest[cell] ?? 0)) light += (1 - dx) * (1 - dy)
      if (depth >= (nearest[cell + 1] ?? 0)) light += dx * (1 - dy)
      if (depth >= (nearest[cell + size] ?? 0)) light += (1 - dx) * dy
      if (depth >= (nearest[cell + size + 1] ?? 0)) light += dx * dy
      return light
    },
  }
}
