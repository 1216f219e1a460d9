import { beginPurge, findNextPurge, findPurge } from '../../assets/files/purge-queries.ts'
import type { Db } from '../../database.ts'
import { second } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { startJob } from '../../foundation/jobs.ts'
import { type Purging, purgePart } from './purge-parts.ts'

/**
 * Takes what is moderated off everybody who wears it, and out of every picture. Clients, and whatever is drawn, pass over it from
 * the moment on in which it is moderated (`avatars/queries.ts`); this makes it so for good, a part at a time. It also has those
 * drawn anew who wear what has another file.
 */
export interface Purges {
  /** Begins, after a commit: an item that few wear is off them when this answers. */
  runNow(assetId: number): Promise<void>
  /** Lets a part that is under way end; the next start goes on. */
  close(): Promise<void>
}

export function createPurges(platform: Purging): Purges {
  const { db, log } = platform
  const job = startJob(
    'take off what is moderated',
    10 * second,
    async () => {
      const purge = await findNextPurge(db)
      if (!purge) return
      if (await purgePart(platform, purge)) job.runNow()
    },
    log,
  )
  // What was left at the last stop, or crash.
  job.runNow()
  return {
    async runNow(assetId) {
      try {
        const purge = await findPurge(db, { asset_id: assetId, step: 'wearers' })
        if (purge) await purgePart(platform, purge)
      } catch (error) {
        log.error({ asset: assetId, error: (error as Error).message }, 'what is moderated is not off yet')
      }
      job.runNow()
    },
    close: () => job.stop(),
  }
}

/** Notes that it is to be taken off everybody, and out of every picture, in the transaction that makes it `Moderated`. */
export async function purge(db: Db, assetId: number): Promise<void> {
  await beginPurge(db, { asset_id: assetId, step: 'wearers' })
  await beginPurge(db, { asset_id: assetId, step: 'documents' })
}

/**
 * Has what shows it drawn anew, in the transaction that shows it again. It is not put on again: it has to be off everybody first.
 *
 * @throws Refused `invalid`
 */
export async function endPurged(db: Db, assetId: number): Promise<void> {
  if (await findPurge(db, { asset_id: assetId, step: 'wearers' }))
    throw new Refused(
      'invalid',
      'It is still being taken off those who wore it: its settings say how many are left',
    )
  await beginPurge(db, { asset_id: assetId, step: 'documents' })
}
