import type { Db } from '../database.ts'
import { type Clock, day } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { recordErasure } from './departures/queries.ts'
import { keepName } from './names/queries.ts'
import { findUser, lockUser } from './queries.ts'

interface Erasing {
  db: Db
  now: Clock
  config: Pick<Config, 'Usernames'>
}

/** Empties what the audit log says about subjects. The actor and the time stay. */
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
 * @param withdraw removes what other tables keep about the account without a reference, in the same transaction.
 */
export async function eraseAccount(
  { db, now, config }: Erasing,
  userId: string,
  withdraw: (trx: Db, user: { username_key: string; email: string | null }) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await findUser(trx, userId)
    if (!user) return
    const time = now()
    const { username, username_key } = user
    await keepName(trx, { username, userId, expires: time + config.Usernames.KeepDays * day })
    await redactAudit(trx, [`user:${userId}`, `description:${userId}`, `styling:${userId}`])
    await trx.deleteFrom('password_attempts').where('account', '=', username_key).execute()
    await withdraw(trx, user)
    await recordErasure(trx, userId, time)
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    // Triggers count the bytes of deleted rows.
    await trx.deleteFrom('storage_used').where('user_id', '=', userId).execute()
  })
}
