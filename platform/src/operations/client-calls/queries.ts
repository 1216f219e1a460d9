import type { Selectable } from 'kysely'
import type { Database, Db } from '../../foundation/database.ts'
import { addInserted } from '../../foundation/statistics.ts'

/** Adds counts to those of the hour, which other sites of the platform add to as well. */
export async function addCounts(
  db: Db,
  rows: readonly Selectable<Database['client_calls']>[],
): Promise<void> {
  // One order for all sites, so that their statements cannot deadlock.
  const ordered = rows.toSorted(
    (one, other) => one.answered - other.answered || (one.call < other.call ? -1 : 1),
  )
  await db
    .insertInto('client_calls')
    .values(ordered)
    .onConflict((conflict) =>
      conflict.columns(['hour', 'answered', 'call']).doUpdateSet((eb) => ({
        ...addInserted('client_calls', ['count']),
        last: eb.ref('excluded.last'),
      })),
    )
    .execute()
}

/** Sums up the counts of the hours that began at a time or later. */
export async function listCounts(db: Db, since: number) {
  const rows = await db
    .selectFrom('client_calls')
    .select(({ fn }) => [
      'answered',
      'call',
      fn.sum<number | string>('count').as('count'),
      fn.max<number | string>('last').as('last'),
    ])
    .where('hour', '>=', since)
    .groupBy(['answered', 'call'])
    .execute()
  return rows.map(({ answered, call, count, last }) => ({
    answered: answered === 1,
    call,
    count: Number(count),
    last: Number(last),
  }))
}
