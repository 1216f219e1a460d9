import type { Db } from '../../../foundation/database.ts'
import { playingIn } from '../../sessions/queries.ts'
import type { ServedPlace } from './rules.ts'

/** Ids looked up per statement. Databases limit the number of parameters. */
const idsPerStatement = 1_000

/** Lists the places with a server heartbeat since a time in Unix seconds, latest first. */
export const listWithHeartbeat = async (db: Db, since: number, limit: number): Promise<number[]> => {
  const places = await db
    .selectFrom('places')
    .select('id')
    // Repeats the condition of the partial index, which SQLite would not use otherwise.
    .where((eb) => eb('server_ping', '>', eb.lit(0)))
    .where('server_ping', '>=', since)
    .orderBy('server_ping', 'desc')
    .limit(limit)
    .execute()
  return places.map(({ id }) => id)
}

/** Finds the places of servers, with their players. */
export async function findServedPlaces(db: Db, ids: readonly number[], now: number): Promise<ServedPlace[]> {
  const found: ServedPlace[] = []
  for (let at = 0; at < ids.length; at += idsPerStatement) {
    const places = await db
      .selectFrom('places')
      .leftJoin('users', 'users.id', 'places.owner_id')
      .select((eb) => [
        'places.id',
        'places.name',
        'users.username as owner',
        'places.dedicated',
        'places.server_port',
        'places.server_ping',
        playingIn(eb.selectFrom('playing_records'), now)
          .select((e) => e.fn.countAll<number>().as('players'))
          .as('players'),
      ])
      .where('places.id', 'in', ids.slice(at, at + idsPerStatement))
      .execute()
    found.push(...places.map((place) => ({ ...place, players: Number(place.players) })))
  }
  return found
}
