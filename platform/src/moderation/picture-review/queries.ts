import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { isOpenGroup } from '../../people/door.ts'
import { isUp } from '../../places/door.ts'
import type { WaitingPicture } from './rules.ts'

/** Pictures of games and groups that others see: neither taken down, deleted nor closed. */
const reviewable = (db: Db) =>
  db
    .selectFrom('waiting_pictures as picture')
    .leftJoin('places', 'places.id', 'picture.place_id')
    .leftJoin('groups', 'groups.id', 'picture.group_id')
    .where((eb) =>
      eb.or([eb.and([eb('places.id', 'is not', null), eb('places.deleted', 'is', null), isUp]), isOpenGroup]),
    )

const withSubjects = (db: Db) =>
  reviewable(db)
    .leftJoin('users as owner', (join) =>
      join.on('owner.id', '=', (eb) => eb.fn.coalesce('places.owner_id', 'groups.owner_id')),
    )
    .select([
      'picture.id',
      'picture.kind',
      'picture.place_id as placeId',
      'picture.group_id as groupId',
      'picture.name',
      'picture.size',
      'picture.since',
      'owner.username as owner',
      sql<string>`coalesce(places.name, groups.name)`.as('title'),
      sql<string>`coalesce(places.owner_id, groups.owner_id)`.as('ownerId'),
    ])

/** Lists the pictures that have waited longest. */
export const listWaitingPictures = (db: Db, limit: number): Promise<WaitingPicture[]> =>
  withSubjects(db).orderBy('picture.since').orderBy('picture.id').limit(limit).execute()

export const findWaitingPicture = (db: Db, id: string): Promise<WaitingPicture | undefined> =>
  withSubjects(db).where('picture.id', '=', id).executeTakeFirst()

export async function countWaitingPictures(db: Db): Promise<number> {
  const { count } = await reviewable(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the owner of the game or group that a waiting picture is for; undefined: it does not wait, or its game is deleted. */
export async function findOwnerOfWaiting(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('waiting_pictures as picture')
    .leftJoin('places', 'places.id', 'picture.place_id')
    .leftJoin('groups', 'groups.id', 'picture.group_id')
    .select(sql<string>`coalesce(places.owner_id, groups.owner_id)`.as('ownerId'))
    .where('picture.id', '=', id)
    .where('places.deleted', 'is', null)
    .executeTakeFirst()
  return row?.ownerId
}
