import { newJoinTicket } from '@baseplate/platform/foundation/ids'
import { newPlayerKey } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { minute } from '@baseplate/service/clock'
import { insertRows } from './bulk.ts'
import { seedPlaces, seedUsers } from './seed.ts'

const playersPerServer = 10

/** A player and the game server of their place. */
export interface Connection {
  number: number
  username: string
  key: string
  server: string
}

/** Creates players in places of ten, which have services. Arriving players have scripts with keys, and the others have been verified. */
export async function seedConnections(
  platform: Platform,
  count: number,
  state: 'arriving' | 'playing',
): Promise<Connection[]> {
  const { db, now } = platform
  const users = await seedUsers(platform, count, `${state}_`)
  const numbers = await numbersOfAll(db)
  const places = await seedPlaces(platform, users[0] ?? '', count / playersPerServer)
  const rows = await db
    .selectFrom('places')
    .select(['id', 'server_ticket'])
    .where('owner_id', '=', users[0] ?? '')
    .execute()
  await db
    .updateTable('places')
    .set({ services: 1 })
    .where('owner_id', '=', users[0] ?? '')
    .execute()
  const serverOf = new Map(rows.map((row) => [row.id, row.server_ticket]))
  const connections = users.map((userId, at) => {
    const placeId = places[at % places.length] ?? 0
    const { key, hash } = newPlayerKey(placeId)
    const connection = {
      number: numbers.get(userId) ?? 0,
      username: `${state}_${at}`,
      key,
      server: serverOf.get(placeId) ?? '',
    }
    return { userId, placeId, hash, connection }
  })
  const isPlaying = state === 'playing'
  await insertRows(
    db,
    'playing_records',
    connections.map(({ userId, placeId, hash, connection: { number, server } }) => ({
      ticket: newJoinTicket(),
      place_id: placeId,
      user_id: userId,
      created: now(),
      started: now(),
      ended: null,
      // Nobody falls silent before the measurement begins.
      last_ping: now() + 10 * minute,
      tallied: 1,
      ranked: 1,
      number,
      key_hash: hash,
      verified: isPlaying ? now() : null,
      server_ticket: isPlaying ? server : null,
      connected: isPlaying ? 1 : 0,
    })),
  )
  return connections.map(({ connection }) => connection)
}

async function numbersOfAll(db: Platform['db']): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('player_numbers').select(['user_id', 'number']).execute()
  return new Map(rows.flatMap(({ user_id, number }) => (user_id === null ? [] : [[user_id, number]])))
}
