import type { Transaction } from 'kysely'
import { type Fields, recordAction } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Database, Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { placeInput } from './input.ts'
import { findPlace, listLocks, lockPlace, type PlaceRow } from './queries.ts'
import { changedSettings, type LockedSetting, mayManage, placeNotFound } from './rules.ts'
import { lockSettings } from './visibility.ts'

/**
 * Finds the place that the actor is about to change.
 *
 * @throws Refused `missing`; `forbidden` unless the actor is its owner or a moderator.
 */
export async function findManagedPlace(db: Db, actor: Actor, placeId: number): Promise<PlaceRow> {
  const place = await findPlace(db, placeId)
  const manages = place !== undefined && mayManage(actor, place)
  // A private or taken-down place must look the same as one that does not exist.
  if (!place || (!manages && (place.private_server === 1 || place.taken_down === 1))) throw placeNotFound()
  if (!manages) throw new Refused('places.changing_forbidden')
  return place
}

/**
 * Permits a use case whose input names a place and has more fields. A user who does not manage the place learns that first,
 * whatever the fields are.
 *
 * @throws Refused as `findManagedPlace`
 */
export const permitManaging = (platform: { db: Db }, actor: Actor, input: Fields): Promise<PlaceRow> =>
  findManagedPlace(platform.db, actor, parseInput(placeInput, input).id)

/** Locks the row of a place until the transaction ends, and returns the place. @throws Refused `missing` */
export async function requireLockedPlace(db: Db, placeId: number): Promise<PlaceRow> {
  await lockPlace(db, placeId)
  const place = await findPlace(db, placeId)
  if (!place) throw placeNotFound()
  return place
}

/**
 * Records a moderator's change to another user's place, and locks the changed settings for the owner while the place is taken
 * down. Called inside the transaction of the change, which has locked the place's row.
 *
 * @throws Refused `forbidden`: the owner's change affects a locked setting.
 */
export async function recordChange(
  db: Transaction<Database>,
  actor: Actor,
  place: { id: number; owner_id: string },
  change: {
    action?: 'changeplace' | 'startserver' | 'closeserver' | 'kickplayer' | 'banplayer' | 'unbanplayer'
    before: object | null
    after: object | null
  },
  now: number,
): Promise<void> {
  const { action = 'changeplace', before, after } = change
  const settings = changedSettings(before, after)
  if (place.owner_id === actor.id) return refuseLocked(db, place.id, settings)
  await lockSettings(db, place.id, settings)
  await recordAction(db, { actor, action, subject: `place:${place.id}`, before, after }, now)
}

async function refuseLocked(db: Db, placeId: number, settings: readonly LockedSetting[]): Promise<void> {
  if (settings.length === 0) return
  const locked = new Set(await listLocks(db, placeId))
  if (settings.some((setting) => locked.has(setting))) throw new Refused('places.moderated_setting')
}
