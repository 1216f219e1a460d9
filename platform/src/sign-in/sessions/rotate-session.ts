import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { newSessionToken, sha256 } from '../../foundation/ids.ts'
import { firstHashOf, replacedLifetime, sessionLifetime } from './rules.ts'

/**
 * Replaces the token of a session inside the caller's transaction. A token from before a change of rights must not have the new
 * rights for long, so it ends a minute later. Returns undefined if the session has ended, or another request has replaced the
 * token.
 *
 * @param proved when the user has just proved their identity; absent: the session keeps its last proof.
 */
export async function rotateSession(
  trx: Db,
  token: string,
  { now, proved }: { now: number; proved?: number },
): Promise<string | undefined> {
  const old = await trx
    .updateTable('sessions')
    .set({ replaced: now + replacedLifetime, rotation_due: 0 })
    .where('token_hash', '=', sha256(token))
    .where('replaced', '=', 0)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!old) return undefined
  const fresh = newSessionToken()
  await trx
    .insertInto('sessions')
    .values({
      ...old,
      token_hash: sha256(fresh),
      first_hash: firstHashOf(old),
      proved: proved ?? old.proved,
      replaced: 0,
      expires: now + sessionLifetime,
    })
    .execute()
  // A passkey may have been asked for a signature already.
  await trx
    .updateTable('passkey_challenges')
    .set({ bound_to: sha256(fresh) })
    .where('bound_to', '=', old.token_hash)
    .execute()
  return fresh
}

/** Replaces the token of a session whose user's rights have changed since its last request. */
export const rotateDueSession = (
  { db, now }: { db: Db; now: Clock },
  token: string,
): Promise<string | undefined> => db.transaction().execute((trx) => rotateSession(trx, token, { now: now() }))
