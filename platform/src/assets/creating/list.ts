import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { Visibility } from '../rules.ts'
import { listCreated, listUnsettled } from './queries.ts'

const perPage = 48

/** Something that the person has made. */
export interface Created {
  id: number
  name: string
  slug: string
  type: number
  /** `Unpaid`: the ledger has not said yes or no yet. */
  visibility: Visibility | 'Unpaid'
  /** Micro-units. */
  price: number
  forSale: boolean
  sold: number
  created: number
  /** The picture that it is made of; null: it is made of none, or is moderated. */
  imageId: number | null
}

/**
 * What the actor has made, the newest first; before it, what waits for the ledger.
 *
 * @throws Refused `invalid`: the cursor is none of ours.
 */
export async function listCreations(
  { db }: { db: Db },
  actor: Actor,
  cursor?: string,
): Promise<{ assets: Created[]; next: string | null }> {
  const after = parseNumberedCursor(cursor)
  const read = await listCreated(db, actor.id, { limit: perPage + 1, after })
  const { rows, next } = toPage(
    read.map((row) => ({ ...row, id: String(row.id) })),
    perPage,
  )
  const unsettled = after ? [] : await listUnsettled(db, actor.id)
  const waiting = unsettled.map((row) => ({ ...row, visibility: 'Unpaid' as const, sold: 0 }))
  const assets = [...waiting, ...rows].map(({ forSale, imageId, ...asset }) => ({
    ...asset,
    imageId: asset.visibility === 'Moderated' ? null : imageId,
    id: Number(asset.id),
    slug: slugOf(asset.name),
    forSale: forSale === 1,
  }))
  return { assets, next }
}
