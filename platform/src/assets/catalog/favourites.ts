import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { findFavourites, findWishes } from '../favourites/queries.ts'
import { type AssetListing, readListings } from './queries.ts'

const favouritesPerPage = 50

const listInput = z.object({
  cursor: z.string().optional(),
  /** Lists the wish list instead, without assets that the user owns. */
  wished: z.boolean().default(false),
})

/** @throws Refused `invalid` for an unknown cursor */
export const listFavouriteAssets = useCase(
  {
    summary: "Lists the user's favourite items, or those of the wish list, the latest first.",
    scope: 'read',
    input: listInput,
  },
  async (
    { db }: { db: Db },
    actor,
    { cursor, wished },
  ): Promise<{ assets: AssetListing[]; next: string | null }> => {
    const after = parseNumberedCursor(cursor)
    const find = wished ? findWishes : findFavourites
    const found = await find(db, actor.id, { after, limit: favouritesPerPage + 1 })
    const { rows, next } = toPage(
      found.map(({ created, id }) => ({ created, id: String(id) })),
      favouritesPerPage,
    )
    const ids = rows.map(({ id }) => Number(id))
    return { assets: await readListings(db, ids), next }
  },
)
