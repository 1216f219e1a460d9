import { isPostgres } from '@baseplate/storage/database/dialect'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { presenceLifetime } from '../sessions/rules.ts'
import { isOpen } from '../visible.ts'
import { writeServerHeartbeats } from './queries.ts'

/** Times of heartbeats by ticket. */
export type Heartbeats = ReadonlyMap<string, number>

/** Heartbeats of players written per statement on SQLite. */
const heartbeatsPerStatement = 100

/**
 * Writes heartbeats, in one statement on PostgreSQL. Heartbeats of players get the time of the latest one, because they arrived
 * within a second of each other. After an outage, a seat is freed later by the length of the outage at most.
 *
 * @param since time of the earliest heartbeat that waits to be written, which an outage may have delayed
 * @returns the heartbeats of servers whose ticket exists.
 */
export const writeHeartbeats = (
  db: Db,
  players: Heartbeats,
  servers: Heartbeats,
  since = latestOf(players.values()),
): Promise<Heartbeats> =>
  isPostgres(db) ? writeAtOnce(db, players, servers, since) : writeOneByOne(db, players, servers, since)

/**
 * Writes all heartbeats in one statement. The first heartbeat of a server publishes its place. The later of two heartbeats stays, whichever process writes last. A player's session
 * without a recent heartbeat counts as ended even before the sweep ends it, and nothing but heartbeats that waited revives it.
 *
 * The last condition makes PostgreSQL lock places before playing records, as all transactions do, so that they cannot
 * deadlock. Two tickets of one place, that of a run and that of the place, update it once.
 */
async function writeAtOnce(
  db: Db,
  players: Heartbeats,
  servers: Heartbeats,
  since: number,
): Promise<Heartbeats> {
  const time = latestOf(players.values())
  const { rows } = await sql<{ ticket: string; time: number }>`
    with heard as (
      select ticket, time from unnest(${[...servers.keys()]}::text[], ${[...servers.values()]}::bigint[]) as h (ticket, time)
    ), found as (
      select heard.ticket, heard.time, places.id from heard join places on places.server_ticket = heard.ticket
      union all
      select heard.ticket, heard.time, server_runs.place_id from heard join server_runs on server_runs.ticket = heard.ticket
    ), locked as (
      select id from places where id in (select id from found) order by id for no key update
    ), seen as (
      update places set server_ping = greatest(server_ping, latest.time / 1000), published = coalesce(published, latest.time)
      from locked join (select id, max(time) as time from found group by id) as latest on latest.id = locked.id
      where places.id = locked.id and ${isOpen}
      returning places.id
    ), runs as (
      update server_runs set last_ping = heard.time from heard
      where server_runs.ticket = heard.ticket and server_runs.last_ping < heard.time
    ), playing as (
      update playing_records set last_ping = ${time}
      where ticket = any(${[...players.keys()]}::text[])
        and started is not null and ended is null
        and last_ping >= ${since - presenceLifetime} and last_ping < ${time}
        and (select count(*) from seen) >= 0
    )
    select ticket, time from found`.execute(db)
  return new Map(rows.map(({ ticket, time }) => [ticket, time]))
}

const latestOf = (times: Iterable<number>): number => {
  let latest = 0
  for (const time of times) latest = Math.max(latest, time)
  return latest
}

const writeOneByOne = (
  db: Db,
  players: Heartbeats,
  servers: Heartbeats,
  since: number,
): Promise<Heartbeats> =>
  db.transaction().execute(async (trx) => {
    const found = await writeServerHeartbeats(trx, servers)
    const all = [...players]
    for (let at = 0; at < all.length; at += heartbeatsPerStatement)
      await writePlayerHeartbeats(trx, new Map(all.slice(at, at + heartbeatsPerStatement)), since)
    return found
  })

async function writePlayerHeartbeats(db: Db, heartbeats: Heartbeats, since: number): Promise<void> {
  const time = latestOf(heartbeats.values())
  await db
    .updateTable('playing_records')
    .set({ last_ping: time })
    .where('ticket', 'in', [...heartbeats.keys()])
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .where('last_ping', '>=', since - presenceLifetime)
    .where('last_ping', '<', time)
    .execute()
}
