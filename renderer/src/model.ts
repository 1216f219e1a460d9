import { CannotDraw, type Covering, type Model } from './drawing.ts'
import { headPlacement, type Part, type Sheet } from './figure.ts'
import { type Mesh, transformMesh } from './mesh.ts'
import { maxTriangles, readMeshFile } from './mesh-file.ts'
import type { Bounds } from './shadow-map.ts'
import { type Detail, shapeOf } from './shapes.ts'
import { add, combine, type Placement, rotate, scale, transformPoint, type Vector, yaw } from './space.ts'
import type { Layer } from './texture.ts'

/** A part of a model before it is placed in a scene. */
export interface Piece<Picture extends Sheet> {
  mesh: Mesh
  stretch?: Vector
  placement: Placement
  hex: string
  opacity: number
  layers: Part<Picture>['layers']
}

/** Number of parts above which round parts get fewer segments, which is not visible at that scale. */
const manyParts = 150

/**
 * Reads the meshes of a model and returns its parts.
 *
 * @param pictureOf Returns the picture of a covering in the caller's form, or undefined to leave it out.
 * @throws CannotDraw
 */
export function piecesOf<Picture extends Sheet>(
  { parts, meshes }: Pick<Model, 'parts' | 'meshes'>,
  pictureOf: (covering: Covering) => Picture | undefined,
): Piece<Picture>[] {
  const detail: Detail = parts.length > manyParts ? 'coarse' : 'fine'
  const read = new Map<number, Mesh>()
  const meshOf = (index: number): Mesh => {
    const file = meshes[index]
    if (!file) throw new Error(`a part refers to the missing mesh ${index}`)
    const mesh = read.get(index) ?? readMeshFile(file)
    read.set(index, mesh)
    return mesh
  }
  let triangles = 0
  return parts.map(({ shape, size, placement, hex, opacity = 1, coverings }) => {
    const isFile = typeof shape === 'number'
    const mesh = isFile ? meshOf(shape) : shapeOf(shape, size, detail)
    triangles += mesh.length
    if (triangles > maxTriangles) throw new CannotDraw(`There are more than ${maxTriangles} triangles`)
    const layers: Part<Picture>['layers'] = {}
    for (const covering of coverings) {
      const side = covering.side === 'all' ? 'front' : covering.side
      const picture = pictureOf(covering)
      if (picture) layers[side] = [...(layers[side] ?? []), layerOf(picture, covering, isFile)]
    }
    // A plain part shows its colour through a transparent texture; a mesh is transparent there.
    const isBare = isFile && layers.front !== undefined
    return { mesh, placement, hex, opacity: isBare ? 0 : opacity, layers, ...(isFile && { stretch: size }) }
  })
}

const layerOf = <Picture extends Sheet>(
  texture: Picture,
  { opacity }: Covering,
  repeats: boolean,
): Layer<Picture> => ({
  texture,
  region: { x: 0, y: 0, width: texture.width, height: texture.height },
  ...(repeats && { repeats }),
  ...(opacity !== undefined && { opacity }),
})

/**
 * Places the pieces in a scene.
 *
 * @param larger scale of the pieces and of the distances between them
 */
function arrangePieces<Picture extends Sheet>(
  pieces: readonly Piece<Picture>[],
  where: Placement,
  larger = 1,
): Part<Picture>[] {
  return pieces.map(({ mesh, stretch = [1, 1, 1], placement, hex, opacity, layers }) => {
    const { rotation, offset } = placement
    const placed = combine(where, { rotation, offset: scale(offset, larger) })
    return { mesh: transformMesh(mesh, placed, scale(stretch, larger)), hex, opacity, layers }
  })
}

/** In the clients' axes the front faces the negative z; here figures face the viewer, at the positive z. */
const facingViewer: Placement = { rotation: yaw(180), offset: [0, 0, 0] }

/** Places the pieces of a hat on a head, by default that of the figure in its pose. */
export const wearPieces = <Picture extends Sheet>(
  pieces: readonly Piece<Picture>[],
  head = headPlacement,
): Part<Picture>[] => arrangePieces(pieces, combine(head, facingViewer))

/** Scales the pieces to a radius in studs, and places the middle of what they enclose at a point. */
export function centrePieces<Picture extends Sheet>(
  pieces: readonly Piece<Picture>[],
  radius: number,
  at: Vector = [0, 0, 0],
): Part<Picture>[] {
  const bounds = boundsOf(pieces)
  const larger = radius / bounds.radius
  const middle = scale(rotate(facingViewer.rotation, bounds.centre), -larger)
  return arrangePieces(pieces, { ...facingViewer, offset: add(middle, at) }, larger)
}

/** Returns the meshes that cast shadows: opaque parts, and meshes with an opaque texture layer. */
export const occludersOf = (parts: readonly Part<Sheet>[]): Mesh =>
  parts.flatMap(({ mesh, opacity, layers }) => {
    const isCovered = layers.front?.some(({ repeats, opacity = 1 }) => repeats && opacity === 1)
    return opacity === undefined || opacity === 1 || isCovered ? mesh : []
  })

/** Returns a sphere that encloses the pieces. */
export function boundsOf(pieces: readonly Piece<Sheet>[]): Bounds {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const { mesh, stretch = [1, 1, 1], placement } of pieces) {
    for (const triangle of mesh) {
      for (const { position } of [triangle.a, triangle.b, triangle.c]) {
        const [x, y, z] = position
        const at = transformPoint(placement, [x * stretch[0], y * stretch[1], z * stretch[2]])
        for (const axis of [0, 1, 2] as const) {
          low[axis] = Math.min(low[axis], at[axis])
          high[axis] = Math.max(high[axis], at[axis])
        }
      }
    }
  }
  return {
    centre: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2],
    radius: Math.max(1e-3, Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2),
  }
}
