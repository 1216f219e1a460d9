import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Config } from '../foundation/config/schema.ts'
import { parseNumberedCursor, toPage } from '../foundation/cursor.ts'
import { slugOf } from '../foundation/slug.ts'
import { findRender } from '../rendering/queries.ts'
import { userSubject } from '../rendering/rules.ts'
import { findColours, findWorn, listWardrobe } from './queries.ts'
import { coloursOf, isWearable, wearableTypes } from './rules.ts'

const perPage = 24

interface Item {
  id: number
  name: string
  slug: string
  type: number
  /** Name of the preview; null when there is none yet. */
  thumbnail: string | null
  worn: boolean
}

/** A user's appearance, and the items that they could wear. */
export interface Character {
  username: string
  /** Palette numbers. */
  colours: {
    head: number
    torso: number
    leftArm: number
    rightArm: number
    leftLeg: number
    rightLeg: number
  }
  worn: Item[]
  /** Wearable items of the selected type that the user owns, the newest first. */
  items: Item[]
  /** The selected type; null for all wearable types. */
  type: number | null
  /** Cursor of the next page of `items`; null on the last. */
  next: string | null
  /** `waiting` and `drawing`: the pictures do not show this appearance yet. */
  pictures: 'waiting' | 'drawing' | 'done' | 'failed' | 'none'
  /** Unix milliseconds of the last render; null when there was none. */
  drawn: number | null
}

/** @throws Refused `invalid`: the cursor is malformed */
export async function viewCharacter(
  { db, config }: { db: Db; config: Pick<Config, 'Avatars'> },
  actor: Actor,
  query: { type?: string | undefined; after?: string | undefined } = {},
): Promise<Character> {
  const asked = Number(query.type)
  const type = isWearable(asked) ? asked : null
  const after = parseNumberedCursor(query.after)
  const worn = await findWorn(db, actor.id)
  const wornIds = new Set(worn.map(({ id }) => id))
  const itemOf = (asset: Omit<Item, 'slug' | 'worn'>): Item => ({
    id: asset.id,
    name: asset.name,
    slug: slugOf(asset.name),
    type: asset.type,
    thumbnail: asset.thumbnail,
    worn: wornIds.has(asset.id),
  })
  const types = type === null ? wearableTypes : [type]
  const read = await listWardrobe(db, actor.id, { types, after, limit: perPage + 1 })
  const { rows, next } = toPage(
    read.map((row) => ({ ...row, id: String(row.id) })),
    perPage,
  )
  const stored = await findColours(db, actor.id)
  const none = { head: null, torso: null, left_arm: null, right_arm: null, left_leg: null, right_leg: null }
  const colours = coloursOf(stored ?? none, config.Avatars.BodyColours)
  const render = await findRender(db, userSubject(actor.id))
  return {
    username: actor.username,
    colours: {
      head: colours.Head,
      torso: colours.Torso,
      leftArm: colours.LeftArm,
      rightArm: colours.RightArm,
      leftLeg: colours.LeftLeg,
      rightLeg: colours.RightLeg,
    },
    worn: worn.map(itemOf),
    items: rows.map((row) => itemOf({ ...row, id: Number(row.id) })),
    type,
    next,
    pictures: render?.state ?? 'none',
    drawn: render?.finished ?? null,
  }
}
