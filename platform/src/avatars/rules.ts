import { assetType } from '../assets/types.ts'
import type { Visibility } from '../assets/rules.ts'
import type { PlainCode } from '../foundation/problem.ts'

/** Palette numbers of the body parts, with the field names of game clients. */
export interface BodyColours {
  Head: number
  Torso: number
  LeftArm: number
  RightArm: number
  LeftLeg: number
  RightLeg: number
}

/** Stored palette numbers; null for a user who has not chosen any. */
export interface StoredColours {
  head: number | null
  torso: number | null
  left_arm: number | null
  right_arm: number | null
  left_leg: number | null
  right_leg: number | null
}

export const coloursOf = (row: StoredColours | undefined, defaults: BodyColours): BodyColours => ({
  Head: row?.head ?? defaults.Head,
  Torso: row?.torso ?? defaults.Torso,
  LeftArm: row?.left_arm ?? defaults.LeftArm,
  RightArm: row?.right_arm ?? defaults.RightArm,
  LeftLeg: row?.left_leg ?? defaults.LeftLeg,
  RightLeg: row?.right_leg ?? defaults.RightLeg,
})

/** How long a client that waits for a new picture is held before it gets the current one. */
export const pictureWaitMs = 10_000

/** Maximum number of items that an avatar wears at once, by asset type: the limits of the classic client. */
const maxWorn: Readonly<Record<number, number>> = {
  [assetType.tShirt]: 1,
  [assetType.shirt]: 1,
  [assetType.pants]: 1,
  [assetType.face]: 1,
  [assetType.hat]: 3,
}

/** Maximum number of items of all types that an avatar wears at once. */
export const maxWornItems = Object.values(maxWorn).reduce((sum, max) => sum + max, 0)

/** Maximum number of saved outfits of a user. */
export const maxOutfits = 20

export const maxOutfitNameLength = 40

export const wearableTypes: readonly number[] = Object.keys(maxWorn).map(Number)

export const isWearable = (type: number): boolean => Object.hasOwn(maxWorn, type)

/** Returns why an asset cannot be worn; undefined when it can. */
export function whyNotWear(
  asset: { type: number; visibility: Visibility },
  owned: boolean,
): PlainCode | undefined {
  if (!owned) return 'avatars.not_owned'
  if (asset.visibility !== 'Visible') return 'avatars.not_approved'
  return isWearable(asset.type) ? undefined : 'avatars.not_wearable'
}

/**
 * Returns the items to take off before another item of a type is put on. Undefined when the limit is reached and the player has
 * to choose, as with hats.
 */
export function makeRoom(worn: readonly { id: number; type: number }[], type: number): number[] | undefined {
  const max = maxWorn[type] ?? 0
  const same = worn.filter((item) => item.type === type).map(({ id }) => id)
  if (same.length < max) return []
  return max === 1 ? same : undefined
}

/** Returns the ids of the items that an avatar can wear together: of each type, the first ones up to its limit. */
export function withinLimits(items: readonly { id: number; type: number }[]): number[] {
  const counts = new Map<number, number>()
  const ids = new Set<number>()
  for (const { id, type } of items) {
    const count = counts.get(type) ?? 0
    if (ids.has(id) || count >= (maxWorn[type] ?? 0)) continue
    counts.set(type, count + 1)
    ids.add(id)
  }
  return [...ids]
}

/** Returns the items that an avatar wears while its user tries some on. These replace worn items where a limit is reached. */
export function wornWith<Item extends { id: number; type: number }>(
  worn: readonly Item[],
  tried: readonly Item[],
): Item[] {
  const items = [...tried, ...worn]
  const kept = new Set(withinLimits(items))
  return items.filter(({ id }) => kept.delete(id))
}
