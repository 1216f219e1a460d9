import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { isTerminated, selectTerminated } from '../accounts/standing/queries.ts'
import type { Database, Db } from '../database.ts'
import { friendIds } from '../social/queries.ts'
import { isPlaceTicket, type PlaceVisibility, playerLimits, presenceLifetime } from './rules.ts'
import type { PlaceTables } from './tables.ts'
import type { Vote } from './votes/rules.ts'

export type PlaceRow = Selectable<PlaceTables['places']> & {
  owner_username: string | null
  taken_down: number
}

/** Whether a place can be found and played: neither is it moderated nor is its owner's account terminated. */
export const isUp = sql<boolean>`(places.visibility = 'Visible' and not ${isTerminated('places.owner_id')})`

/** The opposite of `isUp` as a column: 1 or 0. */
export const takenDown = sql<number>`case when ${isUp} then 0 else 1 end`

/** Deleted owners leave their places behind, so the owner may be nobody. */
const placesWithOwner = (db: Db) =>
  db
    .selectFrom('places')
    .leftJoin('users', 'users.id', 'places.owner_id')
    .selectAll('places')
    .select(['users.username as owner_username', takenDown.as('taken_down')])

export const findPlace = (db: Db, id: number): Promise<PlaceRow | undefined> =>
  placesWithOwner(db).where('places.id', '=', id).executeTakeFirst()

export const findPlaceByServerTicket = async (db: Db, ticket: string) =>
  isPlaceTicket(ticket)
    ? db
        .selectFrom('places')
        .selectAll()
        .select(takenDown.as('taken_down'))
        .where('server_ticket', '=', ticket)
        .executeTakeFirst()
    : undefined

export const privateTicketExists = async (db: Db, ticket: string): Promise<boolean> =>
  isPlaceTicket(ticket) &&
  (await db
    .selectFrom('places')
    .select('id')
    .where('private_ticket', '=', ticket)
    .where(isUp)
    .executeTakeFirst()) !== undefined

export const countPlacesOf = async (db: Db, ownerId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('places')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Of the records, those of who is playing in the place that the query around it is at. */
export const playingIn = <Row>(
  records: SelectQueryBuilder<Database, 'places' | 'playing_records', Row>,
  now: number,
) =>
  records
    .whereRef('playing_records.place_id', '=', 'places.id')
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .where('last_ping', '>=', now - presenceLifetime)

/** What each of these people is playing, if anything. */
export const findPlaying = (db: Db, now: number, userIds: readonly string[]) =>
  db
    .selectFrom('playing_records')
    .innerJoin('places', 'places.id', 'playing_records.place_id')
    .select([
      'playing_records.user_id',
      'places.id',
      'places.name',
      'places.owner_id',
      'places.private_server',
      'places.private_ticket',
      takenDown.as('taken_down'),
    ])
    .where('user_id', 'in', userIds)
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .where('last_ping', '>=', now - presenceLifetime)
    .execute()

export const countPlayers = async (db: Db, now: number): Promise<number> => {
  const { players } = await db
    .selectFrom('playing_records')
    .select((eb) => eb.fn.countAll<number>().as('players'))
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .where('last_ping', '>=', now - presenceLifetime)
    .executeTakeFirstOrThrow()
  return Number(players)
}

/**
 * Lists the users who are playing in a place, up to the most that a place can have: the viewer's friends first, then in the
 * order in which they joined.
 */
export async function listPlayers(
  db: Db,
  now: number,
  placeId: number,
  viewerId: string,
): Promise<{ username: string; portrait: string | null; friend: boolean }[]> {
  const players = await db
    .selectFrom('playing_records')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .leftJoin(friendIds(db, viewerId).as('friends'), 'friends.id', 'playing_records.user_id')
    .select(['users.username', 'users.portrait', 'friends.id as friend_id'])
    .where('place_id', '=', placeId)
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .where('last_ping', '>=', now - presenceLifetime)
    .orderBy((eb) => eb.case().when('friends.id', 'is', null).then(1).else(0).end())
    .orderBy('playing_records.created')
    .limit(playerLimits.max)
    .execute()
  return players.map(({ friend_id, ...player }) => ({ ...player, friend: friend_id !== null }))
}

/** Counts the players in each of these places. */
export async function countPlayersOf(
  db: Db,
  now: number,
  placeIds: readonly number[],
): Promise<Map<number, number>> {
  const places = await db
    .selectFrom('places')
    .select((eb) => [
      'id',
      playingIn(eb.selectFrom('playing_records'), now)
        .select((e) => e.fn.countAll<number>().as('players'))
        .as('players'),
    ])
    .where('id', 'in', placeIds)
    .execute()
  return new Map(places.map(({ id, players }) => [id, Number(players)]))
}

export const findVote = async (db: Db, placeId: number, userId: string): Promise<Vote> => {
  const own = await db
    .selectFrom('place_votes')
    .select('vote')
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own?.vote ?? 0
}

/** Ends what the user is playing, or is about to. */
export const endPlaying = (db: Db, userId: string, now: number) =>
  db
    .updateTable('playing_records')
    .set({ ended: now })
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .execute()

/** Ends all game sessions in places that are taken down, including those that have not started. */
export const endPlayingTakenDown = (db: Db, now: number) =>
  db
    .updateTable('playing_records')
    .set({ ended: now })
    .where('ended', 'is', null)
    .where('place_id', 'in', listTakenDown(db))
    .execute()

/** Selects the places that are taken down. Each half has an index of its few rows. */
const listTakenDown = (db: Db) =>
  db
    .selectFrom('places')
    .select('places.id')
    .where('visibility', '=', sql.lit<PlaceVisibility>('Moderated'))
    .union(
      db
        .selectFrom(selectTerminated(db).as('terminated'))
        .innerJoin('places', 'places.owner_id', 'terminated.user_id')
        .select('places.id'),
    )

/** Returns those of these places that are taken down. */
export const whichAreTakenDown = async (db: Db, placeIds: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', placeIds)
    .where(sql<boolean>`not ${isUp}`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends what was being played in the place at a moment, or was about to be. */
export const endPlayingIn = (db: Db, placeId: number, now: number) =>
  db
    .updateTable('playing_records')
    .set({ ended: now })
    .where('place_id', '=', placeId)
    .where('ended', 'is', null)
    .where('created', '<=', now)
    .execute()

export type GameSession = Awaited<ReturnType<typeof findGameSessions>>[number]

/** Playing records with what their join scripts need of the place and the player. */
export const findGameSessions = (db: Db, tickets: readonly string[]) =>
  db
    .selectFrom('playing_records')
    .innerJoin('places', 'places.id', 'playing_records.place_id')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .leftJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'playing_records.user_id').on('action.ended', 'is', null),
    )
    .select([
      'playing_records.ticket',
      'playing_records.place_id',
      'playing_records.created',
      'playing_records.started',
      'playing_records.ended',
      'users.username',
      'users.permission_level',
      'action.type as moderation',
      'action.expires as moderation_expires',
      'places.private_ticket',
      takenDown.as('taken_down'),
      'places.dedicated',
      'places.server_address',
      'places.server_port',
    ])
    .where('ticket', 'in', tickets)
    .execute()
