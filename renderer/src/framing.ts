import type { Mesh } from './mesh.ts'
import { add, type Rotation, rotate, scale, subtract, type Vector } from './space.ts'

/** Target and direction of a camera. */
export interface View {
  target: Vector
  /** Distance from the camera to the target in studs. */
  distance: number
  rotation: Rotation
  /** Size in pixels of one stud at a distance of one stud. */
  focal: number
}

export interface Camera {
  position: Vector
  /** From scene to camera axes. The camera looks along its negative z axis. */
  rotation: Rotation
  /** Size in pixels of one stud at a distance of one stud. */
  focal: number
}

/** Returns the camera of a view, which looks at its target. */
export const cameraOf = ({ target, distance, rotation, focal }: View): Camera => ({
  rotation,
  focal,
  position: add(target, scale(rotation[2], distance)),
})

/** The visible extent to each side of the target, in studs at its distance. */
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
        // Points behind the camera or close to it are clamped to a tenth of the distance.
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

/** Margin on each side as a share of the picture. */
const margin = 0.05

/**
 * Returns the view from the same direction that the meshes fill.
 *
 * @param size of the picture in pixels
 */
export function fit(meshes: readonly Mesh[], view: View, size: number): View {
  const centred = (from: View): View => {
    const { left, right, bottom, top } = extentOf(meshes, from)
    const [aside, up] = [from.rotation[0], from.rotation[1]]
    const moved = add(scale(aside, (left + right) / 2), scale(up, (bottom + top) / 2))
    return { ...from, target: add(from.target, moved) }
  }
  // Perspective shifts near points more than far ones, so the first pass leaves a small error.
  const middle = centred(centred(view))
  const { left, right, bottom, top } = extentOf(meshes, middle)
  const half = Math.max(-left, right, -bottom, top, 1e-3)
  return { ...middle, focal: ((size / 2) * (1 - 2 * margin) * view.distance) / half }
}

/**
 * Widens a view until meshes above or beside it fit; its bottom edge stays. Anything beyond twice the original size is cut off.
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
