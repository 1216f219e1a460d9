import type { Selectable } from 'kysely'
import type { Db } from '../foundation/database.ts'
import type { GameServer } from '../places/door.ts'
import { isUp } from '../places/door.ts'
import { presenceLifetime } from '../places/sessions/rules.ts'
import type { BadgeTables } from './tables.ts'
import { isOpenBadge } from './visible.ts'

export type BadgeRow = Selectable<BadgeTables['badges']>

export const findBadge = (db: Db, placeId: number, id: number): Promise<BadgeRow | undefined> =>
  db
    .selectFrom('badges')
    .selectAll()
    .where('id', '=', id)
    .where('place_id', '=', placeId)
    .where(isOpenBadge)
    .executeTakeFirst()

/** Finds the badge of a name, even one whose payment is pending. */
export const findBadgeNamed = (db: Db, placeId: number, nameKey: string): Promise<BadgeRow | undefined> =>
  db
    .selectFrom('badges')
    .selectAll()
    .where('place_id', '=', placeId)
    .where('name_key', '=', nameKey)
    .executeTakeFirst()

/** Counts the badges of a place, and those of its owner that were created since a time. */
export async function countBadges(
  db: Db,
  { placeId, ownerId, since }: { placeId: number; ownerId: string; since: number },
): Promise<{ ofPlace: number; sinceThen: number }> {
  const [ofPlace, sinceThen] = await Promise.all([
    db
      .selectFrom('badges')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('place_id', '=', placeId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('badges')
      .innerJoin('places', 'places.id', 'badges.place_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('places.owner_id', '=', ownerId)
      .where('badges.created', '>=', since)
      .executeTakeFirstOrThrow(),
  ])
  return { ofPlace: Number(ofPlace.count), sinceThen: Number(sinceThen.count) }
}

/** Lists the badges of a place in the order of their creation, each with when a user has won it. */
export const listBadges = (db: Db, placeId: number, userId: string, limit?: number) =>
  db
    .selectFrom('badges')
    .innerJoin('places', 'places.id', 'badges.place_id')
    .leftJoin('badge_awards as won', (join) =>
      join.onRef('won.badge_id', '=', 'badges.id').on('won.user_id', '=', userId),
    )
    .selectAll('badges')
    .select(['won.awarded as won', 'places.visitor_count as players'])
    .where('badges.place_id', '=', placeId)
    .where(isOpenBadge)
    .orderBy('badges.created')
    .orderBy('badges.id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()

/** Counts the awards of a badge from one time to before another. */
export async function countAwards(
  db: Db,
  badgeId: number,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('badge_awards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('badge_id', '=', badgeId)
    .where('awarded', '>=', from)
    .where('awarded', '<', to)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findAward = (db: Db, badgeId: number, userId: string) =>
  db
    .selectFrom('badge_awards')
    .select('awarded')
    .where('badge_id', '=', badgeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Finds a badge of a place of a world, with the maker's name. */
export const findBadgeOfWorld = (db: Db, worldId: number, id: number) =>
  db
    .selectFrom('badges')
    .innerJoin('places', 'places.id', 'badges.place_id')
    .leftJoin('users as maker', 'maker.id', 'places.owner_id')
    .select(['badges.id', 'badges.name', 'badges.disabled', 'maker.username as maker'])
    .where('badges.id', '=', id)
    .where(isOpenBadge)
    .where((eb) => eb.or([eb('places.id', '=', worldId), eb('places.data_root', '=', worldId)]))
    .where('places.deleted', 'is', null)
    .where(isUp)
    .executeTakeFirst()

/** Finds the user of a number, if the user is verified in a game server at this moment. */
export const findPlayerIn = (db: Db, { placeId, ticket }: GameServer, number: number, now: number) =>
  db
    .selectFrom('player_numbers')
    .innerJoin('playing_records', 'playing_records.user_id', 'player_numbers.user_id')
    .innerJoin('users', 'users.id', 'player_numbers.user_id')
    .select(['users.id', 'users.username'])
    .where('player_numbers.number', '=', number)
    .whereRef('playing_records.number', '=', 'player_numbers.number')
    .where('playing_records.place_id', '=', placeId)
    .where('playing_records.server_ticket', '=', ticket)
    .where('playing_records.verified', 'is not', null)
    .where('playing_records.ended', 'is', null)
    .where('playing_records.last_ping', '>', now - presenceLifetime)
    .executeTakeFirst()

/** Finds whether the account of a number has won a badge. */
export const findAwardOfNumber = (db: Db, badgeId: number, number: number) =>
  db
    .selectFrom('badge_awards')
    .innerJoin('player_numbers', 'player_numbers.user_id', 'badge_awards.user_id')
    .select('badge_awards.awarded')
    .where('badge_awards.badge_id', '=', badgeId)
    .where('player_numbers.number', '=', number)
    .executeTakeFirst()

/** A place in the list of a player's badges. */
export interface WonCursor {
  awarded: number
  id: number
}

/** Lists the badges of a player in public places, the newest first. */
export const listWon = (db: Db, userId: string, { after, limit }: { after?: WonCursor; limit: number }) =>
  db
    .selectFrom('badge_awards')
    .innerJoin('badges', 'badges.id', 'badge_awards.badge_id')
    .innerJoin('places', 'places.id', 'badges.place_id')
    .select([
      'badges.id',
      'badges.name',
      'badges.icon',
      'badge_awards.awarded',
      'places.id as placeId',
      'places.name as placeName',
    ])
    .where('badge_awards.user_id', '=', userId)
    .where('places.deleted', 'is', null)
    .where('places.private_server', '=', 0)
    .where(isUp)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('badge_awards.awarded', '<', after?.awarded ?? 0),
          eb.and([
            eb('badge_awards.awarded', '=', after?.awarded ?? 0),
            eb('badge_awards.badge_id', '<', after?.id ?? 0),
          ]),
        ]),
      ),
    )
    .orderBy('badge_awards.awarded', 'desc')
    .orderBy('badge_awards.badge_id', 'desc')
    .limit(limit)
    .execute()
