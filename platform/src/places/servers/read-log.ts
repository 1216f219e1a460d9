import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findManagedPlace } from '../managed.ts'
import { type Orchestrator, OrchestratorFailure } from './client.ts'

/** Bytes of a log's end that a page shows. */
export const logTailBytes = 64 * 1024

/** Maximum size of a downloaded log. */
export const maxLogBytes = 1024 * 1024

/**
 * Returns the end of the output of the place's dedicated servers. Empty: no output yet. Null: the orchestrator cannot be
 * asked, or the platform has none.
 *
 * @throws Refused `missing`; `forbidden`: the actor does not manage the place.
 */
export async function readServerLog(
  { db, orchestrator }: { db: Db; orchestrator: Orchestrator },
  actor: Actor,
  placeId: number,
  maxBytes: number,
): Promise<{ id: number; name: string; slug: string; log: string | null }> {
  const { id, name } = await findManagedPlace(db, actor, placeId)
  const log = await orchestrator.readLog(placeId, maxBytes).catch((error: Error) => {
    if (!(error instanceof OrchestratorFailure)) throw error
    return null
  })
  return { id, name, slug: slugOf(name), log }
}
