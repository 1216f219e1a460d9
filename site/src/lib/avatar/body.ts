import { assetType } from '@baseplate/platform/assets/types'
import type { PlainKey } from '@baseplate/texts/keys'

/** Body parts in reading order. `field` is the name in forms and in the site's API. */
export const bodyParts = [
  { field: 'head', label: 'avatars.part.head' },
  { field: 'torso', label: 'avatars.part.torso' },
  { field: 'rightArm', label: 'avatars.part.right_arm' },
  { field: 'leftArm', label: 'avatars.part.left_arm' },
  { field: 'rightLeg', label: 'avatars.part.right_leg' },
  { field: 'leftLeg', label: 'avatars.part.left_leg' },
] as const satisfies { field: string; label: PlainKey }[]

export type BodyField = (typeof bodyParts)[number]['field']

/** Palette numbers by body part. */
export type BodyColours = Record<BodyField, number>

/** Wearable asset types, from head to foot, with the text for a wardrobe without items of the type. */
export const wornTypes = [
  { type: assetType.hat, none: 'avatars.wardrobe.empty.hat' },
  { type: assetType.face, none: 'avatars.wardrobe.empty.face' },
  { type: assetType.tShirt, none: 'avatars.wardrobe.empty.t_shirt' },
  { type: assetType.shirt, none: 'avatars.wardrobe.empty.shirt' },
  { type: assetType.pants, none: 'avatars.wardrobe.empty.pants' },
] as const satisfies { type: number; none: PlainKey }[]
