import type { BodyPart } from './figure.ts'
import type { Sides } from './template.ts'
import type { Region } from './texture.ts'

/** Units of the engine's models, of which ten are a block, in a stud. The figure is 1.77 blocks high, as players are. */
export const unitsInStud = 3.4

/** Studs from the joint of the neck to the middle of the head. */
export const headAboveNeck = 0.6

/** Width and height of the skin's layout in its own units, which are pixels in most games. */
export const skinUnits = 64

/** Returns the regions of a box: its sides in a strip, with its top and its bottom above the front and the left side. */
const box = (x: number, y: number, width: number, depth: number, height: number): Sides<Region> => ({
  top: { x: x + depth, y, width, height: depth },
  bottom: { x: x + depth + width, y, width, height: depth },
  right: { x, y: y + depth, width: depth, height },
  front: { x: x + depth, y: y + depth, width, height },
  left: { x: x + depth + width, y: y + depth, width: depth, height },
  back: { x: x + 2 * depth + width, y: y + depth, width, height },
})

/**
 * Regions of a skin. This is the layout of 64x64 that block games share, so their figures can wear the skin too. The
 * regions of its second layer stay transparent.
 */
export const skinLayout: Readonly<Record<BodyPart, Sides<Region>>> = {
  head: box(0, 0, 8, 8, 8),
  torso: box(16, 16, 8, 4, 12),
  rightArm: box(40, 16, 4, 4, 12),
  leftArm: box(32, 48, 4, 4, 12),
  rightLeg: box(0, 16, 4, 4, 12),
  leftLeg: box(16, 48, 4, 4, 12),
}
