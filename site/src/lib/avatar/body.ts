import { assetType } from '@baseplate/platform/assets/types'

/** Body parts in reading order. `field` is the name in forms and in the site's API. */
export const bodyParts = [
  { field: 'head', label: 'Head' },
  { field: 'torso', label: 'Torso' },
  { field: 'rightArm', label: 'Right arm' },
  { field: 'leftArm', label: 'Left arm' },
  { field: 'rightLeg', label: 'Right leg' },
  { field: 'leftLeg', label: 'Left leg' },
] as const

export type BodyField = (typeof bodyParts)[number]['field']

/** Palette numbers by body part. */
export type BodyColours = Record<BodyField, number>

/** Wearable asset types, from head to foot. */
export const wornTypes = [
  { type: assetType.hat, label: 'Hats', one: 'hat' },
  { type: assetType.face, label: 'Faces', one: 'face' },
  { type: assetType.tShirt, label: 'T-shirts', one: 'T-shirt' },
  { type: assetType.shirt, label: 'Shirts', one: 'shirt' },
  { type: assetType.pants, label: 'Pants', one: 'pair of pants' },
] as const
