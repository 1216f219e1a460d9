import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { findPlace } from './queries.ts'
import { maySee, placeNotFound } from './rules.ts'
import { findNewestUpdate } from './updates/queries.ts'

/** A place as its games know it. */
export interface KnownPlace {
  id: number
  ownerId: string
  /** 0: the place has no file yet. */
  version: number
}

/**
 * Returns a place for its own game server, or for a viewer who sees it without a private ticket.
 *
 * @param viewer null: a visitor
 * @param servedId the place whose game server asks, if one does
 * @throws Refused `missing`
 */
export async function requireKnownPlace(
  { db }: { db: Db },
  id: number,
  { viewer, servedId }: { viewer: Actor | null; servedId?: number | undefined },
): Promise<KnownPlace> {
  const place = await findPlace(db, id)
  if (!place || (servedId !== id && !maySee(viewer, place))) throw placeNotFound()
  const newest = await findNewestUpdate(db, id)
  return { id, ownerId: place.owner_id, version: newest?.version ?? 0 }
}
