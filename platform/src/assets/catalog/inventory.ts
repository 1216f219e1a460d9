import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { typeFilter } from '../input.ts'
import { findInventory, ownedTypes } from '../ownership/queries.ts'
import { type AssetListing, readListings } from './queries.ts'

const perPage = 50

const inventoryInput = z.object({
  type: typeFilter,
  cursor: z.string().optional(),
})

export interface Inventory {
  /** Types of the assets that the actor owns. */
  types: number[]
  type: number | null
  assets: AssetListing[]
  next: string | null
}

/** @throws InvalidFields; Refused `invalid`: the cursor is malformed. */
export const viewInventory = useCase(
  {
    summary:
      'Returns a page of the visible items that the user owns, optionally of one type, the latest acquisition first.',
    scope: 'read',
    input: inventoryInput,
  },
  async ({ db }: { db: Db }, actor, { type, cursor }): Promise<Inventory> => {
    const after = parseNumberedCursor(cursor)
    const [types, read] = await Promise.all([
      ownedTypes(db, actor.id),
      findInventory(db, actor.id, { type, limit: perPage + 1, after }),
    ])
    const { rows, next } = toPage(
      read.map(({ id, created }) => ({ id: String(id), created })),
      perPage,
    )
    const ids = rows.map(({ id }) => Number(id))
    return { types, type: type ?? null, assets: await readListings(db, ids), next }
  },
)
