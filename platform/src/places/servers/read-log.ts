import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { placeInput } from '../input.ts'
import { findManagedPlace } from '../managed.ts'
import { type Orchestrator, OrchestratorFailure } from './client.ts'

/** Bytes of a log's end that a page shows. */
const logTailBytes = 64 * 1024

/** Maximum size of a downloaded log. */
export const maxLogBytes = 1024 * 1024

export interface Reading {
  db: Db
  orchestrator: Orchestrator
}

/** @throws Refused `missing`; `forbidden`: the actor does not manage the place. */
export const viewServerLog = useCase(
  {
    summary:
      "Returns the end of the output of the place's dedicated servers. Empty: no output yet. Null: the orchestrator cannot be asked, or the platform has none.",
    scope: 'places:write',
    input: placeInput,
  },
  (platform: Reading, actor, { id }) => readLog(platform, actor, id, logTailBytes),
)

/** @throws as `viewServerLog` */
export const downloadServerLog = useCase(
  { summary: 'Downloads as much of the log as is available.', scope: 'places:write', input: placeInput },
  (platform: Reading, actor, { id }) => readLog(platform, actor, id, maxLogBytes),
)

/** @throws as `viewServerLog` */
export async function readLog(
  { db, orchestrator }: Reading,
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
