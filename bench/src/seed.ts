import { type Actor, operator, permissionLevel } from '@baseplate/platform/accounts/rules'
import { assetType, storeAsset } from '@baseplate/platform/assets/door'
import {
  newAssetId,
  newJoinTicket,
  newPlaceTicket,
  newSessionToken,
  newUserId,
  sha256,
} from '@baseplate/platform/foundation/ids'
import { nameKeyOf } from '@baseplate/platform/foundation/name-key'
import { playerLimits } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import { sessionLifetime } from '@baseplate/platform/sign-in/sessions/rules'
import { accountRow } from '@baseplate/platform/testing/account-row'
import { idsOf, insertRows } from './bulk.ts'

type Store = Pick<Platform, 'db' | 'now'>

/** Creates users in the database alone, so they cannot sign in. Returns their ids. */
export async function seedUsers({ db, now }: Store, count: number, prefix = 'player_'): Promise<string[]> {
  const ids = Array.from({ length: count }, newUserId)
  await insertRows(
    db,
    'users',
    ids.map((id, index) => accountRow(`${prefix}${index}`, { id, created: now() })),
  )
  return ids
}

/** Returns a seeded user as an actor who may store assets of any type. */
const makerOf = (id: string): Actor => ({
  ...operator,
  id,
  username: 'player_0',
  permissionLevel: permissionLevel.catalogManager,
})

/** Stores a hat with this file. Returns its id. */
export async function storeHat(platform: Platform, makerId: string, file: Uint8Array): Promise<number> {
  const hat = { type: assetType.hat, name: 'A hat to measure' }
  return (await storeAsset(platform, makerOf(makerId), hat, [file])).id
}

/** Returns the row of a public place that its owner hosts, with as many seats as possible. Times are Unix milliseconds. */
const placeRow = (place: {
  id: number
  name: string
  owner_id: string
  created: number
  updated: number
}) => ({
  ...place,
  name_key: nameKeyOf(place.name),
  description: 'A place to measure.',
  description_updated: place.updated,
  max_players: playerLimits.max,
  private_server: 0,
  published: place.created,
  private_ticket: newPlaceTicket(),
  server_ticket: newPlaceTicket(),
  dedicated: 0,
  server_address: '127.0.0.1',
  server_port: 53_640,
  server_ping: 0,
  data_size: null,
  data_sha256: null,
  data_updated: null,
})

/** Creates public places and returns their ids. */
export async function seedPlaces({ db, now }: Store, owner_id: string, count: number): Promise<number[]> {
  const ids = [...new Set(Array.from({ length: count * 2 }, newAssetId))].slice(0, count)
  const rows = ids.map((id, index) => {
    const name = `Place number ${index} of many`
    return placeRow({ id, name, owner_id, created: now() + index, updated: now() })
  })
  await insertRows(db, 'asset_ids', idsOf(rows))
  await insertRows(db, 'places', rows)
  return ids
}

/** Creates a session for each user and returns the cookies. */
export async function seedSessions({ db, now }: Store, users: readonly string[]): Promise<string[]> {
  const sessions = users.map((user_id) => ({ user_id, token: newSessionToken() }))
  const times = { created: now(), last_used: now(), expires: now() + sessionLifetime }
  await insertRows(
    db,
    'sessions',
    sessions.map(({ user_id, token }) => ({
      token_hash: sha256(token),
      user_id,
      ...times,
      user_agent: '',
      address: '',
    })),
  )
  return sessions.map(({ token }) => `session=${token}`)
}

/** A user's game session. */
export interface GameSession {
  ticket: string
  placeId: number
  userId: string
}

/**
 * Creates game sessions. Either they wait for their player, or the player has just sent a heartbeat and the visit is
 * counted. A session ends 35 seconds after its last heartbeat.
 */
export async function seedGameSessions(
  { db, now }: Store,
  sessions: readonly GameSession[],
  state: 'issued' | 'playing' = 'playing',
): Promise<void> {
  const times =
    state === 'playing'
      ? { started: now(), last_ping: now(), tallied: 1 }
      : { started: null, last_ping: 0, tallied: 0 }
  await insertRows(
    db,
    'playing_records',
    sessions.map(({ ticket, placeId, userId }) => ({
      ticket,
      place_id: placeId,
      user_id: userId,
      created: now(),
      ended: null,
      ...times,
    })),
  )
}

/** Creates a game session for each user. Returns the tickets. */
export async function seedTickets(
  store: Store,
  users: readonly string[],
  placeId: number,
  state: 'issued' | 'playing',
): Promise<string[]> {
  const sessions = users.map((userId) => ({ ticket: newJoinTicket(), placeId, userId }))
  await seedGameSessions(store, sessions, state)
  return sessions.map(({ ticket }) => ticket)
}

/** Creates users who play in one place. Returns their tickets. */
export async function seedCrowd(
  store: Store,
  players: number,
  state: 'issued' | 'playing',
): Promise<string[]> {
  const users = await seedUsers(store, players)
  const [place = 0] = await seedPlaces(store, users[0] ?? '', 1)
  return seedTickets(store, users, place, state)
}

/** Dresses every user in five items, and every other one in colours of their own. */
export async function seedAppearances({ db }: Store, users: readonly string[]): Promise<void> {
  const items = Array.from({ length: 5 }, newAssetId)
  const colours = { head: 1, torso: 21, left_arm: 1, right_arm: 1, left_leg: 23, right_leg: 23 }
  await insertRows(
    db,
    'worn_items',
    users.flatMap((user_id) => items.map((asset_id) => ({ user_id, asset_id }))),
  )
  await insertRows(
    db,
    'body_colours',
    users.filter((_, index) => index % 2 === 0).map((user_id) => ({ user_id, ...colours })),
  )
}
