import { type Camera, lookAt } from './camera.ts'
import type { Mesh } from './mesh.ts'
import { add, type Rotation, rotate, scale, subtract, type Vector } from './space.ts'

/** What a camera looks at, and how. */
export interface View {
  target: Vector
  /** From the camera to the target, in studs. */
  distance: number
  rotation: Rotation
  /** Pixels that one stud takes at a distance of one stud. */
  focal: number
}

export const cameraOf = ({ target, distance, rotation, focal }: View): Camera =>
  lookAt(target, distance, rotation, focal)

/** What is seen, in studs across at the target: how far to each side of it. */
interface Extent {
  left: number
  right: number
  bottom: number
  top: number
}

function extentOf(meshes: readonly Mesh[], { target, distance, rotation }: View): Extent {
  const extent = { left: 0, right: 0, bottom: 0, top: 0 }
  let first = true
  for (const mesh of meshes) {
    for (const triangle of mesh) {
      for (const { position } of [triangle.a, triangle.b, triangle.c]) {
        const [x, y, z] = rotate(rotation, subtract(position, target))
        // What is behind the camera, or nearly, is not seen.
        const larger = distance / Math.max(distance - z, distance / 10)
        const [across, up] = [x * larger, y * larger]
        extent.left = first ? across : Math.min(extent.left, across)
        extent.right = first ? across : Math.max(extent.right, across)
        extent.bottom = first ? up : Math.min(extent.bottom, up)
        extent.top = first ? up : Math.max(extent.top, up)
        first = false
      }
    }
  }
  return extent
}

/** The share of a picture that is left free at each side. */
const margin = 0.05

/** The view that all of it fills, from the same side. @param size of the picture, in pixels */
export function fit(meshes: readonly Mesh[], view: View, size: number): View {
  const centred = (from: View): View => {
    const { left, right, bottom, top } = extentOf(meshes, from)
    const [aside, up] = [from.rotation[0], from.rotation[1]]
    const moved = add(scale(aside, (left + right) / 2), scale(up, (bottom + top) / 2))
    return { ...from, target: add(from.target, moved) }
  }
  // What is nearer moves more than what is farther: the second look is at what the first has left of that.
  const middle = centred(centred(view))
  const { left, right, bottom, top } = extentOf(meshes, middle)
  const half = Math.max(-left, right, -bottom, top, 1e-3)
  return { ...middle, focal: ((size / 2) * (1 - 2 * margin) * view.distance) / half }
}

/**
 * The view from farther away, as far as what stands out above or aside needs; what was at the bottom stays there. What is more
 * than twice as large as the picture is cut off.
 */
export function stepBack(meshes: readonly Mesh[], view: View, size: number): View {
  const { left, right, top } = extentOf(meshes, view)
  const half = ((size / 2) * view.distance) / view.focal
  const needed = Math.max(half, (top * (1 + margin) + half) / 2, right * (1 + margin), -left * (1 + margin))
  const seen = Math.min(needed, 2 * half)
  return {
    ...view,
    target: add(view.target, scale(view.rotation[1], seen - half)),
    focal: (view.focal * half) / seen,
  }
}
