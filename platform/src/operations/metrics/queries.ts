import { minute } from '@baseplate/service/clock'
import { type Selectable, sql } from 'kysely'
import { isPending } from '../../assets/door.ts'
import type { Database, Db } from '../../foundation/database.ts'

export const findLastSample = (db: Db) =>
  db.selectFrom('samples').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()

export const listSamples = (db: Db, from: number) =>
  db.selectFrom('samples').selectAll().where('at', '>=', from).orderBy('at').execute()

/** Removes samples older than `before`, except the first of each interval. */
export async function thinOut(db: Db, before: number, interval: number): Promise<void> {
  await sql`delete from samples where at < ${before} and at > (
    select min(kept.at) from samples as kept where kept.at >= samples.at - samples.at % ${sql.lit(interval)}
  )`.execute(db)
}

/** Counts game sessions that began in an interval, which has to be recent: the records of old sessions are deleted. */
export const countStarted = (db: Db, since: number, until: number): Promise<number> =>
  counted(
    db
      .selectFrom('playing_records')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('started', '>', since)
      .where('started', '<=', until)
      .executeTakeFirstOrThrow(),
  )

export const countPurchases = (db: Db): Promise<number> =>
  counted(
    db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'purchase')
      .where('state', '=', 'paid')
      .executeTakeFirstOrThrow(),
  )

export const countRenders = (db: Db, state: readonly ('waiting' | 'drawing' | 'failed')[]): Promise<number> =>
  counted(
    db
      .selectFrom('renders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', 'in', state)
      .executeTakeFirstOrThrow(),
  )

/** Counts assets that wait for review. The image of another asset is approved with that asset, so it is not counted. */
export const countPendingAssets = (db: Db): Promise<number> =>
  counted(
    db
      .selectFrom('assets')
      .leftJoin('asset_parts', 'asset_parts.image_id', 'assets.id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isPending)
      .where('asset_parts.image_id', 'is', null)
      .executeTakeFirstOrThrow(),
  )

/** Counts pending payments recorded before a time. */
export const countOverduePayments = (db: Db, before: number): Promise<number> =>
  counted(
    db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit('pending'))
      .where('created', '<', before)
      .executeTakeFirstOrThrow(),
  )

/** Returns when the first account was created, in Unix milliseconds; undefined while there is none. */
export const findPlatformStart = async (db: Db): Promise<number | undefined> =>
  (
    await db
      .selectFrom('first_account')
      .innerJoin('users', 'users.id', 'first_account.user_id')
      .select('users.created')
      .executeTakeFirst()
  )?.created

const counted = async (row: Promise<{ count: number }>) => Number((await row).count)

export type LastBackup = Selectable<Database['backups']>

/** Difference between the clocks of machines that is not a fault. */
export const clockTolerance = minute

/**
 * Returns the last complete backup; undefined if none is known. A restored database has none after its archive was made. A backup
 * of the future was made while a clock was wrong. It counts for nothing, because nobody knows how old it is.
 */
export const readLastBackup = (db: Db, now: number): Promise<LastBackup | undefined> =>
  db
    .selectFrom('backups')
    .selectAll()
    .where('finished', '<=', now + clockTolerance)
    .orderBy('finished', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function recordBackup(db: Db, backup: LastBackup): Promise<void> {
  await db
    .insertInto('backups')
    .values(backup)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
