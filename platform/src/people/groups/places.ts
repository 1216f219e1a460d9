import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { problem } from '../../foundation/problem.ts'
import { findPlace, type PlaceListing, type PlaceRankings, readListings } from '../../places/door.ts'
import { groupNameInput, groupPlaceInput } from './input.ts'
import { findContributedGroup, findManagedGroup, mayContribute, recordGroupChange } from './managed.ts'
import { lockGroup, selectPlacesOf } from './queries.ts'
import { requireOpen, requireVisibleGroup } from './require-group.ts'
import { maxGroupPlaces, maxMemberPlaces } from './rules.ts'

/** Lists the ids of a group's games, the last added first. */
export async function listGroupPlaceIds(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('group_places')
    .innerJoin('places', 'places.id', 'group_places.place_id')
    .select('place_id')
    .where('group_id', '=', groupId)
    .where('places.deleted', 'is', null)
    .orderBy('group_places.created', 'desc')
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

/** @throws InvalidFields `place`; Refused `missing`, `forbidden` */
export const addGroupPlace = useCase(
  {
    summary: "Adds one of the actor's games to the group. A game that another group lists moves to this one.",
    scope: 'social',
    input: groupPlaceInput.extend(groupNameInput.shape),
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { name, place: placeId }): Promise<void> => {
    const { id } = await findContributedGroup(db, actor, name)

    const place = await findPlace(db, placeId)
    await db.transaction().execute(async (trx) => {
      const group = requireOpen(await lockGroup(trx, id))
      // Moderators add games of their own under the same rules as other members.
      const isOwner = group.owner_id === actor.id
      if (place?.owner_id !== actor.id || !(isOwner || (await mayContribute(trx, actor, group))))
        throw new InvalidFields({ place: 'groups.place_not_own' })
      const listed = await listGroupPlaceIds(trx, id)
      if (listed.includes(placeId)) return
      if (listed.length >= maxGroupPlaces)
        throw new InvalidFields({ place: problem('groups.too_many_places', { max: maxGroupPlaces }) })
      if (!isOwner && (await countOwnAmong(trx, actor.id, listed)) >= maxMemberPlaces)
        throw new InvalidFields({ place: problem('groups.too_many_own_places', { max: maxMemberPlaces }) })
      const row = { group_id: id, created: now() }
      await trx
        .insertInto('group_places')
        .values({ place_id: placeId, ...row })
        .onConflict((conflict) => conflict.column('place_id').doUpdateSet(row))
        .execute()
    })
  },
)

async function countOwnAmong(db: Db, ownerId: string, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  return (await selectPlacesOf(db, ownerId).where('id', 'in', ids).execute()).length
}

/** @throws Refused `missing`; `forbidden`: the actor neither made the game nor may change the group. */
export const removeGroupPlace = useCase(
  {
    summary: "Removes a game from the group's page, if it is there.",
    scope: 'social',
    input: groupPlaceInput.extend(groupNameInput.shape),
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { name, place: placeId }): Promise<void> => {
    const { id } = await requireVisibleGroup(db, actor, name)
    await db.transaction().execute(async (trx) => {
      // The actor may lose the group to another owner meanwhile.
      await lockGroup(trx, id)
      const isOwn = (await findPlace(trx, placeId))?.owner_id === actor.id
      const group = await (isOwn ? requireVisibleGroup : findManagedGroup)(trx, actor, name)
      const { numDeletedRows } = await trx
        .deleteFrom('group_places')
        .where('place_id', '=', placeId)
        .where('group_id', '=', group.id)
        .executeTakeFirst()
      const change = { before: { place: placeId }, after: { place: null } }
      if (numDeletedRows > 0n && !isOwn) await recordGroupChange(trx, actor, group, change, now())
    })
  },
)

/** Whether games of a user are in the group. */
export const hasGroupPlaces = async (db: Db, groupId: number, userId: string): Promise<boolean> =>
  (await countOwnAmong(db, userId, await listGroupPlaceIds(db, groupId))) > 0
