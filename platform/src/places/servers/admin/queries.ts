import type { Db } from '../../../database.ts'
import { playingIn } from '../../sessions/queries.ts'
import type { ServedPlace } from './rules.ts'

/** As many as a database takes in one statement. */
const idsPerStatement = 1_000

/** Places whose servers were heard of since then, in Unix seconds; those heard of last, when they are more. */
export const listHeard = async (db: Db, since: number, limit: number): Promise<number[]> => {
  const heard = await db
    .selectFrom('places')
    .select('id')
    // Written out as SQLite's index has it, which is how it knows that the index will do.
    .where((eb) => eb('server_ping', '>', eb.lit(0)))
    .where('server_ping', '>=', since)
    .orderBy('server_ping', 'desc')
    .limit(limit)
    .execute()
  return heard.map(({ id }) => id)
}

/** What servers' places are, by their ids, with how many play there. */
export async function findServed(db: Db, ids: readonly number[], now: number): Promise<ServedPlace[]> {
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
