import type { Mesh, Vertex } from './mesh.ts'
import { cross, dot, normalise, subtract, type Vector } from './space.ts'

/** A shadow map: the depth of the nearest surface in each cell, seen from a directional light. */
export interface ShadowMap {
  /** Cells along each side. */
  size: number
  /** Cells per stud. */
  perStud: number
  nearest: Float32Array
  /** Map a point to its depth towards the light in studs, and to its column and row. */
  depth: Measure
  column: Measure
  row: Measure
}

/** A linear function of a point. */
interface Measure {
  x: number
  y: number
  z: number
  plus: number
}

const measure = ([x, y, z]: Vector, by: number, plus: number): Measure => ({
  x: x * by,
  y: y * by,
  z: z * by,
  plus,
})

const measured = (by: Measure, x: number, y: number, z: number) => by.x * x + by.y * y + by.z * z + by.plus

/** A sphere that encloses the scene. */
export interface Bounds {
  centre: Vector
  radius: number
}

/** Radius in studs beyond which surfaces cast and receive no shadows. */
const maxReach = 8

/** Returns the sphere, enlarged to enclose a mesh. */
export function enlargedBounds({ centre, radius }: Bounds, mesh: Mesh): Bounds {
  let reach = radius
  for (const { a, b, c } of mesh) {
    for (const { position } of [a, b, c]) {
      reach = Math.max(reach, Math.hypot(...subtract(position, centre)))
    }
  }
  return { centre, radius: Math.min(reach, maxReach) }
}

/**
 * Renders the shadow map of a directional light with an orthographic projection.
 *
 * @param towards unit vector to the light
 * @param size cells along each side
 */
export function renderShadowMap(occluders: Mesh, bounds: Bounds, towards: Vector, size: number): ShadowMap {
  const aside = normalise(cross(Math.abs(towards[1]) > 0.99 ? [1, 0, 0] : [0, 1, 0], towards))
  const up = cross(towards, aside)
  const { centre, radius } = bounds
  const perStud = size / (2 * radius)
  const nearest = new Float32Array(size * size).fill(-1e9)
  const depth = measure(towards, 1, 0)
  const column = measure(aside, perStud, (radius - dot(aside, centre)) * perStud)
  const row = measure(up, perStud, (radius - dot(up, centre)) * perStud)
  const along = (by: Measure, { position }: Vertex) => measured(by, ...position)

  for (const { a, b, c } of occluders) {
    const [ax, ay] = [along(column, a), along(row, a)]
    const [bx, by] = [along(column, b), along(row, b)]
    const [cx, cy] = [along(column, c), along(row, c)]
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    // A triangle that faces away is always behind one that faces the light.
    if (area <= 0) continue
    const [az, bz, cz] = [along(depth, a), along(depth, b), along(depth, c)]
    const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
    const right = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx)))
    const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
    const bottom = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy)))
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const px = x + 0.5
        const py = y + 0.5
        const ofA = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
        const ofB = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
        const ofC = 1 - ofA - ofB
        if (ofA < 0 || ofB < 0 || ofC < 0) continue
        const found = ofA * az + ofB * bz + ofC * cz
        const cell = y * size + x
        if (found > (nearest[cell] ?? 0)) nearest[cell] = found
      }
    }
  }

  return { size, perStud, nearest, depth, column, row }
}

/** Points on surfaces with their unit normals, one item per point. */
export interface Points {
  x: Float32Array
  y: Float32Array
  z: Float32Array
  nx: Float32Array
  ny: Float32Array
  nz: Float32Array
}

/**
 * Sets the share of a light that arrives at each point, from 0 to 1, filtered over the four nearest cells. A picture needs this
 * for a hundred thousand points per light, so the values of the light are read once.
 *
 * @param cosines cosine of the angle of incidence for each point; a point that faces away gets no light
 */
export function sampleShadowMap(
  shadow: ShadowMap,
  points: Points,
  count: number,
  cosines: Float32Array,
  into: Float32Array,
): void {
  const { size, nearest, depth, column, row } = shadow
  const { x: depthX, y: depthY, z: depthZ } = depth
  // Shadow bias: a surface may be one and a half cell widths behind the recorded depth.
  const depthPlus = depth.plus + 1.5 / shadow.perStud
  const { x: columnX, y: columnY, z: columnZ } = column
  const columnPlus = column.plus - 0.5
  const { x: rowX, y: rowY, z: rowZ } = row
  const rowPlus = row.plus - 0.5
  for (let point = 0; point < count; point++) {
    if ((cosines[point] ?? 0) <= 0) {
      into[point] = 0
      continue
    }
    const x = points.x[point] ?? 0
    const y = points.y[point] ?? 0
    const z = points.z[point] ?? 0
    const across = columnX * x + columnY * y + columnZ * z + columnPlus
    const down = rowX * x + rowY * y + rowZ * z + rowPlus
    if (!(across >= 0 && down >= 0 && across < size - 1 && down < size - 1)) {
      into[point] = 1
      continue
    }
    const far = depthX * x + depthY * y + depthZ * z + depthPlus
    // Both are positive, so truncation rounds down.
    const left = across | 0
    const top = down | 0
    const dx = across - left
    const dy = down - top
    const cell = top * size + left
    let light = 0
    if (far >= (nearest[cell] ?? 0)) light += (1 - dx) * (1 - dy)
    if (far >= (nearest[cell + 1] ?? 0)) light += dx * (1 - dy)
    if (far >= (nearest[cell + size] ?? 0)) light += (1 - dx) * dy
    if (far >= (nearest[cell + size + 1] ?? 0)) light += dx * dy
    into[point] = light
  }
}
