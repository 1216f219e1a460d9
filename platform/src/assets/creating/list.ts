import type { Actor } from '../../accounts/rules.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { Visibility } from '../rules.ts'
import { assetType } from '../types.ts'
import { listCreated, listUnsettled } from './queries.ts'

const perPage = 48

/** An asset that the actor has created. */
export interface Created {
  id: number
  name: string
  slug: string
  type: number
  /** `Unpaid` while the payment is pending. */
  visibility: Visibility | 'Unpaid'
  /** Micro-units. */
  price: number
  forSale: boolean
  sold: number
  created: number
  /** Its image; null when it has none or is moderated. */
  imageId: number | null
  /** Name of its rendered picture; null before the first render, or when it is moderated. */
  thumbnail: string | null
}

export interface CreationsQuery {
  cursor?: string | undefined
  /** Whether to leave out assets that are in the catalog. */
  isHidden?: boolean
}

/**
 * Returns a page of the assets that the actor has created, the newest first. The first page begins with pending creations.
 *
 * @throws Refused `invalid`: the cursor is malformed.
 */
export async function listCreations(
  { db }: { db: Db },
  actor: Actor,
  { cursor, isHidden = false }: CreationsQuery = {},
): Promise<{ assets: Created[]; next: string | null }> {
  const after = parseNumberedCursor(cursor)
  const read = await listCreated(db, actor.id, { limit: perPage + 1, after, isHidden })
  const { rows, next } = toPage(
    read.map((row) => ({ ...row, id: String(row.id) })),
    perPage,
  )
  const unsettled = after ? [] : await listUnsettled(db, actor.id)
  const waiting = unsettled.map((row) => ({
    ...row,
    visibility: 'Unpaid' as const,
    sold: 0,
    thumbnail: null,
  }))
  const assets = [...waiting, ...rows].map(({ forSale, imageId, thumbnail, ...asset }) => ({
    ...asset,
    imageId:
      asset.visibility === 'Moderated' ? null : asset.type === assetType.image ? Number(asset.id) : imageId,
    thumbnail: asset.visibility === 'Moderated' ? null : thumbnail,
    id: Number(asset.id),
    slug: slugOf(asset.name),
    forSale: forSale === 1,
  }))
  return { assets, next }
}
