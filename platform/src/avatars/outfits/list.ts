import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findOutfitItems, findOutfits, type LookItem } from './queries.ts'

/** A saved outfit. */
export interface Outfit {
  id: string
  name: string
  /** Whether the owner's profile shows it. */
  shared: boolean
  created: number
  /** Palette numbers. */
  colours: {
    head: number
    torso: number
    leftArm: number
    rightArm: number
    leftLeg: number
    rightLeg: number
  }
  /** Visible items, by type. */
  items: (LookItem & { slug: string })[]
}

/** Lists the outfits of a user with their items, the newest first. */
export async function listOutfits(
  db: Db,
  userId: string,
  options: { sharedOnly: boolean },
): Promise<Outfit[]> {
  const outfits = await findOutfits(db, userId, options)
  const items = Map.groupBy(
    await findOutfitItems(
      db,
      outfits.map(({ id }) => id),
    ),
    ({ outfit_id }) => outfit_id,
  )
  return outfits.map(({ id, name, shared, created, head, torso, ...limbs }) => ({
    id,
    name,
    shared: shared === 1,
    created,
    colours: {
      head,
      torso,
      leftArm: limbs.left_arm,
      rightArm: limbs.right_arm,
      leftLeg: limbs.left_leg,
      rightLeg: limbs.right_leg,
    },
    items: (items.get(id) ?? []).map(({ outfit_id: _, ...item }) => ({ ...item, slug: slugOf(item.name) })),
  }))
}
