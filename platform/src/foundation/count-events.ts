import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Maximum count of a window. No limit is higher, and a flood must not overflow the column. */
const maxCount = 1_000_000_000

interface Counted {
  key: string
  windowMs: number
  /** One by default. */
  events?: number
}

/** Counts events of a window in the database, in one statement. Returns the count with them, and when the window ends. */
export function countEvents(
  db: Db,
  { key, windowMs, events = 1 }: Counted,
  now: number,
): Promise<{ count: number; expires: number }> {
  const isOver = sql<boolean>`limit_counts.expires <= ${now}`
  return db
    .insertInto('limit_counts')
    .values({ key, count: events, expires: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when(isOver)
          .then(eb.ref('excluded.count'))
          .when('limit_counts.count', '>', maxCount - events)
          .then(maxCount)
          .else(eb('limit_counts.count', '+', eb.ref('excluded.count')))
          .end(),
        expires: eb
          .case()
          .when(isOver)
          .then(eb.ref('excluded.expires'))
          .else(eb.ref('limit_counts.expires'))
          .end(),
      })),
    )
    .returning(['count', 'expires'])
    .executeTakeFirstOrThrow()
}

/** Removes the counts of windows that are over. */
export async function removeOldCounts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('limit_counts').where('expires', '<=', now).execute()
}
