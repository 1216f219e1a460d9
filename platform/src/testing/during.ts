import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../foundation/database.ts'

/** Starts an action while a transaction with a change is open. Commits the transaction when the action waits for a lock. */
export async function during<T>(
  db: Db,
  change: (trx: Db) => Promise<unknown>,
  action: () => Promise<T>,
): Promise<T> {
  const started = await db.transaction().execute(async (trx) => {
    await change(trx)
    const outcome = action()
    // The caller handles a rejection, which may come before the commit.
    outcome.catch(() => undefined)
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db)).rows).not.toEqual([])
    return { outcome }
  })
  return started.outcome
}
