import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../foundation/database.ts'
import { readLifetimeMs } from './rules.ts'

/** Rows per statement, and statements per run. */
const perSlice = 500
const slicesPerRun = 20

type Position = { created: number; user_id: string; id: number }

const start: Position = { created: 0, user_id: '', id: 0 }

/**
 * Returns a job that removes old read notifications. Unread ones stay at any age, and there may be millions of them. A run therefore
 * covers a bounded number of rows, and the next run continues there.
 */
export function createNotificationSweep({ db }: { db: Db }): (parts: { now: Clock }) => Promise<void> {
  let position = start

  return async ({ now }) => {
    const cutoff = now() - readLifetimeMs
    for (let slice = 0; slice < slicesPerRun; slice++) {
      const end = await findSliceEnd(db, position, cutoff)
      if (!end) {
        position = start
        return
      }
      await removeRead(db, position, end)
      position = end
    }
  }
}

/** Returns the end of the next slice of notifications older than the cutoff. */
async function findSliceEnd(db: Db, after: Position, cutoff: number): Promise<Position | undefined> {
  const keys = await db
    .selectFrom('notifications')
    .select(['created', 'user_id', 'id'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created', 'user_id', 'id'), '>', tuple(after.created, after.user_id, after.id)),
    )
    .where('created', '<', cutoff)
    .orderBy('created')
    .orderBy('user_id')
    .orderBy('id')
    .limit(perSlice)
    .execute()
  return keys.at(-1)
}

async function removeRead(db: Db, after: Position, end: Position): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where(({ eb, refTuple, tuple }) =>
      eb.and([
        eb(refTuple('created', 'user_id', 'id'), '>', tuple(after.created, after.user_id, after.id)),
        eb(refTuple('created', 'user_id', 'id'), '<=', tuple(end.created, end.user_id, end.id)),
        eb.or([
          eb('read', '=', 1),
          eb(
            'id',
            '<=',
            eb
              .selectFrom('inboxes')
              .select('read_to')
              .whereRef('inboxes.user_id', '=', 'notifications.user_id'),
          ),
        ]),
      ]),
    )
    .execute()
}
