import type { Db } from '../foundation/database.ts'
import { isUp } from '../places/door.ts'
import { parseWaitingId, waitingIdOf } from './rules.ts'
import { isOpenBadge } from './visible.ts'

/** A picture of a badge that waits for review. */
export interface WaitingBadge {
  /** Id of the picture. */
  id: string
  badgeId: number
  placeId: number
  placeName: string
  badgeName: string
  ownerId: string
  /** Null: the owner's account is deleted. */
  owner: string | null
  /** Beginning of the picture's hash, and its bytes. */
  name: string
  size: number
  since: number
}

/** Selects pictures of badges in places that others see. */
const reviewable = (db: Db) =>
  db
    .selectFrom('badges')
    .innerJoin('places', 'places.id', 'badges.place_id')
    .where('badges.waiting_since', 'is not', null)
    .where(isOpenBadge)
    .where('places.deleted', 'is', null)
    .where(isUp)

const withOwners = (db: Db) =>
  reviewable(db)
    .leftJoin('users as owner', 'owner.id', 'places.owner_id')
    .select([
      'badges.id as badgeId',
      'badges.name as badgeName',
      'badges.waiting',
      'badges.waiting_size as size',
      'badges.waiting_since as since',
      'places.id as placeId',
      'places.name as placeName',
      'places.owner_id as ownerId',
      'owner.username as owner',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withOwners>['execute']>>[number]

const waitingOf = ({ waiting, since, ...row }: Row): WaitingBadge => ({
  ...row,
  id: waitingIdOf({ id: row.badgeId, waiting: waiting ?? '' }),
  name: waiting ?? '',
  since: since ?? 0,
})

/** Lists the pictures of badges that have waited longest. */
export const listWaitingBadges = async (db: Db, limit: number): Promise<WaitingBadge[]> =>
  (await withOwners(db).orderBy('badges.waiting_since').orderBy('badges.id').limit(limit).execute()).map(
    waitingOf,
  )

/** Finds a picture of a badge by its id, if it waits. */
export async function findWaitingBadge(db: Db, id: string): Promise<WaitingBadge | undefined> {
  const known = parseWaitingId(id)
  if (!known) return undefined
  const row = await withOwners(db)
    .where('badges.id', '=', known.id)
    .where('badges.waiting', '=', known.waiting)
    .executeTakeFirst()
  return row && waitingOf(row)
}

export async function countWaitingBadges(db: Db): Promise<number> {
  const { count } = await reviewable(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends the wait of a picture of a badge: everybody sees it from now on, or it is gone. Returns false if it does not wait. */
export async function decideBadgePicture(db: Db, id: string, approve: boolean): Promise<boolean> {
  const known = parseWaitingId(id)
  if (!known) return false
  const { numUpdatedRows } = await db
    .updateTable('badges')
    .set({ waiting: null, waiting_size: 0, waiting_since: null })
    .$if(approve, (query) =>
      query.set(({ ref }) => ({ icon: ref('waiting'), icon_size: ref('waiting_size') })),
    )
    .where('id', '=', known.id)
    .where('waiting', '=', known.waiting)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
