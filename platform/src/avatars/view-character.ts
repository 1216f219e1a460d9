import { z } from 'zod'
import { useCase } from '../accounts/door.ts'
import type { Config } from '../foundation/config/schema.ts'
import { parseNumberedCursor, toPage } from '../foundation/cursor.ts'
import type { Db } from '../foundation/database.ts'
import { noInput } from '../foundation/input.ts'
import { slugOf } from '../foundation/slug.ts'
import { findRender } from '../rendering/door.ts'
import { userSubject } from '../rendering/rules.ts'
import { listOutfits, type Outfit } from './outfits/list.ts'
import { findColours, findWorn, listWardrobe } from './queries.ts'
import { coloursOf, isWearable, wearableTypes } from './rules.ts'

const perPage = 24

interface Viewing {
  db: Db
  config: Pick<Config, 'Avatars'>
}

interface Item {
  id: number
  name: string
  slug: string
  type: number
  /** Name of the preview; null when there is none yet. */
  thumbnail: string | null
  worn: boolean
}

/** Colours and worn items of a user. */
export interface Look {
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
}

/** A user's appearance, and the items that they could wear. */
export interface Character extends Look {
  username: string
  /** Wearable items of the selected type that the user owns, the newest first. */
  items: Item[]
  /** The selected type; null for all wearable types. */
  type: number | null
  /** Saved outfits, the newest first. */
  outfits: Outfit[]
  /** Cursor of the next page of `items`; null on the last. */
  next: string | null
  /** `waiting` and `drawing`: the pictures do not show this appearance yet. */
  pictures: 'waiting' | 'drawing' | 'done' | 'failed' | 'none'
  /** Unix milliseconds of the last render; null when there was none. */
  drawn: number | null
  /** The part of the page that is open. */
  show: (typeof sections)[number]
}

export const viewLook = useCase(
  {
    summary: 'Returns the colours and the worn items of the user, for trying items on.',
    scope: 'read',
    input: noInput,
  },
  (platform: Viewing, { id }) => lookOf(platform, id),
)

async function lookOf({ db, config }: Viewing, userId: string): Promise<Look> {
  const colours = coloursOf(await findColours(db, userId), config.Avatars.BodyColours)
  return {
    colours: {
      head: colours.Head,
      torso: colours.Torso,
      leftArm: colours.LeftArm,
      rightArm: colours.RightArm,
      leftLeg: colours.LeftLeg,
      rightLeg: colours.RightLeg,
    },
    worn: (await findWorn(db, userId)).map((asset) => itemOf(asset, true)),
  }
}

const itemOf = (asset: Omit<Item, 'slug' | 'worn'>, worn: boolean): Item => ({
  id: asset.id,
  name: asset.name,
  slug: slugOf(asset.name),
  type: asset.type,
  thumbnail: asset.thumbnail,
  worn,
})

/** Sections of the page that are shown one at a time. */
const sections = ['wardrobe', 'outfits', 'colours'] as const

const viewInput = z.object({
  type: z.string().optional(),
  /** Cursor of the items. */
  after: z.string().optional(),
  show: z.enum(sections).default('wardrobe').catch('wardrobe'),
})

/** @throws Refused `invalid`: the cursor is malformed */
export const viewCharacter = useCase(
  {
    summary: 'Returns what the user wears, and a page of the items that they can put on.',
    scope: 'read',
    input: viewInput,
  },
  async (platform: Viewing, actor, asked): Promise<Character> => {
    const { db } = platform
    const number = Number(asked.type)
    const type = isWearable(number) ? number : null
    const after = parseNumberedCursor(asked.after)
    const { colours, worn } = await lookOf(platform, actor.id)
    const wornIds = new Set(worn.map(({ id }) => id))
    const types = type === null ? wearableTypes : [type]
    const read = await listWardrobe(db, actor.id, { types, after, limit: perPage + 1 })
    const { rows, next } = toPage(
      read.map((row) => ({ ...row, id: String(row.id) })),
      perPage,
    )
    const render = await findRender(db, userSubject(actor.id))
    return {
      username: actor.username,
      colours,
      worn,
      items: rows.map(({ id, ...row }) => {
        const asset = { ...row, id: Number(id) }
        return itemOf(asset, wornIds.has(asset.id))
      }),
      type,
      outfits: await listOutfits(db, actor.id, { sharedOnly: false }),
      next,
      pictures: render?.state ?? 'none',
      drawn: render?.finished ?? null,
      show: asked.show,
    }
  },
)
