import { expressionBuilder, type SelectQueryBuilder } from 'kysely'
import type { Owner } from '../../accounts/privacy/rules.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { ownerColumns, ownerOf } from '../../social/door.ts'
import { selectClosed } from '../queries.ts'
import { type EndReason, playerLimits } from '../rules.ts'
import { closed, takenDown } from '../visible.ts'
import { joinTicketLifetime, presenceLifetime } from './rules.ts'

/** SQL condition: the session of a playing record has started, has not ended and sent a heartbeat recently. */
export function isPlaying(now: number) {
  const eb = expressionBuilder<Database, 'playing_records'>()
  return eb.and([
    eb('started', 'is not', null),
    eb('ended', 'is', null),
    eb('last_ping', '>=', now - presenceLifetime),
  ])
}

/** Restricts a correlated subquery to the sessions that are playing in the place of the outer query. */
export const playingIn = <Row>(
  records: SelectQueryBuilder<Database, 'places' | 'playing_records', Row>,
  now: number,
) => records.whereRef('playing_records.place_id', '=', 'places.id').where(isPlaying(now))

/** Finds the place that each of these users is playing in, if any. */
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
      'places.published',
      takenDown.as('taken_down'),
    ])
    .where('user_id', 'in', userIds)
    .where('places.deleted', 'is', null)
    .where(isPlaying(now))
    .execute()

export const countPlayers = async (db: Db, now: number): Promise<number> => {
  const { players } = await db
    .selectFrom('playing_records')
    .select((eb) => eb.fn.countAll<number>().as('players'))
    .where(isPlaying(now))
    .executeTakeFirstOrThrow()
  return Number(players)
}

/**
 * Lists the users who are playing in a place: the viewer's friends first, then the others in the order in which they joined. No
 * place has more players than the limit.
 */
export async function listPlayers(
  db: Db,
  now: number,
  placeId: number,
  viewerId: string,
): Promise<{ username: string; portrait: string | null; owner: Owner }[]> {
  const players = await db
    .selectFrom('playing_records')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .select(['users.id', 'users.username', 'users.portrait'])
    .select(ownerColumns(viewerId))
    .where('place_id', '=', placeId)
    .where(isPlaying(now))
    .orderBy('is_friend', 'desc')
    .orderBy('playing_records.created')
    .limit(playerLimits.max)
    .execute()
  return players.map((row) => ({ username: row.username, portrait: row.portrait, owner: ownerOf(row) }))
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

/** Finds the user's open session, even if it has not started. */
export const findOpenSession = (db: Db, userId: string) =>
  db
    .selectFrom('playing_records')
    .select(['ticket', 'place_id', 'created', 'started'])
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .executeTakeFirst()

/** Ends the user's open session, even if it has not started. */
export const endPlaying = (db: Db, userId: string, now: number, end_reason: EndReason) =>
  db
    .updateTable('playing_records')
    .set({ ended: now, end_reason })
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .execute()

/** Returns the tickets of a place's sessions that have started and have not ended, or still may start. */
export const listOpenTickets = async (db: Db, placeId: number, now: number): Promise<string[]> => {
  const open = await db
    .selectFrom('playing_records')
    .select('ticket')
    .where('place_id', '=', placeId)
    .where('ended', 'is', null)
    .where((eb) => eb.or([eb('started', 'is not', null), eb('created', '>', now - joinTicketLifetime)]))
    .execute()
  return open.map(({ ticket }) => ticket)
}

/** Ends the open sessions that have these tickets. */
export const endPlayingWith = (db: Db, tickets: readonly string[], now: number) =>
  db
    .updateTable('playing_records')
    .set({ ended: now })
    .where('ticket', 'in', tickets)
    .where('ended', 'is', null)
    .execute()

/** Ends all open sessions in places that are taken down, archived or deleted, including tickets that were not spent. */
export const endPlayingInClosed = (db: Db, now: number) =>
  db
    .updateTable('playing_records')
    .set({ ended: now })
    .where('ended', 'is', null)
    .where('place_id', 'in', selectClosed(db))
    .execute()

export type GameSession = Awaited<ReturnType<typeof findGameSessions>>[number]

/** Finds game sessions with the columns of the place and the player that join scripts need. */
export const findGameSessions = (db: Db, tickets: readonly string[]) =>
  db
    .selectFrom('playing_records')
    .innerJoin('places', 'places.id', 'playing_records.place_id')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .leftJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'playing_records.user_id').on('action.ended', 'is', null),
    )
    .leftJoin('player_numbers', 'player_numbers.user_id', 'playing_records.user_id')
    .select([
      'playing_records.ticket',
      'playing_records.place_id',
      'playing_records.user_id',
      'playing_records.created',
      'playing_records.started',
      'playing_records.ended',
      'users.username',
      'users.permission_level',
      'player_numbers.number as account_number',
      'action.type as moderation',
      'action.expires as moderation_expires',
      'places.private_ticket',
      closed.as('closed'),
      'places.services',
      'places.dedicated',
      'places.server_address',
      'places.server_port',
    ])
    .where('ticket', 'in', tickets)
    .execute()

export const leaveLine = (db: Db, userIds: readonly string[]) =>
  db.deleteFrom('place_line').where('user_id', 'in', userIds).execute()

/** Stores the private ticket that a user joins a place with, so that the user finds the way back. */
export const keepPrivateLink = (db: Db, userId: string, placeId: number, ticket: string) =>
  db
    .insertInto('private_links')
    .values({ user_id: userId, place_id: placeId, ticket })
    .onConflict((conflict) => conflict.columns(['user_id', 'place_id']).doUpdateSet({ ticket }))
    .execute()

/** Returns the private tickets of a user that still open their place, by the id of the place. */
export async function findPrivateLinks(
  db: Db,
  userId: string,
  placeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (placeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('private_links')
    .innerJoin('places', 'places.id', 'private_links.place_id')
    .select(['private_links.place_id', 'private_links.ticket'])
    .where('private_links.user_id', '=', userId)
    .where('private_links.place_id', 'in', placeIds)
    .whereRef('places.private_ticket', '=', 'private_links.ticket')
    .where('places.private_server', '=', 1)
    .execute()
  return new Map(rows.map(({ place_id, ticket }) => [place_id, ticket]))
}
