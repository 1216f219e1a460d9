import type { Clock } from '@baseplate/service/clock'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { sha256 } from '../../foundation/ids.ts'
import { isDeleted } from '../deletion/queries.ts'
import { usernameKey, usernamePattern } from '../rules.ts'

const hashOf = (username: string) => sha256(`username ${usernameKey(username)}`)

/** Returns whether a name is kept for another user who had it before. */
export async function isKeptForAnother(
  db: Db,
  username: string,
  { userId, now }: { userId: string; now: number },
): Promise<boolean> {
  const former = await db
    .selectFrom('former_usernames')
    .select('user_id')
    .where('name_hash', '=', hashOf(username))
    .where('expires', '>', now)
    .executeTakeFirst()
  return former !== undefined && former.user_id !== userId
}

/** Keeps a name that its user has given up. */
export async function keepName(
  db: Db,
  { username, userId, expires }: { username: string; userId: string; expires: number },
): Promise<void> {
  const kept = { user_id: userId, expires }
  await db
    .insertInto('former_usernames')
    .values({ name_hash: hashOf(username), ...kept })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(kept))
    .execute()
}

/** Releases a kept name that is in use again. */
export const releaseName = (db: Db, username: string) =>
  db.deleteFrom('former_usernames').where('name_hash', '=', hashOf(username)).execute()

/** Returns the present name of the user who had this one before; undefined: there is none, or the user has deleted the account. */
export async function findPresentName(db: Db, username: string, now: number): Promise<string | undefined> {
  if (!usernamePattern.test(username)) return undefined
  const user = await db
    .selectFrom('former_usernames as former')
    .innerJoin('users', 'users.id', 'former.user_id')
    .select('users.username')
    .where('former.name_hash', '=', hashOf(username))
    .where('former.expires', '>', now)
    .where(sql<boolean>`not ${isDeleted('users.id')}`)
    .executeTakeFirst()
  return user?.username
}

/** Removes kept names that have expired. */
export async function sweepFormerNames({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db.deleteFrom('former_usernames').where('expires', '<=', now()).execute()
}
