import { isPostgres } from '@baseplate/storage/database/dialect'
import { sql } from 'kysely'
import type { Db } from '../foundation/database.ts'
import { type EntryName, lockNameOf, playerScope } from './rules.ts'

/** Returns the number of an account, even of one that is deleted. */
export const findNumberOf = async (db: Db, userId: string): Promise<number | undefined> =>
  (await db.selectFrom('player_numbers').select('number').where('user_id', '=', userId).executeTakeFirst())
    ?.number

/** Selects the ids of entries that are about one player only: the player's own data, and entries that name nobody else. */
export const selectOwnEntries = (db: Db, number: number) =>
  db
    .selectFrom('data_entries')
    .select('id')
    .where('scope', '=', sql.lit(playerScope))
    .where('key', '=', String(number))
    .unionAll(
      db
        .selectFrom('data_players')
        .select('entry_id as id')
        .where('number', '=', number)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('data_players as other')
                .select('other.number')
                .whereRef('other.entry_id', '=', 'data_players.entry_id')
                .whereRef('other.number', '<>', 'data_players.number'),
            ),
          ),
        ),
    )

/**
 * Locks entries until the end of the transaction, whether they exist or not, in one order for all transactions. SQLite needs nothing,
 * because its transactions run one after the other.
 */
export async function lockEntries(db: Db, worldId: number, names: readonly EntryName[]): Promise<void> {
  if (!isPostgres(db)) return
  const locked = [...new Set(names.map((name) => `data ${worldId}\n${lockNameOf(name)}`))].sort()
  for (const name of locked) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
