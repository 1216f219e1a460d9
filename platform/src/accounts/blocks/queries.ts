import { keysetPage } from '@baseplate/storage/database/keyset'
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { type Actor, isModerator } from '../rules.ts'

/** A column that holds a user's id. */
type UserId = `${string}.${string}`

/** SQL condition: one of the two users has blocked the other. Each of the two look-ups uses the key. */
export const isBlockedBetween = (userId: string, other: UserId): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from user_blocks where blocker_id = ${userId} and blocked_id = ${sql.ref(other)})
  or exists (select 1 from user_blocks where blocker_id = ${sql.ref(other)} and blocked_id = ${userId})
)`

/**
 * SQL condition: the viewer sees this author's texts. A mute by the viewer hides them, and so does a block in either direction.
 * Moderators see through blocks.
 */
export const isReadBy = (viewer: Pick<Actor, 'id' | 'permissionLevel'>, author: UserId) => {
  const unmuted = sql<boolean>`not exists (
    select 1 from user_mutes where muter_id = ${viewer.id} and muted_id = ${sql.ref(author)}
  )`
  return isModerator(viewer)
    ? unmuted
    : sql<boolean>`(${unmuted} and not ${isBlockedBetween(viewer.id, author)})`
}

/** Blocks and mutes between a viewer and a user. */
export interface Marks {
  /** The viewer has blocked the user. */
  blocked: boolean
  /** The user has blocked the viewer. */
  blockedBy: boolean
  /** The viewer has muted the user. */
  muted: boolean
}

/** SQL expressions of the marks between a viewer and a user. */
export const marksBetween = (viewerId: string, userId: string) => {
  const blocks = (blocker: string, blocked: string) =>
    sql<boolean>`exists (select 1 from user_blocks where blocker_id = ${blocker} and blocked_id = ${blocked})`
  return [
    blocks(viewerId, userId).as('blocked'),
    blocks(userId, viewerId).as('blockedBy'),
    sql<boolean>`exists (select 1 from user_mutes where muter_id = ${viewerId} and muted_id = ${userId})`.as(
      'muted',
    ),
  ] as const
}

/** Finds the marks between a viewer and a user. */
export async function findMarks(db: Db, viewerId: string, userId: string): Promise<Marks> {
  return marksOf(await db.selectNoFrom(marksBetween(viewerId, userId)).executeTakeFirstOrThrow())
}

/** Returns the marks in a row with `marksBetween`, which SQLite returns as 0 and 1. */
export const marksOf = (row: Record<keyof Marks, unknown>): Marks => ({
  blocked: Boolean(row.blocked),
  blockedBy: Boolean(row.blockedBy),
  muted: Boolean(row.muted),
})

/** Whether there is a block between a user and any of these others. */
export const isAnyBlocked = async (db: Db, userId: string, others: readonly string[]): Promise<boolean> =>
  others.length > 0 &&
  (await db
    .selectFrom('user_blocks')
    .select('created')
    .where((eb) =>
      eb.or([
        eb.and([eb('blocker_id', '=', userId), eb('blocked_id', 'in', others)]),
        eb.and([eb('blocked_id', '=', userId), eb('blocker_id', 'in', others)]),
      ]),
    )
    .executeTakeFirst()) !== undefined

/** Whether any of these users has blocked the user. */
export const isBlockedByAny = async (db: Db, userId: string, others: readonly string[]): Promise<boolean> =>
  others.length > 0 &&
  (await db
    .selectFrom('user_blocks')
    .select('created')
    .where('blocked_id', '=', userId)
    .where('blocker_id', 'in', others)
    .executeTakeFirst()) !== undefined

/** Whether a user gets no notifications of a sender: the user has muted the sender, or one has blocked the other. */
export async function isSilenced(db: Db, userId: string, senderId: string): Promise<boolean> {
  const { blocked, blockedBy, muted } = await findMarks(db, userId, senderId)
  return blocked || blockedBy || muted
}

/** Adds a block. Returns false if there is one already. */
export const insertBlock = async (
  db: Db,
  blockerId: string,
  blockedId: string,
  now: number,
): Promise<boolean> =>
  (await db
    .insertInto('user_blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created')
    .executeTakeFirst()) !== undefined

export const deleteBlock = (db: Db, blockerId: string, blockedId: string) =>
  db
    .deleteFrom('user_blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute()

/** Adds a mute. Returns false if there is one already. */
export const insertMute = async (db: Db, muterId: string, mutedId: string, now: number): Promise<boolean> =>
  (await db
    .insertInto('user_mutes')
    .values({ muter_id: muterId, muted_id: mutedId, created: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created')
    .executeTakeFirst()) !== undefined

export const deleteMute = (db: Db, muterId: string, mutedId: string) =>
  db.deleteFrom('user_mutes').where('muter_id', '=', muterId).where('muted_id', '=', mutedId).execute()

/** Lists the users whom a user has blocked, the latest first. */
export const listBlocked = (db: Db, userId: string, { after, limit }: PageRequest) =>
  db
    .selectFrom('user_blocks')
    .innerJoin('users', 'users.id', 'user_blocks.blocked_id')
    .select(['users.id', 'users.username', 'users.portrait', 'user_blocks.created'])
    .where('blocker_id', '=', userId)
    .$call((query) =>
      keysetPage(query, ['user_blocks.created', 'blocked_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()

/** Lists the users whom a user has muted, the latest first. */
export const listMuted = (db: Db, userId: string, { after, limit }: PageRequest) =>
  db
    .selectFrom('user_mutes')
    .innerJoin('users', 'users.id', 'user_mutes.muted_id')
    .select(['users.id', 'users.username', 'users.portrait', 'user_mutes.created'])
    .where('muter_id', '=', userId)
    .$call((query) =>
      keysetPage(query, ['user_mutes.created', 'muted_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()

/** Counts the blocks and mutes of a user. */
export async function countMarked(db: Db, userId: string): Promise<number> {
  const { blocks, mutes } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('user_blocks')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('blocker_id', '=', userId)
        .as('blocks'),
      eb
        .selectFrom('user_mutes')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('muter_id', '=', userId)
        .as('mutes'),
    ])
    .executeTakeFirstOrThrow()
  return Number(blocks) + Number(mutes)
}
