import { sql } from 'kysely'
import { isReadBy } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import { isNotVisible, isPart } from '../assets/door.ts'
import { isVisible } from '../comments/door.ts'
import type { Db } from '../foundation/database.ts'

/** A stretch of time that begins with an hour of the statistics. */
export interface Stretch {
  from: number
  to: number
}

const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`

// SQLite keeps the order of a cross join. With an inner join it would read the statistics of all makers.

/** Selects the statistics of a maker's places by hour. */
const selectPlaceHours = (db: Db, ownerId: string, { from, to }: Stretch) =>
  db
    .selectFrom('places')
    .crossJoin('place_statistics')
    .whereRef('place_statistics.place_id', '=', 'places.id')
    .where('places.owner_id', '=', ownerId)
    .where('place_statistics.unit', '=', 'hour')
    .where('place_statistics.start', '>=', from)
    .where('place_statistics.start', '<', to)

/** Sums up the statistics of each of a maker's places. Places without any are left out. */
export const selectPlaceSums = (db: Db, ownerId: string, stretch: Stretch) =>
  selectPlaceHours(db, ownerId, stretch)
    .select([
      'places.id',
      sum('place_statistics.visits').as('visits'),
      sum('new_players').as('newPlayers'),
      sum('likes').as('likes'),
      sum('dislikes').as('dislikes'),
    ])
    .groupBy('places.id')

/** Sums up the visits of all of a maker's places by hour. Hours without any are left out. */
export const selectHourlyVisits = (db: Db, ownerId: string, stretch: Stretch) =>
  selectPlaceHours(db, ownerId, stretch)
    .select(['place_statistics.start', sum('place_statistics.visits').as('count')])
    .groupBy('place_statistics.start')

/** Selects the statistics of a maker's items by hour. */
const selectItemHours = (db: Db, creatorId: string, { from, to }: Stretch) =>
  db
    .selectFrom('assets')
    .crossJoin('asset_statistics')
    .whereRef('asset_statistics.asset_id', '=', 'assets.id')
    .where('assets.creator_id', '=', creatorId)
    .where('asset_statistics.unit', '=', 'hour')
    .where('asset_statistics.start', '>=', from)
    .where('asset_statistics.start', '<', to)

/** Sums up the sales of all of a maker's items. */
export const selectSales = (db: Db, creatorId: string, stretch: Stretch) =>
  selectItemHours(db, creatorId, stretch).select([sum('sales').as('sales'), sum('proceeds').as('proceeds')])

/** Sums up the sales of all of a maker's items by hour. Hours without any are left out. */
export const selectHourlySales = (db: Db, creatorId: string, stretch: Stretch) =>
  selectItemHours(db, creatorId, stretch)
    .select(['asset_statistics.start', sum('sales').as('count')])
    .groupBy('asset_statistics.start')

/** SQL condition: the comment is visible to the maker, by another user, and from this stretch of time. */
const isFromOthers = (maker: Actor, { from, to }: Stretch) => sql<boolean>`(
  ${isVisible('comment')} and comment.author_id <> ${maker.id}
    and comment.created >= ${from} and comment.created < ${to}
    and ${isReadBy(maker, 'comment.author_id')}
)`

/** Selects the comments of others on a maker's places and items. */
const selectReceived = (db: Db, maker: Actor, stretch: Stretch) =>
  db
    .selectFrom('places')
    .innerJoin('comments as comment', 'comment.place_id', 'places.id')
    .select(['places.id as subjectId', 'places.name as subjectName', sql.lit('place').as('about')])
    .select(['comment.id', 'comment.author_id', 'comment.content', 'comment.created'])
    .where('places.owner_id', '=', maker.id)
    .where(isFromOthers(maker, stretch))
    .unionAll(
      db
        .selectFrom('assets')
        .innerJoin('comments as comment', 'comment.asset_id', 'assets.id')
        .select(['assets.id as subjectId', 'assets.name as subjectName', sql.lit('asset').as('about')])
        .select(['comment.id', 'comment.author_id', 'comment.content', 'comment.created'])
        .where('assets.creator_id', '=', maker.id)
        .where(isFromOthers(maker, stretch)),
    )

export async function countComments(db: Db, maker: Actor, stretch: Stretch): Promise<number> {
  const { comments } = await db
    .selectFrom(selectReceived(db, maker, stretch).as('received'))
    .select((eb) => eb.fn.countAll<number>().as('comments'))
    .executeTakeFirstOrThrow()
  return Number(comments)
}

/** Lists the comments of others on a maker's places and items, the newest first. */
export const listComments = (db: Db, maker: Actor, stretch: Stretch, limit: number) =>
  db
    .selectFrom(selectReceived(db, maker, stretch).as('received'))
    .innerJoin('users', 'users.id', 'received.author_id')
    .select(['received.id', 'content', 'received.created', 'users.username as author'])
    .select(['subjectId', 'subjectName', 'about'])
    .orderBy('received.created', 'desc')
    .orderBy('received.id', 'desc')
    .limit(limit)
    .execute()

/** Counts a maker's items that wait for approval, and their rejected and taken-down items. */
export async function countUnapproved(db: Db, creatorId: string) {
  const rows = await db
    .selectFrom('assets')
    .select((eb) => ['visibility', eb.fn.countAll<number>().as('items')])
    .where('creator_id', '=', creatorId)
    .where(isNotVisible)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))
    .groupBy('visibility')
    .execute()
  const count = (of: 'Pending' | 'Moderated') =>
    Number(rows.find(({ visibility }) => visibility === of)?.items ?? 0)
  return { pending: count('Pending'), moderated: count('Moderated') }
}
