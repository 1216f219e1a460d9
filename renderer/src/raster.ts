import type { Camera } from './camera.ts'
import type { Fragments } from './fragments.ts'
import type { Triangle, Vertex } from './mesh.ts'
import { SampleBuffer } from './sample-buffer.ts'
import { areaOf, type Corner, type Corners } from './screen-triangle.ts'
import { rotate, subtract } from './space.ts'
import { isGlass, type Solid, sides } from './surface.ts'

/** A triangle that is turned to the camera. */
export interface Face {
  triangle: Triangle
  /** Whose, by its index; and which of its sides, by its index in `sides`. */
  solid: number
  side: number
  /** How much of its side's picture is in a pixel. */
  perPixel: number
}

/** What is seen of a scene. */
export interface Sight extends Fragments {
  /** By their numbers. */
  faces: readonly Face[]
}

/** Finds out what is seen of scenes, one after the other, on the same memory. */
export function createRaster(
  width: number,
  height: number,
): (solids: readonly Solid[], camera: Camera) => Sight {
  const buffer = new SampleBuffer(width, height)
  return (solids, camera) => {
    buffer.clear()
    const faces: Face[] = []
    const glass: { face: number; corners: Corners; inverseDepth: number }[] = []
    for (const [index, { mesh, surface }] of solids.entries()) {
      const project = projection(camera, width, height)
      const seenThrough = sides.map((side) => isGlass(surface, side))
      for (const triangle of mesh) {
        const { a: va, b: vb, c: vc } = triangle
        const a = project(va)
        const b = project(vb)
        const c = project(vc)
        // Downwards pixels are counted: what is turned to us goes with the clock, which makes this negative.
        const area = areaOf(a, b, c)
        if (!(area < -1e-9) || a.inverseDepth <= 0 || b.inverseDepth <= 0 || c.inverseDepth <= 0) continue
        const side = sides.indexOf(triangle.side)
        const pictured = (vb.u - va.u) * (vc.v - va.v) - (vc.u - va.u) * (vb.v - va.v)
        const face = faces.push({ triangle, solid: index, side, perPixel: Math.abs(pictured / area) }) - 1
        const corners: Corners = [a, b, c]
        if (seenThrough[side])
          glass.push({
            face,
            corners,
            inverseDepth: Math.max(a.inverseDepth, b.inverseDepth, c.inverseDepth),
          })
        else buffer.rasterize(face, corners, false)
      }
    }
    // When all else is known, so that what is hidden is left out; the nearest first.
    for (const { face, corners } of glass.sort((one, other) => other.inverseDepth - one.inverseDepth))
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
