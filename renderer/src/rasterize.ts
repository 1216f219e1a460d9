import type { Fragments } from './fragments.ts'
import type { Camera } from './framing.ts'
import { isTranslucent, type Solid, sides } from './material.ts'
import type { Triangle, Vertex } from './mesh.ts'
import { SampleBuffer } from './sample-buffer.ts'
import { areaOf, type Corner, type Corners } from './screen-triangle.ts'
import { rotate, subtract } from './space.ts'

/** A triangle that faces the camera. */
export interface Face {
  triangle: Triangle
  /** Index of the solid, and of the side in `sides`. */
  solid: number
  side: number
  /** Share of the texture that one pixel covers. */
  perPixel: number
}

/** The visible fragments of a scene and their triangles. */
export interface VisibleScene extends Fragments {
  /** Triangles by their numbers. */
  faces: readonly Face[]
}

/** Returns a function that finds the visible fragments of a scene. Its buffers are reused for every scene. */
export function createRasterizer(
  width: number,
  height: number,
): (solids: readonly Solid[], camera: Camera) => VisibleScene {
  const buffer = new SampleBuffer(width, height)
  return (solids, camera) => {
    buffer.clear()
    const faces: Face[] = []
    const translucent: { face: number; corners: Corners; inverseDepth: number }[] = []
    for (const [index, { mesh, material }] of solids.entries()) {
      const project = projection(camera, width, height)
      const translucentSides = sides.map((side) => isTranslucent(material, side))
      for (const triangle of mesh) {
        const { a: va, b: vb, c: vc } = triangle
        const a = project(va)
        const b = project(vb)
        const c = project(vc)
        // Rows are counted downwards, so the area of a triangle that faces the camera is negative.
        const area = areaOf(a, b, c)
        if (!(area < -1e-9) || a.inverseDepth <= 0 || b.inverseDepth <= 0 || c.inverseDepth <= 0) continue
        const side = sides.indexOf(triangle.side)
        const pictured = (vb.u - va.u) * (vc.v - va.v) - (vc.u - va.u) * (vb.v - va.v)
        const face = faces.push({ triangle, solid: index, side, perPixel: Math.abs(pictured / area) }) - 1
        const corners: Corners = [a, b, c]
        if (translucentSides[side])
          translucent.push({
            face,
            corners,
            inverseDepth: Math.max(a.inverseDepth, b.inverseDepth, c.inverseDepth),
          })
        else buffer.rasterize(face, corners, false)
      }
    }
    // Translucent triangles come last, nearest first, so that hidden ones are left out.
    for (const { face, corners } of translucent.sort((one, other) => other.inverseDepth - one.inverseDepth))
      buffer.rasterize(face, corners, true)
    return { faces, ...buffer.fragments() }
  }
}

function projection({ rotation, position, focal }: Camera, width: number, height: number) {
  const projected = new Map<Vertex, Corner>()
  return (vertex: Vertex): Corner => {
    const known = projected.get(vertex)
    if (known) return known
    const [x, y, z] = rotate(rotation, subtract(vertex.position, position))
    const inverseDepth = -1 / z
    const found = {
      x: width / 2 + focal * x * inverseDepth,
      y: height / 2 - focal * y * inverseDepth,
      inverseDepth,
    }
    projected.set(vertex, found)
    return found
  }
}
