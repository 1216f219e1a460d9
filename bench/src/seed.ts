import { type Actor, operator, permissionLevel } from '@baseplate/platform/accounts/rules'
import { sessionLifetime } from '@baseplate/platform/accounts/sessions/rules'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { assetType } from '@baseplate/platform/assets/types'
import {
  newAssetId,
  newJoinTicket,
  newSessionToken,
  newUserId,
  sha256,
} from '@baseplate/platform/foundation/ids'
import type { Platform } from '@baseplate/platform/platform'
import { accountRow } from '@baseplate/platform/testing/account-row'
import { placeRow } from './place-row.ts'

/** Rows per statement. Single inserts would take minutes. */
const batchSize = 1_000

/** Creates users in the database alone, so they cannot sign in. Returns their ids. */
export async function seedUsers({ db, now }: Platform, count: number, prefix = 'player_'): Promise<string[]> {
  const ids = Array.from({ length: count }, newUserId)
  await inBatches(ids, async (batch, offset) => {
    await db
      .insertInto('users')
      .values(batch.map((id, index) => accountRow(`${prefix}${offset + index}`, { id, created: now() })))
      .execute()
  })
  return ids
}

/** Returns a seeded user as an actor who may store assets of any type. */
export const makerOf = (id: string): Actor => ({
  ...operator,
  id,
  username: 'player_0',
  permissionLevel: permissionLevel.catalogManager,
})

/** Stores a hat with this file. Returns its id. */
export async function storeHat(platform: Platform, maker: Actor, file: Uint8Array): Promise<number> {
  const { id } = await storeAsset(platform, maker, { type: assetType.hat, name: 'A hat to measure' }, [file])
  return id
}

/** Creates public places and returns their ids. */
export async function seedPlaces({ db, now }: Platform, ownerId: string, count: number): Promise<number[]> {
  const ids = [...new Set(Array.from({ length: count * 2 }, newAssetId))].slice(0, count)
  await inBatches(ids, async (batch, offset) => {
    await db
      .insertInto('asset_ids')
      .values(batch.map((id) => ({ id })))
      .execute()
    await db
      .insertInto('places')
      .values(
        batch.map((id, index) =>
          placeRow({
            id,
            name: `Place number ${offset + index} of many`,
            owner_id: ownerId,
            created: now() + offset + index,
            updated: now(),
          }),
        ),
      )
      .execute()
  })
  return ids
}

/** Creates a session for each user and returns the cookies. */
export async function seedSessions({ db, now }: Platform, users: readonly string[]): Promise<string[]> {
  const sessions = users.map((user_id) => ({ user_id, token: newSessionToken() }))
  await inBatches(sessions, async (batch) => {
    await db
      .insertInto('sessions')
      .values(
        batch.map(({ user_id, token }) => ({
          token_hash: sha256(token),
          user_id,
          created: now(),
          last_used: now(),
          expires: now() + sessionLifetime,
          user_agent: '',
          address: '',
        })),
      )
      .execute()
  })
  return sessions.map(({ token }) => `session=${token}`)
}

/** Creates a playing record for each user, with a join ticket that is issued or already spent. Returns the tickets. */
export async function seedTickets(
  { db, now }: Platform,
  users: readonly string[],
  placeId: number,
  state: 'issued' | 'playing',
): Promise<string[]> {
  const records = users.map((userId) => ({ ticket: newJoinTicket(), placeId, userId }))
  await insertGameSessions({ db, now }, records, state)
  return records.map(({ ticket }) => ticket)
}

/** A user's game session. */
export interface GameSession {
  ticket: string
  placeId: number
  userId: string
}

/**
 * Creates game sessions whose players have just sent a heartbeat, and whose visits are counted. A session ends 35
 * seconds after its last heartbeat.
 */
export const seedGameSessions = (platform: Pick<Platform, 'db' | 'now'>, sessions: readonly GameSession[]) =>
  insertGameSessions(platform, sessions, 'playing')

async function insertGameSessions(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  sessions: readonly GameSession[],
  state: 'issued' | 'playing',
): Promise<void> {
  const playing = { started: now(), last_ping: now(), tallied: 1 }
  const times = {
    created: now(),
    ended: null,
    ...(state === 'playing' ? playing : { started: null, last_ping: 0 }),
  }
  await inBatches(sessions, async (batch) => {
    await db
      .insertInto('playing_records')
      .values(
        batch.map(({ ticket, placeId, userId }) => ({
          ticket,
          place_id: placeId,
          user_id: userId,
          ...times,
        })),
      )
      .execute()
  })
}

/** Dresses every user in five items, and every other one in colours of their own. */
export async function seedAppearances({ db }: Platform, users: readonly string[]): Promise<void> {
  const worn = users.flatMap((user_id) =>
    Array.from({ length: 5 }, () => ({ user_id, asset_id: newAssetId() })),
  )
  await inBatches(worn, async (batch) => {
    await db
      .insertInto('worn_items')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  const coloured = users.filter((_, index) => index % 2 === 0)
  await inBatches(coloured, async (batch) => {
    const colours = { head: 1, torso: 21, left_arm: 1, right_arm: 1, left_leg: 23, right_leg: 23 }
    await db
      .insertInto('body_colours')
      .values(batch.map((user_id) => ({ user_id, ...colours })))
      .execute()
  })
}

async function inBatches<T>(
  rows: readonly T[],
  insert: (batch: T[], offset: number) => Promise<void>,
): Promise<void> {
  for (let offset = 0; offset < rows.length; offset += batchSize) {
    await insert(rows.slice(offset, offset + batchSize), offset)
  }
}
