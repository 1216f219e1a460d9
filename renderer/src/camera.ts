import type { Rotation, Vector } from './space.ts'

export interface Camera {
  position: Vector
  /** From scene to camera axes. The camera looks along its negative z axis. */
  rotation: Rotation
  /** Size in pixels of one stud at a distance of one stud. */
  focal: number
}

/** Returns a camera that looks at a point. */
export function lookAt(target: Vector, distance: number, rotation: Rotation, focal: number): Camera {
  const back: Vector = rotation[2]
  return {
    rotation,
    focal,
    position: [
      target[0] + back[0] * distance,
      target[1] + back[1] * distance,
      target[2] + back[2] * distance,
    ],
  }
}
