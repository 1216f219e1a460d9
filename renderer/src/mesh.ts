import { normalise, type Placement, rotate, transformPoint, type Vector } from './space.ts'

/** Sides from the figure's point of view: `right` is on the viewer's left. */
export type Side = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

export interface Vertex {
  position: Vector
  /** Outward unit vector. */
  normal: Vector
  /** Texture coordinates from 0 to 1, as seen from outside: `u` grows to the right, `v` down. */
  u: number
  v: number
}

export interface Triangle {
  a: Vertex
  b: Vertex
  c: Vertex
  side: Side
}

export type Mesh = readonly Triangle[]

/** Returns the mesh stretched along its own axes, then rotated and moved. */
export function transformMesh(mesh: Mesh, placement: Placement, stretch?: Vector): Mesh {
  const placed = new Map<Vertex, Vertex>()
  const move = (vertex: Vertex): Vertex => {
    const known = placed.get(vertex)
    if (known) return known
    const { position, normal } = stretch ? stretched(vertex, stretch) : vertex
    const moved: Vertex = {
      ...vertex,
      position: transformPoint(placement, position),
      normal: rotate(placement.rotation, normal),
    }
    placed.set(vertex, moved)
    return moved
  }
  return mesh.map(({ a, b, c, side }) => ({ a: move(a), b: move(b), c: move(c), side }))
}

/** Normals scale inversely to positions. */
function stretched({ position, normal }: Vertex, by: Vector): Pick<Vertex, 'position' | 'normal'> {
  const lean = (axis: 0 | 1 | 2) => (by[axis] === 0 ? 0 : normal[axis] / by[axis])
  return {
    position: [position[0] * by[0], position[1] * by[1], position[2] * by[2]],
    normal: normalise([lean(0), lean(1), lean(2)]),
  }
}

/** The outward axis of each side of a box, and the axes along which u and v grow. */
const sides: Record<Side, { out: Vector; u: Vector; v: Vector }> = {
  front: { out: [0, 0, 1], u: [1, 0, 0], v: [0, -1, 0] },
  back: { out: [0, 0, -1], u: [-1, 0, 0], v: [0, -1, 0] },
  right: { out: [-1, 0, 0], u: [0, 0, 1], v: [0, -1, 0] },
  left: { out: [1, 0, 0], u: [0, 0, -1], v: [0, -1, 0] },
  top: { out: [0, 1, 0], u: [1, 0, 0], v: [0, 0, 1] },
  bottom: { out: [0, -1, 0], u: [1, 0, 0], v: [0, 0, -1] },
}

/** Returns a box around the origin with rounded edges, or sharp ones if the radius is 0. */
export function box(size: Vector, radius: number): Mesh {
  const half: Vector = [size[0] / 2, size[1] / 2, size[2] / 2]
  const inner = half.map((length) => length - radius) as [number, number, number]
  const triangles: Triangle[] = []
  for (const side of Object.keys(sides) as Side[]) {
    const { out, u, v } = sides[side]
    const [halfU, halfV] = [extent(half, u), extent(half, v)]
    const vertexAt = (alongU: number, alongV: number): Vertex => {
      const onBox: Vector = [0, 1, 2].map(
        (axis) => (out[axis] ?? 0) * (half[axis] ?? 0) + (u[axis] ?? 0) * alongU + (v[axis] ?? 0) * alongV,
      ) as [number, number, number]
      return {
        ...rounded(onBox, inner, radius, out),
        u: alongU / halfU / 2 + 0.5,
        v: alongV / halfV / 2 + 0.5,
      }
    }
    triangles.push(...grid(stops(halfU, radius), stops(halfV, radius), vertexAt, side))
  }
  return triangles
}

const extent = (half: Vector, axis: Vector) =>
  Math.abs(half[0] * axis[0] + half[1] * axis[1] + half[2] * axis[2])

/** Grid lines of a side: flat in the middle, curved towards the edges. */
const stops = (half: number, radius: number) =>
  radius > 0 ? [-half, radius - half, half - radius, half] : [-half, half]

function rounded(
  onBox: Vector,
  inner: Vector,
  radius: number,
  out: Vector,
): Pick<Vertex, 'position' | 'normal'> {
  if (radius === 0) return { position: onBox, normal: out }
  const core = onBox.map((at, axis) => Math.min(Math.max(at, -(inner[axis] ?? 0)), inner[axis] ?? 0))
  const away = onBox.map((at, axis) => at - (core[axis] ?? 0))
  const length = Math.hypot(...away)
  const normal = away.map((at) => at / length) as [number, number, number]
  const position = core.map((at, axis) => at + (normal[axis] ?? 0) * radius) as [number, number, number]
  return { position, normal }
}

/** Returns two triangles per cell, counterclockwise as seen from outside. */
export function grid(
  alongU: readonly number[],
  alongV: readonly number[],
  vertexAt: (u: number, v: number) => Vertex,
  side: Side | ((centre: Vertex) => Side),
): Triangle[] {
  const rows = alongV.map((v) => alongU.map((u) => vertexAt(u, v)))
  const triangles: Triangle[] = []
  for (const [index, lower] of rows.slice(1).entries()) {
    const upper = rows[index] ?? []
    for (const [column, b] of upper.slice(1).entries()) {
      const [a, c, d] = [upper[column], lower[column], lower[column + 1]]
      if (!a || !c || !d) continue
      const of = typeof side === 'string' ? side : side(a)
      triangles.push({ a, b: c, c: d, side: of }, { a, b: d, c: b, side: of })
    }
  }
  return triangles
}

/** Returns an upright cylinder around the origin with rounded rims. The texture is projected onto its front. */
export function roundedCylinder(radius: number, height: number, rimRadius: number, segments: number): Mesh {
  const outline: { r: number; y: number; out: number; up: number }[] = []
  const bends = 6
  const addRim = (up: 1 | -1) => {
    for (let bend = 0; bend <= bends; bend++) {
      const angle = ((up === 1 ? bend : bends - bend) / bends) * (Math.PI / 2)
      outline.push({
        r: radius - rimRadius + rimRadius * Math.sin(angle),
        y: up * (height / 2 - rimRadius + rimRadius * Math.cos(angle)),
        out: Math.sin(angle),
        up: up * Math.cos(angle),
      })
    }
  }
  addRim(1)
  addRim(-1)
  const profile = [
    { r: 0, y: height / 2, out: 0, up: 1 },
    ...outline,
    { r: 0, y: -height / 2, out: 0, up: -1 },
  ]
  const around = Array.from({ length: segments + 1 }, (_, index) => (index / segments) * 2 * Math.PI)
  const vertexAt = (angle: number, at: number): Vertex => {
    const { r, y, out, up } = profile[at] ?? { r: 0, y: 0, out: 0, up: 1 }
    const [x, z] = [Math.sin(angle), Math.cos(angle)]
    return {
      position: [r * x, y, r * z],
      normal: [out * x, up, out * z],
      u: 0.5 + (r * x) / (2 * radius),
      v: 0.5 - y / height,
    }
  }
  // Starts and ends at the back, which hides the seam.
  const turned = around.map((angle) => angle + Math.PI)
  return grid(turned, [...profile.keys()], vertexAt, ({ position }) =>
    position[2] > 0.05 ? 'front' : 'back',
  )
}
