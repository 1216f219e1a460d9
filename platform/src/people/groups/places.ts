import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { problem } from '../../foundation/problem.ts'
import { type PlaceListing, readListings } from '../../places/lists/queries.ts'
import type { PlaceRankings } from '../../places/lists/ranking.ts'
import { findPlace } from '../../places/queries.ts'
import { groupPlaceInput } from './input.ts'
import { findManagedGroup, recordGroupChange } from './managed.ts'
import { maxGroupPlaces } from './rules.ts'

/** Lists the ids of a group's games, the last added first. */
export async function listGroupPlaceIds(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('group_places')
    .select('place_id')
    .where('group_id', '=', groupId)
    .orderBy('created', 'desc')
    .orderBy('place_id', 'desc')
    .execute()
  return rows.map(({ place_id }) => place_id)
}

/** Lists a group's public games. */
export const listGroupPlaces = async (
  db: Db,
  rankings: PlaceRankings,
  groupId: number,
): Promise<PlaceListing[]> => readListings(db, await rankings.read(), await listGroupPlaceIds(db, groupId))

/**
 * Adds one of the owner's games to the group. A game that another group of the owner lists moves to this one.
 *
 * @throws InvalidFields `place`; Refused `missing`, `forbidden`
 */
export async function addGroupPlace(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  name: string,
  input: unknown,
): Promise<void> {
  const group = await findManagedGroup(db, actor, name)
  const { place: placeId } = parseInput(groupPlaceInput, input)
  const place = await findPlace(db, placeId)
  if (place?.owner_id !== actor.id || group.owner_id !== actor.id)
    throw new InvalidFields({ place: 'groups.place_not_own' })
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, actor.id)
    const listed = await listGroupPlaceIds(trx, group.id)
    if (listed.includes(placeId)) return
    if (listed.length >= maxGroupPlaces)
      throw new InvalidFields({ place: problem('groups.too_many_places', { max: maxGroupPlaces }) })
    const row = { group_id: group.id, created: now() }
    await trx
      .insertInto('group_places')
      .values({ place_id: placeId, ...row })
      .onConflict((conflict) => conflict.column('place_id').doUpdateSet(row))
      .execute()
  })
}

/** Removes a game from the group's page, if it is there. @throws Refused `missing`, `forbidden` */
export async function removeGroupPlace(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  name: string,
  input: unknown,
): Promise<void> {
  const group = await findManagedGroup(db, actor, name)
  const { place } = parseInput(groupPlaceInput, input)
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('group_places')
      .where('place_id', '=', place)
      .where('group_id', '=', group.id)
      .executeTakeFirst()
    if (numDeletedRows > 0n)
      await recordGroupChange(trx, actor, group, { before: { place }, after: { place: null } }, now())
  })
}
