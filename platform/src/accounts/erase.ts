import { type Clock, day } from '@baseplate/service/clock'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { recordErasure } from './deletion/queries.ts'
import { keepName } from './names/queries.ts'
import { findUser, lockUser, type User } from './queries.ts'

interface Erasing {
  db: Db
  now: Clock
  config: Pick<Config, 'Usernames'>
}

/** Removes the states of subjects from the audit log. The actor, the action and the time stay. */
export async function redactAudit(db: Db, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await db
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('subject', 'in', subjects)
    .execute()
}

/**
 * Deletes the account itself and all rows that belong to it. Nobody can take its name for a while.
 *
 * @param withdraw removes rows about the account that do not reference it, in the same transaction.
 */
export async function eraseAccount(
  { db, now, config }: Erasing,
  userId: string,
  withdraw: (trx: Db, user: User) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await findUser(trx, userId)
    if (!user) return
    const time = now()
    await keepName(trx, { username: user.username, userId, expires: time + config.Usernames.KeepDays * day })
    await redactAudit(trx, [`user:${userId}`, `description:${userId}`, `styling:${userId}`])
    await withdraw(trx, user)
    await recordErasure(trx, userId, time)
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    // Deleted last, because triggers write it when rows with files are deleted.
    await trx.deleteFrom('storage_used').where('user_id', '=', userId).execute()
  })
}
