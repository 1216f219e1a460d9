import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { enqueueEvent } from '../../webhooks/door.ts'
import { findPlace } from '../queries.ts'
import type { KnownServer } from './client.ts'
import { deleteRun } from './queries.ts'

/** Reports failed servers to webhooks. Deletes each failed run, so that its failure is reported once. */
export async function recordFailures(
  db: Db,
  servers: readonly KnownServer[],
  end: Parameters<typeof deleteRun>[2],
): Promise<void> {
  for (const { placeId, state, run, reason } of servers) {
    if (state !== 'failed' || run === undefined) continue
    await db.transaction().execute(async (trx) => {
      if (!(await deleteRun(trx, run, end))) return
      const place = await findPlace(trx, placeId)
      if (place) await announce(trx, place, reason ?? '', end.now)
    })
  }
}

const announce = (
  trx: Db,
  { id, name, owner_id }: { id: number; name: string; owner_id: string },
  reason: string,
  now: number,
): Promise<void> =>
  enqueueEvent(
    trx,
    {
      type: 'place.server_failed',
      ownerId: owner_id,
      subject: `place:${id}`,
      link: `/place/${id}/${slugOf(name)}`,
      data: () => ({ place: { id, name }, reason }),
    },
    now,
  )
