import { type Clock, minute } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { newSignInToken, sha256 } from '../../foundation/ids.ts'

/** Time to enter the second factor after the password. */
const lifetime = 10 * minute

/** Unfinished sign-ins of one account. A further one ends the oldest. */
const maxPending = 20

/** Records that a browser has given the right password. Returns the token for its cookie. */
export async function addPendingSignIn(trx: Db, userId: string, now: number): Promise<string> {
  const token = newSignInToken()
  await trx
    .insertInto('pending_sign_ins')
    .values({ token_hash: sha256(token), user_id: userId, expires: now + lifetime })
    .execute()
  const earlier = await trx
    .selectFrom('pending_sign_ins')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', sha256(token))
    .orderBy('expires', 'desc')
    .execute()
  for (const { token_hash } of earlier.slice(maxPending - 1))
    await trx.deleteFrom('pending_sign_ins').where('token_hash', '=', token_hash).execute()
  return token
}

/** Ends a pending sign-in. Returns false if it has ended. One of several simultaneous calls wins. */
export async function spendPendingSignIn(trx: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function sweepPendingSignIns({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('expires', '<=', now()).execute()
}
