import { assetType, type Visibility } from '../assets/rules.ts'

/** The two pictures of a user. */
export type Shot = 'head' | 'body'

/** The small head shot that lists show comes besides. */
export type AvatarPicture = Shot | 'portrait'

/** Colours by their numbers in the clients' palette; the contract's names. */
export interface BodyColours {
  Head: number
  Torso: number
  LeftArm: number
  RightArm: number
  LeftLeg: number
  RightLeg: number
}

/** Colours as they are stored; nulls for a user without any of their own. */
export interface StoredColours {
  head: number | null
  torso: number | null
  left_arm: number | null
  right_arm: number | null
  left_leg: number | null
  right_leg: number | null
}

export const coloursOf = (row: StoredColours, defaults: BodyColours): BodyColours => ({
  Head: row.head ?? defaults.Head,
  Torso: row.torso ?? defaults.Torso,
  LeftArm: row.left_arm ?? defaults.LeftArm,
  RightArm: row.right_arm ?? defaults.RightArm,
  LeftLeg: row.left_leg ?? defaults.LeftLeg,
  RightLeg: row.right_leg ?? defaults.RightLeg,
})

/** A waiting request is answered with what there is after this long (decisions, section 5). */
export const pictureWaitMs = 10_000

/** What can be worn, and how much of it at once: the classic limits. */
const wearable: Readonly<Record<number, number>> = {
  [assetType.tShirt]: 1,
  [assetType.shirt]: 1,
  [assetType.pants]: 1,
  [assetType.face]: 1,
  [assetType.hat]: 3,
}

export const wearableTypes: readonly number[] = Object.keys(wearable).map(Number)

export const isWearable = (type: number): boolean => Object.hasOwn(wearable, type)

/** What stands against wearing an asset; undefined: nothing. */
export function wearFault(
  asset: { type: number; visibility: Visibility },
  owned: boolean,
): string | undefined {
  if (!owned) return 'You don’t own this item'
  if (asset.visibility !== 'Visible') return 'This item hasn’t been approved yet'
  return isWearable(asset.type) ? undefined : 'This item can’t be worn'
}

/**
 * What is taken off for one more of a type. Where there is only ever one, that one; of hats, which one is not ours to
 * choose: undefined when there are too many.
 */
export function makeRoom(worn: readonly { id: number; type: number }[], type: number): number[] | undefined {
  const most = wearable[type] ?? 0
  const same = worn.filter((item) => item.type === type).map(({ id }) => id)
  if (same.length < most) return []
  return most === 1 ? same : undefined
}
