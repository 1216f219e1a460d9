import { box, grid, type Mesh, roundedCylinder, type Triangle, transformMesh, type Vertex } from './mesh.ts'
import { cross, normalise, roll, subtract, type Vector, yaw } from './space.ts'

/** Shapes of plain parts, as in clients. */
export type Shape = 'block' | 'ball' | 'cylinder' | 'post' | 'wedge' | 'cornerWedge' | 'head'

/** Number of segments of round shapes. */
export type Detail = 'fine' | 'coarse'

/**
 * Returns a part around the origin in the clients' axes, where the side `front` faces the negative z.
 *
 * @param size in studs
 */
export function shapeOf(shape: Shape, size: Vector, detail: Detail): Mesh {
  const fine = detail === 'fine'
  switch (shape) {
    case 'block': {
      const radius = fine ? Math.min(0.07, Math.min(...size) * 0.15) : 0
      return transformMesh(box(size, radius), facingBack)
    }
    case 'ball':
      return transformMesh(ball(fine ? 32 : 12), unmoved, size)
    // In clients, cylinders lie along the x axis. Only the old `CylinderMesh` is upright.
    case 'cylinder':
      return transformMesh(post(fine), { ...unmoved, rotation: roll(90) }, [size[1], size[0], size[2]])
    case 'post':
      return transformMesh(post(fine), unmoved, size)
    case 'head':
      return transformMesh(roundedCylinder(0.5, 1, 0.22, fine ? 40 : 12), unmoved, [
        size[0] / 2,
        size[1],
        size[2],
      ])
    case 'wedge':
      return solid(size, wedge)
    case 'cornerWedge':
      return solid(size, cornerWedge)
  }
}

/** Boxes of this renderer face the viewer, like figures. */
const facingBack = { rotation: yaw(180), offset: [0, 0, 0] as Vector }
const unmoved = { rotation: yaw(0), offset: [0, 0, 0] as Vector }

const post = (fine: boolean): Mesh => roundedCylinder(0.5, 1, 0.02, fine ? 40 : 12)

/** Returns a sphere of diameter 1. */
function ball(segments: number): Mesh {
  const turn = (parts: number, by: number) =>
    Array.from({ length: parts + 1 }, (_, index) => (index / parts) * by)
  const vertexAt = (around: number, down: number): Vertex => {
    const normal: Vector = [
      Math.sin(down) * Math.sin(around),
      Math.cos(down),
      Math.sin(down) * Math.cos(around),
    ]
    return { position: [normal[0] / 2, normal[1] / 2, normal[2] / 2], normal, u: 0, v: 0 }
  }
  return grid(turn(segments, 2 * Math.PI), turn(segments / 2, Math.PI), vertexAt, 'front')
}

/** Corners of a part of side length 2, at its bottom and its top. */
const low: readonly [Vector, Vector, Vector, Vector] = [
  [-1, -1, -1],
  [1, -1, -1],
  [1, -1, 1],
  [-1, -1, 1],
]
const behind: readonly [Vector, Vector] = [
  [-1, 1, 1],
  [1, 1, 1],
]
const peak: Vector = [1, 1, -1]

/** Corners of each side, counterclockwise as seen from outside. */
type Sides = readonly (readonly [Vector, Vector, Vector, Vector?])[]

/** High at the back. */
const wedge: Sides = [
  low,
  [low[3], low[2], behind[1], behind[0]],
  [low[1], low[0], behind[0], behind[1]],
  [low[0], low[3], behind[0]],
  [low[2], low[1], behind[1]],
]

/** High at one corner. */
const cornerWedge: Sides = [
  low,
  [low[1], low[0], peak],
  [low[2], low[1], peak],
  [low[3], low[2], peak],
  [low[0], low[3], peak],
]

function solid(size: Vector, sides: Sides): Mesh {
  const sized = ([x, y, z]: Vector): Vector => [(x * size[0]) / 2, (y * size[1]) / 2, (z * size[2]) / 2]
  return sides.flatMap(([first, second, third, fourth]): Triangle[] => {
    const [a, b, c] = [sized(first), sized(second), sized(third)]
    const normal = normalise(cross(subtract(b, a), subtract(c, a)))
    const vertex = (position: Vector): Vertex => ({ position, normal, u: 0, v: 0 })
    const triangle = { a: vertex(a), b: vertex(b), c: vertex(c), side: 'front' } as const
    return fourth
      ? [triangle, { a: triangle.a, b: triangle.c, c: vertex(sized(fourth)), side: 'front' }]
      : [triangle]
  })
}
