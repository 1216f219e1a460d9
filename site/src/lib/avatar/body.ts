/** The parts of the body in the order in which they are read; the contract's field names. */
export const bodyParts = [
  { field: 'head', label: 'Head' },
  { field: 'torso', label: 'Torso' },
  { field: 'rightArm', label: 'Right arm' },
  { field: 'leftArm', label: 'Left arm' },
  { field: 'rightLeg', label: 'Right leg' },
  { field: 'leftLeg', label: 'Left leg' },
] as const

export type BodyField = (typeof bodyParts)[number]['field']

/** By the numbers of the palette. */
export type BodyColours = Record<BodyField, number>

/** Types of assets that are worn, in the order from head to foot. */
export const wornTypes = [
  { type: 8, label: 'Hats', one: 'hat' },
  { type: 18, label: 'Faces', one: 'face' },
  { type: 2, label: 'T-shirts', one: 'T-shirt' },
  { type: 11, label: 'Shirts', one: 'shirt' },
  { type: 12, label: 'Pants', one: 'pair of pants' },
] as const
