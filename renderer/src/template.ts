import type { Side } from './mesh.ts'
import type { Region } from './texture.ts'

/** Size in pixels of the picture of a shirt or pants. */
export const templateSize = { width: 585, height: 559 }

export type Sides<T> = Readonly<Record<Side, T>>

const at = (x: number, y: number, width: number, height: number): Region => ({ x, y, width, height })

/**
 * Regions of the classic clothing template: a strip around each part, with its top above and its bottom below the front. Sleeves
 * and legs share their regions.
 */
export const template: Readonly<Record<'torso' | 'rightLimb' | 'leftLimb', Sides<Region>>> = {
  torso: {
    top: at(231, 8, 128, 64),
    right: at(165, 74, 64, 128),
    front: at(231, 74, 128, 128),
    left: at(361, 74, 64, 128),
    back: at(427, 74, 128, 128),
    bottom: at(231, 204, 128, 64),
  },
  rightLimb: {
    top: at(217, 289, 64, 64),
    left: at(19, 355, 64, 128),
    back: at(85, 355, 64, 128),
    right: at(151, 355, 64, 128),
    front: at(217, 355, 64, 128),
    bottom: at(217, 485, 64, 64),
  },
  leftLimb: {
    top: at(308, 289, 64, 64),
    front: at(308, 355, 64, 128),
    left: at(374, 355, 64, 128),
    back: at(440, 355, 64, 128),
    right: at(506, 355, 64, 128),
    bottom: at(308, 485, 64, 64),
  },
}
