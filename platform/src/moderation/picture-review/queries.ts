import { sql } from 'kysely'
import {
  countWaitingBadges,
  findWaitingBadge,
  listWaitingBadges,
  type WaitingBadge,
} from '../../badges/door.ts'
import { badgeIconName } from '../../badges/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { isOpenGroup } from '../../people/door.ts'
import { isUp } from '../../places/door.ts'
import { waitingPictureName } from '../../places/pictures/waiting/rules.ts'
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
      sql<null>`null`.as('badgeId'),
      sql<null>`null`.as('badge'),
    ])

const ofBadge = ({ badgeName, placeName, ...picture }: WaitingBadge): WaitingPicture => ({
  ...picture,
  kind: 'icon',
  groupId: null,
  title: placeName,
  badge: badgeName,
})

/** Lists the pictures that have waited longest. */
export async function listWaitingPictures(db: Db, limit: number): Promise<WaitingPicture[]> {
  const [pictures, badges] = await Promise.all([
    withSubjects(db).orderBy('picture.since').orderBy('picture.id').limit(limit).execute(),
    listWaitingBadges(db, limit),
  ])
  return [...pictures, ...badges.map(ofBadge)]
    .toSorted((one, other) => one.since - other.since)
    .slice(0, limit)
}

export async function findWaitingPicture(db: Db, id: string): Promise<WaitingPicture | undefined> {
  const badge = await findWaitingBadge(db, id)
  return badge ? ofBadge(badge) : withSubjects(db).where('picture.id', '=', id).executeTakeFirst()
}

export async function countWaitingPictures(db: Db): Promise<number> {
  const [{ count }, badges] = await Promise.all([
    reviewable(db)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    countWaitingBadges(db),
  ])
  return Number(count) + badges
}

/**
 * Returns the owner of the game or group that a waiting picture is for, and the name of its file; undefined: it does not wait, or its
 * game is deleted.
 */
export async function findWaitingFile(
  db: Db,
  id: string,
): Promise<{ ownerId: string; file: string } | undefined> {
  const badge = await findWaitingBadge(db, id)
  if (badge) return { ownerId: badge.ownerId, file: badgeIconName(badge.placeId, badge.name) }
  const row = await db
    .selectFrom('waiting_pictures as picture')
    .leftJoin('places', 'places.id', 'picture.place_id')
    .leftJoin('groups', 'groups.id', 'picture.group_id')
    .select(sql<string>`coalesce(places.owner_id, groups.owner_id)`.as('ownerId'))
    .where('picture.id', '=', id)
    .where('places.deleted', 'is', null)
    .executeTakeFirst()
  return row && { ownerId: row.ownerId, file: waitingPictureName(id) }
}
