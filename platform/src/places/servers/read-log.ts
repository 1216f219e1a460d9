import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findManagedPlace } from '../managed.ts'
import type { Orchestrator } from './client.ts'

/** How much of a log a page shows, and how much of it can be had at all. */
export const logTailBytes = 64 * 1024
export const maxLogBytes = 1024 * 1024

/**
 * The end of what the place's dedicated servers printed; empty: nothing yet.
 *
 * @throws Refused `missing`; `forbidden` for everybody but its owner and level 4 or higher; `failed`: the orchestrator
 * could not be asked.
 */
export async function readServerLog(
  { db, orchestrator }: { db: Db; orchestrator: Orchestrator },
  actor: Actor,
  placeId: number,
  maxBytes: number,
): Promise<{ id: number; name: string; slug: string; log: string }> {
  const { id, name } = await findManagedPlace(db, actor, placeId)
  try {
    return { id, name, slug: slugOf(name), log: await orchestrator.readLog(placeId, maxBytes) }
  } catch {
    throw new Refused('failed', 'The log cannot be read at the moment')
  }
}
