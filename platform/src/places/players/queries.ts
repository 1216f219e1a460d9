import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import type { GameServer } from '../servers/require-server.ts'
import { presenceLifetime } from '../sessions/rules.ts'
import type { ServedSession } from './rules.ts'

/** A literal, so that the databases can use the partial index. */
const wasRemoved = sql<boolean>`playing_records.end_reason in ('kicked', 'moderated')`

export type KeySession = Awaited<ReturnType<typeof findOpenOf>>[number]

const keyedSessions = (db: Db) =>
  db
    .selectFrom('playing_records')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .select([
      'playing_records.ticket',
      'playing_records.key_hash',
      'playing_records.place_id',
      'playing_records.number',
      'playing_records.verified',
      'playing_records.ended',
      'playing_records.end_reason',
      'playing_records.last_ping',
      'users.username',
      'users.permission_level',
      'users.created as registered',
    ])

/** Finds the open sessions of the users with these keys of usernames. */
export const findOpenOf = (db: Db, usernameKeys: readonly string[]) =>
  keyedSessions(db).where('users.username_key', 'in', usernameKeys).where('ended', 'is', null).execute()

/** Finds the session of a key in a place, if it is open, or its player was kicked or moderated. */
export const findByKey = (db: Db, placeId: number, hash: string) => {
  const sessions = keyedSessions(db).where('place_id', '=', placeId).where('key_hash', '=', hash)
  return sessions
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .unionAll(sessions.where(wasRemoved))
    .executeTakeFirst()
}

/** A session whose player a game server has verified. */
export interface Claim {
  /** Ticket of the session. */
  ticket: string
  /** Ticket of the game server. */
  server: string
}

/** Marks players as verified. Returns the tickets of open sessions whose players were not verified yet. */
export async function claimSessions(db: Db, claims: readonly Claim[], now: number): Promise<Set<string>> {
  const values = claims.map(({ ticket, server }) => sql`(cast(${ticket} as text), cast(${server} as text))`)
  const { rows } = await sql<{ ticket: string }>`
    with claimed (ticket, server) as (values ${sql.join(values)})
    update playing_records set verified = ${now}, server_ticket = claimed.server, connected = 1
    from claimed
    where playing_records.ticket = claimed.ticket and verified is null
      and started is not null and ended is null and last_ping >= ${now - presenceLifetime}
    returning playing_records.ticket`.execute(db)
  return new Set(rows.map(({ ticket }) => ticket))
}

/** Returns the numbers of friends in the same game server, by the tickets of verified sessions. */
export async function findFriendsHere(
  db: Db,
  tickets: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  const friends = (own: 'low_id' | 'high_id', other: 'low_id' | 'high_id') =>
    db
      .selectFrom('playing_records as own')
      .innerJoin('friendships', `friendships.${own}`, 'own.user_id')
      .innerJoin('playing_records as friend', `friendships.${other}`, 'friend.user_id')
      .select(['own.ticket', 'friend.number'])
      .where('own.ticket', 'in', tickets)
      .where('friendships.requested_by', 'is', null)
      .where('friend.ended', 'is', null)
      .whereRef('friend.place_id', '=', 'own.place_id')
      .whereRef('friend.server_ticket', '=', 'own.server_ticket')
  const rows = await friends('low_id', 'high_id').unionAll(friends('high_id', 'low_id')).execute()
  const byTicket = Map.groupBy(rows, ({ ticket }) => ticket)
  return new Map(
    byTicket.entries().map(([ticket, some]) => [ticket, some.flatMap(({ number }) => number ?? [])]),
  )
}

/**
 * Lists the sessions of places that concern game servers: sessions under way, and ended ones of verified players.
 *
 * @param issuedAfter includes sessions whose tickets were issued after this time and may still be spent, under the numbers of their
 * players' accounts
 */
export async function listServed(
  db: Db,
  placeIds: readonly number[],
  issuedAfter: number | undefined,
): Promise<ReadonlyMap<number, ServedSession[]>> {
  const sessions = db
    .selectFrom('playing_records')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .select([
      'playing_records.place_id as placeId',
      'playing_records.ticket',
      'users.username',
      'users.permission_level as permissionLevel',
      'playing_records.server_ticket as verifiedBy',
      'playing_records.created',
      'playing_records.started',
      'playing_records.last_ping as lastPing',
      'playing_records.ended',
      'playing_records.end_reason as endReason',
      'playing_records.end_text as endText',
    ])
    .select((eb) =>
      eb.fn
        .coalesce(
          'playing_records.number',
          eb
            .selectFrom('player_numbers')
            .select('player_numbers.number')
            .whereRef('player_numbers.user_id', '=', 'playing_records.user_id'),
        )
        .as('number'),
    )
    .where('place_id', 'in', placeIds)
  const rows = await sessions
    .where((eb) =>
      issuedAfter === undefined
        ? eb('started', 'is not', null)
        : eb.or([eb('started', 'is not', null), eb('playing_records.created', '>', issuedAfter)]),
    )
    .where('ended', 'is', null)
    .unionAll(sessions.where('connected', '=', sql.lit(1)).where('ended', 'is not', null))
    .execute()
  return Map.groupBy(rows, ({ placeId }) => placeId)
}

/** Records that a game server knows that the players of these sessions are gone. */
export const disconnect = (db: Db, tickets: readonly string[]) =>
  db.updateTable('playing_records').set({ connected: 0 }).where('ticket', 'in', tickets).execute()

/** Ends the session of a ticket because its player left. Returns false if there is no such ticket. */
export async function endLeft(db: Db, ticket: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playing_records')
    .set({ ended: now, end_reason: 'left' })
    .where('ticket', '=', ticket)
    .where('ended', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  const known = db.selectFrom('playing_records').select('ticket').where('ticket', '=', ticket)
  return (await known.executeTakeFirst()) !== undefined
}

/** Ends the session of a player who has left a game server. Returns false if that server has verified no such player. */
export async function endDisconnected(
  db: Db,
  { placeId, ticket }: GameServer,
  number: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playing_records')
    .set((eb) => ({
      connected: 0,
      ended: eb.fn.coalesce('ended', eb.val(now)),
      end_reason: eb
        .case()
        .when('ended', 'is', null)
        .then(eb.val('left' as const))
        .else(eb.ref('end_reason'))
        .end(),
    }))
    .where('place_id', '=', placeId)
    .where('connected', '=', sql.lit(1))
    .where('server_ticket', '=', ticket)
    .where('started', 'is not', null)
    .where('number', '=', number)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A player of a place whom a game server knows by a number. */
export interface NumberedPlayer {
  userId: string
  username: string
  number: number
}

const playersByNumber = (db: Db, placeId: number, numbers: readonly number[]) =>
  db
    .selectFrom('playing_records')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .select(['playing_records.user_id as userId', 'users.username', 'playing_records.number'])
    .where('place_id', '=', placeId)
    .where('number', 'in', numbers)
    .orderBy('playing_records.created')

/** Returns the players who have played in a place within the last day, by the numbers that their scripts got. */
export const findPlayersOf = (
  db: Db,
  placeId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, NumberedPlayer>> =>
  byNumber(numbers.length === 0 ? [] : playersByNumber(db, placeId, numbers).execute())

/** Returns the players whom a game server has verified within the last day, by number. They may have left. */
export const findSeenIn = (
  db: Db,
  { placeId, ticket }: GameServer,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, NumberedPlayer>> =>
  byNumber(playersByNumber(db, placeId, numbers).where('server_ticket', '=', ticket).execute())

/** Returns the players who are verified in a game server, by number. */
export const findVerifiedIn = (
  db: Db,
  { placeId, ticket }: GameServer,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, NumberedPlayer>> =>
  byNumber(
    numbers.length === 0
      ? []
      : playersByNumber(db, placeId, numbers)
          .where('server_ticket', '=', ticket)
          .where('connected', '=', sql.lit(1))
          .where('ended', 'is', null)
          .execute(),
  )

/** The last player of a number counts. */
async function byNumber(
  rows: readonly PlayerRow[] | Promise<readonly PlayerRow[]>,
): Promise<ReadonlyMap<number, NumberedPlayer>> {
  return new Map(
    (await rows).flatMap(({ number, ...player }) =>
      number === null ? [] : [[number, { ...player, number }]],
    ),
  )
}

type PlayerRow = Omit<NumberedPlayer, 'number'> & { number: number | null }
