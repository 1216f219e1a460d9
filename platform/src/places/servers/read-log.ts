import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findManagedPlace } from '../managed.ts'
import type { Orchestrator } from './client.ts'

/** Bytes of a log's end that a page shows. */
export const logTailBytes = 64 * 1024

/** Maximum size of a downloaded log. */
export const maxLogBytes = 1024 * 1024

/**
 * Returns the end of the output of the place's dedicated servers; empty: no output yet.
 *
 * @throws Refused `missing`; `forbidden`: the actor does not manage the place; `failed`: the orchestrator cannot be asked.
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
    throw new Refused('servers.log_unavailable')
  }
}
