import { second } from '@baseplate/service/clock'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { presenceLifetime } from '../../places/sessions/rules.ts'
import type { Hold, Stay } from './rules.ts'

/** The data of a player in a store of a world. */
export interface PlayersData {
  worldId: number
  store: string
  number: number
}

/** Selects the run whose ticket a game server verified the player with, unless a later run of the place has sent a heartbeat. */
const runOf = (db: Db) =>
  db
    .selectFrom('server_runs as run')
    .select('run.id')
    .where(sql<boolean>`run.ticket = playing_records.server_ticket`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('server_runs as later')
            .select('later.id')
            .whereRef('later.place_id', '=', 'run.place_id')
            .whereRef('later.id', '>', 'run.id')
            .where('later.last_ping', '>', 0),
        ),
      ),
    )

/** Selects the place whose server ticket a game server verified the player with. */
const hostOf = (db: Db) =>
  db
    .selectFrom('places as hosted')
    .select('hosted.id')
    .where(sql<boolean>`hosted.server_ticket = playing_records.server_ticket`)

/** Lists the game servers of a world in which a player is verified, or was within `Data.LeaveSeconds`, unless they have ended. */
export async function findStays(
  db: Db,
  { worldId, number }: Pick<PlayersData, 'worldId' | 'number'>,
  { now, leaveSeconds }: { now: number; leaveSeconds: number },
): Promise<Stay[]> {
  const rows = await db
    .selectFrom('player_numbers')
    .innerJoin('playing_records', 'playing_records.user_id', 'player_numbers.user_id')
    .innerJoin('places', 'places.id', 'playing_records.place_id')
    .select([
      'playing_records.server_ticket as server',
      'playing_records.verified',
      'playing_records.ended',
      'playing_records.last_ping as lastPing',
    ])
    .where('player_numbers.number', '=', number)
    .whereRef('playing_records.number', '=', 'player_numbers.number')
    .where('playing_records.verified', 'is not', null)
    .where((eb) => eb.or([eb('places.id', '=', worldId), eb('places.data_root', '=', worldId)]))
    .where((eb) =>
      eb.or([
        eb('playing_records.ended', 'is', null),
        eb('playing_records.ended', '>', now - leaveSeconds * second),
      ]),
    )
    .where('playing_records.last_ping', '>', now - presenceLifetime - leaveSeconds * second)
    .where((eb) => eb.or([eb.exists(runOf(db)), eb.exists(hostOf(db))]))
    .orderBy('playing_records.verified', 'desc')
    .execute()
  return rows.flatMap(({ server, verified, ...rest }) =>
    server === null || verified === null ? [] : [{ server, verified, ...rest }],
  )
}

export const findHold = async (
  db: Db,
  { worldId, store, number }: PlayersData,
): Promise<Hold | undefined> => {
  const hold = await db
    .selectFrom('data_holds')
    .select(['server_ticket', 'released'])
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .where('number', '=', number)
    .executeTakeFirst()
  return hold && { server: hold.server_ticket, released: hold.released }
}

/** Makes a game server the holder. The caller has locked the entry. */
export const takeHold = (db: Db, { worldId, store, number }: PlayersData, server: string, now: number) =>
  db
    .insertInto('data_holds')
    .values({ world_id: worldId, store, number, server_ticket: server, since: now, released: null })
    .onConflict((conflict) =>
      conflict
        .columns(['number', 'world_id', 'store'])
        .doUpdateSet({ server_ticket: server, since: now, released: null }),
    )
    .execute()

/** Releases the data if the game server has them. */
export const releaseHold = (db: Db, { worldId, store, number }: PlayersData, server: string, now: number) =>
  db
    .updateTable('data_holds')
    .set({ released: now })
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .where('number', '=', number)
    .where('server_ticket', '=', server)
    .where('released', 'is', null)
    .execute()

/** Returns how refusals name a game server: by the id of its run. Null: the owner of the place hosts it, or there is none. */
export async function nameServer(db: Db, ticket: string | null): Promise<string | null> {
  if (ticket === null) return null
  const run = await db.selectFrom('server_runs').select('id').where('ticket', '=', ticket).executeTakeFirst()
  return run?.id ?? 'self-hosted'
}
